-- What operators ask of games, the sums of rounds and their watch, and the favourites of players.

create table game_changes (
  id uuid primary key,
  game_id text not null references games,
  from_version int not null,
  from_rtp double precision not null,
  rtp double precision not null,
  solved_rtp double precision not null,
  -- As solved when it was requested: what is approved is what was shown.
  rules jsonb not null,
  par_sheet text not null,
  reason text not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  requester jsonb not null,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  rejection_reason text,
  -- Once published.
  version int,
  check ((status = 'pending') = (decided_by is null)),
  check ((status = 'approved') = (version is not null))
);
create unique index game_changes_pending on game_changes (game_id) where status = 'pending';

-- Tallies added up; the columns mean the same.
create table sums (
  game_id text not null,
  version int not null,
  day date not null,
  book text not null,
  currency text not null,
  rounds bigint not null,
  stake_minor bigint not null,
  payout_minor bigint not null,
  jackpot_minor bigint not null,
  returned double precision not null,
  expected double precision not null,
  variance double precision not null,
  last_at timestamptz not null,
  primary key (game_id, version, day, book, currency)
);

-- The results of a version since its watch began: at its first round, or where an operator activated the game again.
create table watches (
  game_id text not null,
  version int not null,
  since timestamptz not null,
  rounds bigint not null,
  returned double precision not null,
  expected double precision not null,
  variance double precision not null,
  -- When the results left their range; reported once.
  left_range_at timestamptz,
  primary key (game_id, version)
);

create table favourite_games (
  player_id uuid not null,
  game_id text not null,
  at timestamptz not null,
  primary key (player_id, game_id)
);
