-- The audit log: one row per operator action, in one order. `hash` is over the hash before and the record; services/risk/README.md describes its bytes.
-- `before` and `after` are json and not jsonb, which refuses some texts that a record may hold.
create table audit_log (
  sequence bigint primary key,
  id uuid not null unique,
  service text not null,
  at timestamptz not null,
  operator_id uuid not null,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  reason text,
  before json,
  after json,
  address text,
  agent text,
  hash text not null
);
create index audit_log_operator on audit_log (operator_id, sequence);
create index audit_log_service on audit_log (service, sequence);
create index audit_log_at on audit_log (at);

-- The last record. Who appends locks this row, so there is one writer at a time.
create table audit_head (
  only_one boolean primary key default true check (only_one),
  sequence bigint not null default 0,
  hash text not null default repeat('0', 64),
  at timestamptz
);
insert into audit_head default values;
