-- How the events of this service travel, for operators. Read by the indexes of the relay and of the ages, and each counted no further than `most`.
create function delivery_counts(most int)
returns table (pending bigint, oldest_pending_at timestamptz, published bigint, applied bigint, failing bigint, dead bigint)
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  since timestamptz := now() - interval '1 hour';
begin
  select count(*), min(p.created_at) into pending, oldest_pending_at from (
    select o.created_at from outbox o where (o.xid, o.seq) > (select r.xid, r.seq from relay r) order by o.xid, o.seq limit most
  ) p;
  select count(*) into published from (
    select o.created_at from outbox o where (o.xid, o.seq) <= (select r.xid, r.seq from relay r) order by o.xid desc, o.seq desc limit most
  ) p where p.created_at > since;
  select count(*) into applied from (select from inbox i where i.heard_at > since limit most) a;
  -- A message that is no event has no UUID; the inbox does not know it.
  select count(*) into failing from (
    select from failures f
    where not exists (select from dead_letters d where d.consumer = f.consumer and d.event_id = f.event_id)
      and not exists (select from inbox i where i.consumer = f.consumer
        and i.event_id = case when f.event_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then f.event_id::uuid end)
    limit most
  ) f;
  select count(*) into dead from (select from dead_letters limit most) d;
  return next;
end $$;
