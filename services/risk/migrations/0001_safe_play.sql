-- Safe play: the play part of each player's permit with its version, limits, exclusions, reality checks and play sessions.

-- A player, made by their first change or stake. Wallet has the permit once confirmed_version is permit_version.
create table players (
  player_id uuid primary key,
  permit_version bigint not null default 1,
  confirmed_version bigint not null default 0 check (confirmed_version <= permit_version),
  -- While wallet has not confirmed: when it is asked again, and how often it was.
  retry_at timestamptz,
  retries int not null default 0,
  -- The latest end of all exclusions; the last day of the year 9999 if permanent. Null once ExclusionEnded was published.
  excluded_until timestamptz,
  -- The interval of reality checks in force, and a longer one that waits for the end of the session or the next acknowledgement.
  check_minutes int not null,
  next_minutes int,
  acknowledged_at timestamptz,
  -- As the contract: PlaySettings.
  settings jsonb not null,
  -- When wallet is asked next whether a check is due; null until another stake.
  look_at timestamptz
) with (fillfactor = 70);
create index players_unconfirmed on players (retry_at) where confirmed_version < permit_version;
create index players_excluded on players (excluded_until) where excluded_until is not null;
create index players_look on players (look_at) where look_at is not null;

-- One row per player and type, also after the limit was removed.
create table limits (
  id uuid primary key,
  player_id uuid not null references players,
  limit_type text not null,
  -- In minor units of the play currency, or in minutes. Null: removed.
  value bigint check (value > 0),
  effective_from timestamptz not null,
  created_at timestamptz not null,
  -- A raise, or a removal without a value, since it was asked for.
  pending_value bigint check (pending_value > 0),
  pending_at timestamptz,
  -- Of its events.
  version int not null,
  -- The permit that first has the value in force.
  permit_version bigint not null,
  unique (player_id, limit_type),
  check (pending_value is null or pending_at is not null)
);
create index limits_pending on limits (pending_at) where pending_at is not null;

create table exclusions (
  id uuid primary key,
  player_id uuid not null references players,
  -- Null: permanent.
  days int,
  reason text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- The permit that first has it.
  permit_version bigint not null,
  check ((days is null) = (ends_at is null))
);
create index exclusions_of_player on exclusions (player_id, starts_at);

create table reality_checks (
  id uuid primary key,
  player_id uuid not null references players,
  due_at timestamptz not null,
  minutes int not null,
  acknowledged_at timestamptz,
  -- The permit that has the acknowledgement; null where the check was out of date by then.
  permit_version bigint,
  unique (player_id, due_at)
);

-- Sessions as risk sees them by events, for the statement.
create table play_sessions (
  player_id uuid not null references players,
  started_at timestamptz not null,
  last_stake_at timestamptz not null,
  primary key (player_id, started_at),
  check (last_stake_at >= started_at)
);
