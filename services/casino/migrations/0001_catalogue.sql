-- The games, the immutable versions of their rules, and what rounds add up to.

create table games (
  id text primary key,
  version int not null,
  active boolean not null default true,
  paused_by text check (paused_by in ('operator', 'monitor')),
  paused_reason text,
  paused_at timestamptz,
  check (active = (paused_by is null))
);

-- Published once, never changed: rounds are played, verified and replayed by the rules of their version.
create table versions (
  game_id text not null references games deferrable initially deferred,
  version int not null check (version > 0),
  rules jsonb not null,
  rtp double precision not null,
  par_sheet text not null,
  published_at timestamptz not null,
  -- Null for the first version, which comes with the software.
  published_by uuid,
  primary key (game_id, version)
);

-- Sums of rounds, a row per batch and game: added up by a job, so that no two batches wait for each other. A voided round is counted out by negative sums.
create table tallies (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  game_id text not null,
  version int not null,
  book text not null,
  currency text not null,
  rounds int not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  jackpot_minor bigint not null,
  -- Sums over rounds of: return per unit of stake, its expected value, its variance.
  returned double precision not null,
  expected double precision not null,
  variance double precision not null
);
