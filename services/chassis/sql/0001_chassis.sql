-- The tables every room with PostgreSQL has: what it said, what it heard, what it gave up on, who holds which lease, which keys were used.

create table outbox (
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  id uuid not null default uuidv7(),
  type text not null,
  subject uuid not null,
  version bigint not null,
  data jsonb not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp()
) partition by range (created_at);
create index outbox_order on outbox (xid, seq);

-- Days are UTC. Called at start and by an hourly job: seven days ahead, thirty days back.
create function keep_outbox_days(today date) returns void language plpgsql as $$
declare
  day date;
  old text;
begin
  for day in select generate_series(today - 1, today + 7, interval '1 day')::date loop
    if to_regclass('outbox_' || to_char(day, 'YYYYMMDD')) is null then
      execute format('create table %I partition of outbox for values from (%L) to (%L)',
        'outbox_' || to_char(day, 'YYYYMMDD'), day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
    end if;
  end loop;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'outbox'::regclass and c.relname < 'outbox_' || to_char(today - 30, 'YYYYMMDD')
  loop
    execute format('drop table %I', old);
  end loop;
end $$;

-- How far the relay has published, and to which message server.
create table relay (
  only_one boolean primary key default true check (only_one),
  xid xid8 not null default '0',
  seq bigint not null default 0,
  server_id text
);
insert into relay default values;

create table inbox (
  consumer text not null,
  event_id uuid not null,
  heard_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index inbox_age on inbox (heard_at);

create table failures (
  consumer text not null,
  event_id text not null,
  count int not null,
  error text not null,
  failed_at timestamptz not null default now(),
  primary key (consumer, event_id)
);

create table dead_letters (
  id uuid primary key default uuidv7(),
  consumer text not null,
  event_id text not null,
  subject text not null,
  payload text not null,
  error text not null,
  created_at timestamptz not null default now(),
  unique (consumer, event_id)
);

create table leases (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);

create table idempotency (
  scope text not null,
  key text not null,
  fingerprint text not null,
  outcome jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_age on idempotency (created_at);
