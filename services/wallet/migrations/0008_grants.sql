-- Grants: what the house gives a player to play with, one row per claim, and the free bets that operators give.

-- `remaining_minor` is what can still be staked of it. A free bet is whole or used; its money is bonus expense that is spent when it is staked, so the row
-- itself moves nothing. `fingerprint` is of the grant as it was first asked for.
create table grants (
  claim_id uuid primary key,
  player_id uuid not null references players,
  kind text not null check (kind in ('free_bet')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  remaining_minor bigint not null,
  products text[] not null,
  expires_at timestamptz not null,
  granted_at timestamptz not null,
  forfeited_at timestamptz,
  forfeited_minor bigint check (forfeited_minor between 0 and amount_minor),
  fingerprint text not null,
  check (remaining_minor between 0 and amount_minor),
  check (kind <> 'free_bet' or (remaining_minor in (0, amount_minor) and 'sports' = any (products))),
  check ((forfeited_at is null) = (forfeited_minor is null) and (forfeited_at is null or remaining_minor = 0))
);
create index grants_left on grants (player_id) where remaining_minor > 0;

create index stakes_of_claim on stakes (claim_id) where claim_id is not null;

-- An adjustment that gives a free bet instead of money; its id becomes the claim.
alter table adjustments
  add column free_bet_until timestamptz,
  add check (free_bet_until is null or amount_minor > 0);
