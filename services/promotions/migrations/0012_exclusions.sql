-- The end of each player's longest exclusion, `infinity` for a permanent one. A claim locks the row of its player, so that of a claim and an exclusion at once the later one sees the other.
create table exclusions (
  player_id uuid primary key,
  until timestamptz not null default '-infinity'
);
