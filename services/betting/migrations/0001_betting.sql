-- Betting's tables: what is on offer, what the feed said of it, the bets and what they could cost.
-- Prices lie in Redis; here is the price each leg was placed at, and one sample per selection and second.
-- One lock order everywhere: keys, bets, the feed's voice (feed_state), markets, fixtures, exposure, players' days, each in the order of its ids or with skip locked.
-- The feed waits for nothing that a bet holds but the markets a decision is looking at.

create table sports (
  id text primary key,
  name text not null
);

create table competitions (
  id text primary key,
  sport_id text not null references sports,
  name text not null,
  country text not null
);

-- Rows that the catalogue shows carry the transaction that last changed them, so that every instance reads exactly what is new to it.
create table fixtures (
  id uuid primary key,
  sport_id text not null references sports,
  competition_id text not null references competitions,
  home_team text not null,
  away_team text not null,
  starts_at timestamptz not null,
  status text not null check (status in ('upcoming', 'live', 'ended', 'cancelled')),
  score jsonb,
  pace_milli int not null,
  sequence bigint not null,
  ended_at timestamptz,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index fixtures_changed on fixtures (changed_xid);
create index fixtures_open on fixtures (id) where ended_at is null;

-- Status is what the feed last said, sequence the message that said it. A market may be known before its fixture: messages overtake each other.
-- Breaks count how often it was off offer or out of sight, so that nobody accepts a bet across one.
create table markets (
  id uuid primary key,
  fixture_id uuid not null,
  type text not null,
  name text not null,
  line_quarters int,
  margin_bp int not null,
  sort_order int not null,
  status text not null check (status in ('active', 'suspended', 'deactivated')),
  sequence bigint not null,
  breaks int not null default 0,
  held_at timestamptz,
  held_by uuid,
  version bigint not null default 0,
  check ((held_at is null) = (held_by is null))
);
create index markets_fixture on markets (fixture_id);

create table selections (
  id uuid primary key,
  market_id uuid not null,
  name text not null,
  outcome text not null,
  place int not null
);
create index selections_market on selections (market_id);

-- The last word on a market by sequence; without outcomes it was rolled back.
create table results (
  market_id uuid primary key,
  fixture_id uuid not null,
  sequence bigint not null,
  certainty text check (certainty in ('provisional', 'confirmed')),
  outcomes jsonb,
  heard_at timestamptz not null,
  check ((outcomes is null) = (certainty is null))
);

-- Bets placed within the window are void; a missing end leaves it open on that side.
create table cancellations (
  market_id uuid not null,
  sequence bigint not null,
  from_at timestamptz,
  until_at timestamptz,
  reason text not null,
  primary key (market_id, sequence)
);

-- What was said that bets must be looked at again for. Rows are only ever added by whoever says it, so that the feed waits for no settlement under way;
-- a row goes once all bets on its market were looked at after it was there.
create table due_markets (
  place bigint generated always as identity primary key,
  market_id uuid not null,
  due_at timestamptz not null
);
create index due_markets_market on due_markets (market_id);

-- Whether the feed is heard. While it is not, nothing is on offer.
create table feed_state (
  only_one boolean primary key default true check (only_one),
  silent boolean not null default true,
  since timestamptz not null default now(),
  epoch text
);
insert into feed_state default values;

create table price_samples (
  selection_id uuid not null,
  at timestamptz not null,
  odds_milli int not null,
  primary key (selection_id, at)
) partition by range (at);

-- Stake says what wallet is known to have answered. Due is everything the bet must have paid by its version.
-- Act_at is when somebody must act next: ask wallet again, decide, or settle by coin.
create table bets (
  player_id uuid not null,
  id uuid not null,
  type text not null check (type in ('single', 'accumulator', 'system')),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'rejected', 'won', 'lost', 'void', 'half_won', 'half_lost', 'cashed_out')),
  stake text not null default 'asked' check (stake in ('asked', 'taken', 'refused')),
  book text not null check (book in ('real', 'play')),
  currency text not null,
  stake_minor bigint not null check (stake_minor > 0),
  odds_milli bigint not null,
  potential_minor bigint not null check (potential_minor >= stake_minor),
  due_minor bigint not null default 0 check (due_minor between 0 and potential_minor),
  price_policy text not null check (price_policy in ('none', 'better', 'any')),
  tolerance double precision,
  delay_ms int not null,
  version int not null default 0,
  by_hand boolean not null default false,
  rejection jsonb,
  placed_at timestamptz not null,
  accepted_at timestamptz,
  settled_at timestamptz,
  act_at timestamptz,
  changed_at timestamptz not null,
  primary key (player_id, id),
  check ((status = 'rejected') = (rejection is not null)),
  check (status in ('pending', 'rejected') or stake = 'taken'),
  check (status in ('pending', 'rejected') or accepted_at is not null)
) with (fillfactor = 70);
create unique index bets_id on bets (id);
create index bets_act on bets (status, stake, act_at) where act_at is not null;
create index bets_changed on bets (changed_at, id);

-- A leg keeps the words and the price it was placed with, whatever becomes of the catalogue.
create table bet_legs (
  player_id uuid not null,
  bet_id uuid not null,
  place int not null,
  fixture_id uuid not null,
  market_id uuid not null,
  selection_id uuid not null,
  fixture text not null,
  market text not null,
  selection text not null,
  odds_milli int not null,
  breaks int not null,
  status text not null default 'open' check (status in ('open', 'won', 'lost', 'void', 'half_won', 'half_lost')),
  primary key (player_id, bet_id, place)
) with (fillfactor = 70);
create index bet_legs_market on bet_legs (market_id, player_id, bet_id);

-- What the open bets on a selection could cost, beyond their stakes; real money only.
create table exposure (
  selection_id uuid primary key,
  market_id uuid not null,
  fixture_id uuid not null,
  bets int not null default 0 check (bets >= 0),
  stake_minor bigint not null default 0 check (stake_minor >= 0),
  liability_minor bigint not null default 0 check (liability_minor >= 0)
) with (fillfactor = 50);
create index exposure_fixture on exposure (fixture_id);

-- What a player placed on a UTC day and could win by it; rejected bets do not count.
create table player_days (
  player_id uuid not null,
  day date not null,
  book text not null,
  bets int not null default 0 check (bets >= 0),
  potential_minor bigint not null default 0 check (potential_minor >= 0),
  primary key (player_id, day)
) with (fillfactor = 50);
create index player_days_day on player_days (day);

-- How far bets were compared with what wallet knows of their stakes, and what did not agree.
create table compared (
  only_one boolean primary key default true check (only_one),
  changed_at timestamptz not null default '-infinity',
  bet_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into compared default values;

create table mismatches (
  bet_id uuid primary key,
  player_id uuid not null,
  found_at timestamptz not null,
  ours jsonb not null,
  theirs jsonb
);
