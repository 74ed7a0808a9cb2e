-- Alerts. `cause` names what raised it, so that a duplicate of its event raises nothing.
create table alerts (
  id uuid primary key default uuidv7(),
  cause text not null unique,
  type text not null,
  severity text not null,
  status text not null default 'open',
  description text not null,
  player_id uuid,
  operator_id uuid,
  amount_minor bigint,
  currency text,
  assignee_id uuid,
  about_type text,
  about_id text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index alerts_severity on alerts (severity, id);
create index alerts_status on alerts (status, severity, id);
create index alerts_player on alerts (player_id, id) where player_id is not null;

create table alert_notes (
  id uuid primary key default uuidv7(),
  alert_id uuid not null references alerts,
  operator_id uuid not null,
  text text not null,
  created_at timestamptz not null
);
create index alert_notes_alert on alert_notes (alert_id, id);
