-- Players and their seeds, game sessions, rounds, and how far rounds were compared with wallet.
-- One lock order everywhere: players, rounds, sessions, each in the order of its ids or with skip locked.

-- A seed's text is derived from its id by the key of the service, so nothing of it is stored before it is revealed.
create table seeds (
  id uuid primary key,
  player_id uuid not null,
  hash text not null,
  client_seed text not null,
  created_at timestamptz not null,
  server_seed text,
  last_nonce int,
  revealed_at timestamptz,
  check ((server_seed is null) = (revealed_at is null)),
  check ((last_nonce is null) = (revealed_at is null))
);
create unique index seeds_current on seeds (player_id) where revealed_at is null;
create index seeds_revealed on seeds (player_id, id) where revealed_at is not null;

-- What the next round of a player takes: its seed and nonce. Locked by whoever begins a round or rotates the seed.
create table players (
  player_id uuid primary key,
  seed_id uuid not null references seeds deferrable initially deferred,
  client_seed text not null,
  next_nonce int not null default 1 check (next_nonce > 0),
  last_round_at timestamptz
) with (fillfactor = 50);

create table sessions (
  id uuid primary key default uuidv7(),
  player_id uuid not null,
  game_id text not null,
  started_at timestamptz not null,
  last_round_at timestamptz not null,
  ended_at timestamptz,
  rounds int not null default 0,
  wagered_minor bigint not null default 0,
  won_minor bigint not null default 0,
  currency text
) with (fillfactor = 70);
create unique index sessions_open on sessions (player_id, game_id) where ended_at is null;
create index sessions_player on sessions (player_id, id);

-- A round is open while wallet is asked about one of its steps (`asked_step`) or a hand waits for its player. `step` is the last that wallet decided.
-- `act_at` is when the step is asked about again, or the hand stands by itself, or the void is asked for again.
-- A refused round took no stake: it is in no list. The currency is wallet's answer to the first step; a round without one is shown to nobody.
create table rounds (
  id uuid primary key,
  player_id uuid not null,
  session_id uuid not null,
  game_id text not null,
  version int not null,
  book text not null check (book in ('real', 'play')),
  jurisdiction text not null,
  currency text,
  status text not null default 'open' check (status in ('open', 'settled', 'void', 'refused')),
  wager jsonb not null,
  -- What the first step stakes; `stake_minor` is with all that later steps added.
  first_stake_minor bigint not null check (first_stake_minor > 0),
  stake_minor bigint not null check (stake_minor >= first_stake_minor),
  payout_minor bigint not null default 0 check (payout_minor >= 0),
  -- The part of the payout that the jackpot's pool paid.
  jackpot_minor bigint not null default 0 check (jackpot_minor between 0 and payout_minor),
  seed_id uuid not null,
  nonce int not null,
  actions text[] not null default '{}',
  step int not null default -1,
  asked_step int,
  asked_actions text[] not null default '{}',
  outcome jsonb,
  -- What wallet refused, by step.
  refusals jsonb not null default '{}',
  -- How many events were published about it.
  events int not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz,
  act_at timestamptz,
  voided_at timestamptz,
  voided_by uuid,
  voided_reason text,
  -- Whether wallet has answered that it is void.
  void_taken boolean,
  check ((status = 'settled') <= (outcome is not null and currency is not null and settled_at is not null)),
  check ((status = 'void') = (voided_at is not null)),
  check (asked_step is null or status = 'open')
) with (fillfactor = 90);
create index rounds_player on rounds (player_id, game_id, id);
create index rounds_reference on rounds (right(id::text, 8));
create index rounds_open on rounds (player_id) where status = 'open';
create index rounds_due on rounds (act_at) where act_at is not null;
create index rounds_jackpot on rounds (id) where jackpot_minor > 0;

-- Rounds up to this id were compared with wallet. Those that were still open then, or did not agree, are compared again until they are over and agree.
create table compared (only_one boolean primary key default true check (only_one), round_id uuid not null);
insert into compared (round_id) values ('00000000-0000-0000-0000-000000000000');
create table compare_again (
  round_id uuid primary key,
  found_at timestamptz not null,
  -- Null while they agree.
  ours jsonb,
  theirs jsonb
);

-- One call to play a round, as reserve_rounds reads it from JSON: its key, and its round or the refusal it came with. The other attributes are found there.
create type reservation as (
  place int,
  scope text,
  key text,
  fingerprint text,
  refusal jsonb,
  id uuid,
  player_id uuid,
  book text,
  jurisdiction text,
  game_id text,
  version int,
  wager jsonb,
  stake_minor bigint,
  pace_ms int,
  -- A hand stays open between its actions; a player has one of a game at a time.
  is_hand boolean,
  state text,
  outcome jsonb,
  seed_id uuid,
  client_seed text,
  nonce int,
  session_id uuid,
  begins_session boolean,
  open_id uuid,
  wait_ms int
);

-- One step of a round that wallet took, as record_steps reads it from JSON.
create type taken_step as (
  place int,
  id uuid,
  session_id uuid,
  game_id text,
  version int,
  book text,
  step int,
  currency text,
  closes boolean,
  stake_minor bigint,
  payout_minor bigint,
  jackpot_minor bigint,
  outcome jsonb,
  act_at timestamptz,
  -- The data of RoundSettled.
  event jsonb,
  returned double precision,
  expected double precision,
  variance double precision
);
