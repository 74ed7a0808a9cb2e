-- Operators' actions on players, from the audit log: whoever acted on a player shortly before an alert about the same matter cannot close it.
create table player_acts (
  event_id uuid not null,
  player_id uuid not null,
  operator_id uuid not null,
  action text not null,
  at timestamptz not null,
  primary key (player_id, event_id)
);
create index player_acts_at on player_acts (player_id, at);
