-- Destinations of withdrawals that their players saved: sealed under their id, and compared by a keyed hash of the account.
create table saved_destinations (
  id uuid primary key,
  player_id uuid not null references players,
  method text not null,
  destination bytea not null,
  destination_key bytea not null,
  label text not null,
  saved_at timestamptz not null,
  last_used_at timestamptz,
  unique (player_id, method, destination_key)
);
