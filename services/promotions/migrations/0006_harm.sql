-- Players to whom no bonus is given, by the harm score that risk publishes. Older versions change nothing.
create table harm_scores (
  player_id uuid primary key,
  version int not null,
  is_at_risk boolean not null
);
