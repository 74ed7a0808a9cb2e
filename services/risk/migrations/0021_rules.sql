-- What rules are measured on: who (`subject`: a player or an operator) did what (`kind`) when, on what (`trait`: a device, a market, a currency pair), and how much of it.
create table signals (
  event_id uuid not null,
  kind text not null,
  subject uuid,
  trait text not null,
  detail text not null,
  at timestamptz not null,
  value bigint not null,
  service text not null,
  name text not null,
  aggregate uuid not null,
  primary key (event_id, kind, trait)
);
create index signals_subject on signals (subject, kind, at) where subject is not null;
create index signals_trait on signals (trait, kind, at) where trait <> '';
-- By an expression, so that a read by subject or trait never walks along the times of everybody's signals, whatever the planner knows of the table.
create index signals_age on signals ((kind || ''), at);

-- Sums of a subject's signals per UTC day, for what is compared with weeks.
create table signal_days (
  kind text not null,
  subject uuid not null,
  day date not null,
  count int not null,
  sum bigint not null,
  primary key (subject, kind, day)
);
create index signal_days_age on signal_days (kind, day);

-- Signals whose rules are still to be evaluated. Written with the signals, deleted with the alerts that follow from them.
create table signal_marks (
  id bigint generated always as identity primary key,
  kind text not null,
  subject uuid,
  trait text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- The highest among them.
  value bigint not null,
  -- Measured from a moment after this on.
  marked_at timestamptz not null default now(),
  -- Left for one rule: it failed so often, or is throttled.
  rule_id text,
  failures int not null default 0
);
create index signal_marks_due on signal_marks (marked_at);

-- What operators changed of a rule.
create table rule_settings (
  rule_id text primary key,
  enabled boolean not null,
  severity text not null,
  threshold double precision not null,
  window_minutes int,
  version int not null,
  changed_at timestamptz not null,
  changed_by uuid not null
);

-- Rules that raised too many alerts within an hour.
create table rule_throttles (
  rule_id text primary key,
  until timestamptz not null
);

-- `rule_case` names the case: a closed alert may be followed by another of the same case. `rule_measured` is the highest that was measured.
alter table alerts add column rule_id text, add column rule_from timestamptz, add column rule_until timestamptz,
  add column rule_case text, add column rule_measured double precision;
create index alerts_case on alerts (rule_case, id) where rule_case is not null;
create index alerts_rule on alerts (rule_id, created_at) where rule_id is not null;
create index alerts_type on alerts (type, id);

-- The events behind an alert of a rule, kept with it.
create table alert_events (
  alert_id uuid not null references alerts,
  event_id uuid not null,
  service text not null,
  name text not null,
  at timestamptz not null,
  player_id uuid,
  aggregate uuid not null,
  value double precision,
  primary key (alert_id, event_id)
);
create index alert_events_player on alert_events (player_id) where player_id is not null;
