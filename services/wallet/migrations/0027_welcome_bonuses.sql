-- The welcome bonus of each player who may have one, and what their persons are known by.

-- `unopened`: the address was confirmed before the accounts were opened. `waiting`: an operator decides. Amounts are in `currency` once it is paid.
create table welcome_bonuses (
  id uuid primary key default uuidv7(),
  player_id uuid not null unique references players,
  status text not null check (status in ('unopened', 'waiting', 'paid', 'rejected')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text,
  -- What the player had staked when it was paid: only later stakes count.
  wagered_before_minor bigint not null default 0,
  reason text,
  decided_by uuid,
  version bigint not null default 1,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'paid') <= (currency is not null))
);
create index welcome_bonuses_waiting on welcome_bonuses (id) where status = 'waiting';

-- Keyed hashes: nothing personal can be read from them. Whoever shares one may be the same person.
create table person_keys (
  kind text not null,
  key text not null,
  player_id uuid not null references players,
  primary key (kind, key, player_id)
);
create index person_keys_of_player on person_keys (player_id);

-- Bonuses that were paid at registration; one that moved to another play currency is in that one.
insert into welcome_bonuses (player_id, status, amount_minor, currency, created_at, decided_at)
select t.player_id, 'paid', t.amount_minor, p.currency, t.created_at, t.created_at
from transfers t join players p on p.player_id = t.player_id where t.kind = 'welcome' and t.amount_minor > 0;
