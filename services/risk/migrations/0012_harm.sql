-- What the harm score of a player is computed from: sums per UTC day, single events, and what the next play is compared with. Kept 40 days.
create table harm_players (
  player_id uuid primary key,
  currency text,
  last_loss_at timestamptz,
  last_loss_minor bigint,
  session_started_at timestamptz,
  last_play_at timestamptz,
  -- The player's own daily limits in force, by type.
  limits jsonb not null default '{}',
  -- Computed anew by a job.
  dirty boolean not null default true
);
create index harm_players_dirty on harm_players (player_id) where dirty;

create table harm_days (
  player_id uuid not null,
  day date not null,
  staked_minor bigint not null default 0,
  returned_minor bigint not null default 0,
  raises int not null default 0,
  is_night boolean not null default false,
  longest_minutes int not null default 0,
  first_play_at timestamptz,
  last_play_at timestamptz,
  primary key (player_id, day)
);
create index harm_days_age on harm_days (day);

create table harm_events (
  id uuid primary key,
  player_id uuid not null,
  kind text not null,
  at timestamptz not null,
  amount_minor bigint,
  currency text
);
create index harm_events_player on harm_events (player_id, at);
create index harm_events_age on harm_events (at);

create table harm_scores (
  player_id uuid primary key,
  score int not null,
  is_at_risk boolean not null,
  -- Names of the markers.
  reasons jsonb not null,
  -- With their points, inputs and since when.
  markers jsonb not null,
  version int not null,
  at_risk_since timestamptz,
  computed_at timestamptz not null
);
create index harm_scores_age on harm_scores (computed_at) where score > 0;

-- What the score stopped or offered, with its reasons at that time.
create table interventions (
  id uuid primary key default uuidv7(),
  player_id uuid not null,
  kind text not null,
  score int not null,
  reasons jsonb not null,
  answer text,
  created_at timestamptz not null,
  -- Of an offered pause: the UTC day, once per player.
  offered_on date,
  unique (player_id, offered_on)
);
create index interventions_player on interventions (player_id, id);
