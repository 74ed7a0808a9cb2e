-- The harm score of a player as it last was computed, read by whatever it refuses.
create table if not exists harm_scores (
  player_id uuid primary key,
  score int not null check (score between 0 and 100),
  is_at_risk boolean not null,
  -- Names of its markers.
  reasons jsonb not null default '[]'
);
