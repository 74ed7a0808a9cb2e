-- What is to be published next: after a place, or else after the mark, each transaction once all before it have ended. By sub-selects, so that the mark bounds the index;
-- as a join it would filter a walk over all rows. In the order of the index by one plan: planned for each page it costs three times what it does.
create function unpublished(after_xid xid8, after_seq bigint, most int)
returns table (xid text, seq bigint, id uuid, type text, subject uuid, version bigint, data jsonb, traceparent text, "createdAt" timestamptz)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query select o.xid::text, o.seq, o.id, o.type, o.subject, o.version, o.data, o.traceparent, o.created_at from outbox o
    where (o.xid, o.seq) > (coalesce(after_xid, (select r.xid from relay r)), coalesce(after_seq, (select r.seq from relay r)))
      and o.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by o.xid, o.seq limit most;
end $$;
