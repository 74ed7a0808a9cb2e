-- Deletes at most so many events that were published, oldest first; returns how many. The owner deletes for the service, which cannot.
-- It leaves all that a replay to a message server without its last messages starts from (the newest 20,000 events, and ten minutes before the newest),
-- everything younger than a day, and the actions of operators, which the audit log can be compared with. Only days past, by `keep_outbox_days`, take those.
create or replace function prune_outbox(most int) returns bigint language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  pruned bigint;
  newest timestamptz;
  kept_xid xid8;
  kept_seq bigint;
begin
  select o.created_at into newest from outbox o where (o.xid, o.seq) <= (select r.xid, r.seq from relay r) order by o.xid desc, o.seq desc limit 1;
  select o.xid, o.seq into kept_xid, kept_seq from outbox o
    where (o.xid, o.seq) <= (select r.xid, r.seq from relay r) order by o.xid desc, o.seq desc offset 20000 limit 1;
  if kept_seq is null then
    return 0;
  end if;
  with picked as materialized (
    select o.xid, o.seq, o.created_at from outbox o
    where (o.xid, o.seq) < (kept_xid, kept_seq)
      and o.created_at < least(now() - interval '24 hours', newest - interval '10 minutes')
      and o.type not like 'evt.%.OperatorActed.%'
    order by o.xid, o.seq limit most
  )
  delete from outbox o using picked p where o.xid = p.xid and o.seq = p.seq and o.created_at = p.created_at;
  get diagnostics pruned = row_count;
  return pruned;
end $$;
