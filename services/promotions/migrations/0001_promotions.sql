-- Promotions, the players they are offered to, their claims, and what counts towards wagering.

create table promotions (
  id uuid primary key,
  name text not null,
  description text not null,
  type text not null check (type in ('welcome_bonus', 'deposit_bonus', 'free_bet', 'cashback', 'loyalty_points')),
  status text not null check (status in ('draft', 'active', 'paused', 'expired')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  terms text not null,
  -- As the contract: Eligibility, Reward, WageringTerms. Terms of a claimed promotion never change.
  eligibility jsonb not null,
  reward jsonb not null,
  wagering jsonb,
  max_claims int check (max_claims > 0),
  -- Places taken. Counted by the last statement of a claim, so that the row is locked only while it commits.
  claimed int not null default 0,
  -- Of its events.
  version int not null default 1,
  -- Null for a seeded one.
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (ends_at > starts_at),
  check (max_claims is null or claimed <= max_claims)
) with (fillfactor = 70);
create index promotions_active on promotions (ends_at) where status = 'active';

-- What promotions knows of a player, from auth's and wallet's events; a row that is missing is requested from auth.
create table players (
  player_id uuid primary key,
  country text not null,
  jurisdiction text not null,
  currency text not null,
  level text not null,
  status text not null,
  demo boolean not null,
  registered_at timestamptz not null,
  -- Of the last event of auth about the account; older ones change nothing.
  version int not null,
  -- Approved deposits, counted by the events that arrived here.
  deposits int not null default 0,
  -- When the person keys were last read; null where they are still to be.
  keys_at timestamptz,
  keys_due_at timestamptz not null
) with (fillfactor = 70);
create index players_keys_due on players (keys_due_at) where keys_at is null;

-- Hashed traits of the person behind an account: players who share one are linked.
create table player_keys (
  player_id uuid not null,
  kind text not null check (kind in ('mailbox', 'device', 'person')),
  key text not null,
  primary key (player_id, kind, key)
);
create index player_keys_shared on player_keys (kind, key);

create table claims (
  id uuid primary key,
  promotion_id uuid not null references promotions,
  player_id uuid not null,
  type text not null,
  status text not null check (status in ('claimed', 'active', 'completed', 'expired', 'forfeited', 'cancelled')),
  waiting_for text check (waiting_for in ('deposit', 'operator')),
  claimed_at timestamptz not null,
  expires_at timestamptz not null,
  -- Stakes placed from then on count: when the bonus was decided.
  started_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('expired', 'spent', 'excluded', 'operator', 'player', 'closed')),
  country text not null,
  jurisdiction text not null,
  currency text not null,
  -- The terms it was made under: reward, how stakes count, the factor after its bound.
  terms jsonb not null,
  deposit_id uuid,
  bonus_minor bigint not null default 0 check (bonus_minor >= 0),
  wagering_required_minor bigint not null default 0 check (wagering_required_minor >= 0),
  wagering_completed_minor bigint not null default 0 check (wagering_completed_minor >= 0),
  -- Whether wallet gave the bonus.
  granted boolean not null default false,
  converted_minor bigint,
  forfeited_minor bigint,
  -- What wallet is still to do, and when it is requested again. Exactly one of convert and forfeit is ever asked for.
  step text check (step in ('grant', 'convert', 'forfeit')),
  step_due_at timestamptz,
  -- Of a claim that waited for an operator.
  approved_by uuid,
  approved_at timestamptz,
  -- Progress that no event has published yet.
  progressed boolean not null default false,
  version int not null default 1,
  unique (promotion_id, player_id),
  check ((step is null) = (step_due_at is null)),
  check (waiting_for is null or status = 'claimed'),
  check ((ended_at is null) = (status in ('claimed', 'active')))
) with (fillfactor = 70);
create index claims_of_player on claims (player_id, id desc);
create index claims_of_promotion on claims (promotion_id, id desc);
create index claims_open on claims (player_id) where ended_at is null;
create index claims_expiring on claims (expires_at) where ended_at is null;
create index claims_waiting on claims (id) where waiting_for = 'operator';
create index claims_steps on claims (step_due_at) where step is not null;
create index claims_progressed on claims (id) where progressed;

-- One claim of a promotion per person: mailbox and person are refused, a shared device (a household) waits for an operator.
create table claim_keys (
  claim_id uuid not null references claims,
  promotion_id uuid not null,
  kind text not null,
  key text not null,
  primary key (claim_id, kind, key)
);
create unique index claim_keys_person on claim_keys (promotion_id, kind, key) where kind in ('mailbox', 'person');
create index claim_keys_device on claim_keys (promotion_id, key) where kind = 'device';

-- What each bet and round counts towards a claim, by the newest event about it.
create table wagers (
  claim_id uuid not null,
  -- The bet or the round.
  stake_id uuid not null,
  version int not null,
  counted_minor bigint not null check (counted_minor >= 0),
  primary key (claim_id, stake_id)
) with (fillfactor = 80);

-- Legs of players who wager a bonus and of the accounts linked to them.
create table linked_legs (
  market_id text not null,
  selection_id text not null,
  player_id uuid not null,
  bet_id uuid not null,
  placed_at timestamptz not null,
  primary key (market_id, bet_id, selection_id)
);
create index linked_legs_placed on linked_legs (placed_at);

-- Published pairs: once per pair and market.
create table linked_finds (
  market_id text not null,
  first_player_id uuid not null,
  second_player_id uuid not null,
  found_at timestamptz not null,
  primary key (market_id, first_player_id, second_player_id)
);
