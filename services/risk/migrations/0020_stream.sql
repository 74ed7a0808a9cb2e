-- Events of all services as operators look at them, kept 7 days. `refs`: every id that an event names, its aggregate too.
-- `data` is json and not jsonb, which refuses some texts that an event may hold.
create table stream_events (
  id uuid primary key,
  service text not null,
  name text not null,
  aggregate uuid not null,
  version bigint not null,
  at timestamptz not null,
  trace_id text,
  player_id uuid,
  refs uuid[] not null,
  data json not null
);
create index stream_events_at on stream_events (at, id);
create index stream_events_service on stream_events (service, at, id);
create index stream_events_name on stream_events (name, at, id);
create index stream_events_player on stream_events (player_id, at, id) where player_id is not null;
create index stream_events_trace on stream_events (trace_id) where trace_id is not null;
create index stream_events_refs on stream_events using gin (refs);
