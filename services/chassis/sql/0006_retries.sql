-- When operators last retried a dead letter: those never retried have their turn first, so that one which always fails keeps none from it.
alter table dead_letters add column retried_at timestamptz;
create index dead_letters_turn on dead_letters (retried_at nulls first, id);

-- As before, and with the events that were given up in the last hour.
drop function delivery_counts(int);
create function delivery_counts(most int)
returns table (pending bigint, oldest_pending_at timestamptz, published bigint, applied bigint, failing bigint, failed bigint, dead bigint)
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
  select count(*), count(*) filter (where d.created_at > since) into dead, failed from (select created_at from dead_letters order by id desc limit most) d;
  return next;
end $$;

-- Deletes at most so many events that were published and are more than an hour old, oldest first; returns how many. The owner deletes for the service, which cannot.
-- A replay to a message server that lost what it had not yet synced goes back ten minutes from the newest published event: those stay.
create function prune_outbox(most int) returns bigint language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  pruned bigint;
  newest timestamptz;
begin
  select o.created_at into newest from outbox o where (o.xid, o.seq) <= (select r.xid, r.seq from relay r) order by o.xid desc, o.seq desc limit 1;
  with picked as materialized (
    select o.xid, o.seq, o.created_at from outbox o
    where (o.xid, o.seq) <= (select r.xid, r.seq from relay r)
      and o.created_at < least(now() - interval '60 minutes', newest - interval '10 minutes')
    order by o.xid, o.seq limit most
  )
  delete from outbox o using picked p where o.xid = p.xid and o.seq = p.seq and o.created_at = p.created_at;
  get diagnostics pruned = row_count;
  return pruned;
end $$;
