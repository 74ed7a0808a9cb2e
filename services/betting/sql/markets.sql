-- The state of each market for bets: everything that can take it off offer, and whether it is on offer.
drop view if exists market_states;
create view market_states as
select m.id, m.fixture_id, m.breaks, f.status as fixture_status,
  m.held_at is not null or h.elsewhere as held,
  h.elsewhere as held_elsewhere,
  g.gone,
  w.awaits_decision,
  p.stopped_at is not null as own_limit,
  o.outcomes is not null or r.outcomes is not null as settled,
  f.status = 'cancelled' or c.closed as cancelled,
  m.status = 'active' and m.held_at is null and not h.elsewhere and o.outcomes is null and r.outcomes is null and not c.closed and not s.silent and f.status in ('upcoming', 'live') as open,
  m.sequence
from markets m
join fixtures f on f.id = m.fixture_id
cross join feed_state s
left join results r on r.market_id = m.id
left join operator_results o on o.market_id = m.id
left join own_prices p on p.market_id = m.id
-- A fixture of an earlier epoch of the feed gets no further messages.
cross join lateral (select f.epoch is not null and f.epoch is distinct from s.epoch as gone) g
-- Bets and cash-outs after the request for a result could come from somebody who knows that result.
cross join lateral (select exists (select from decisions d where d.market_id = m.id and d.status = 'pending') as awaits_decision) w
cross join lateral (
  select g.gone or w.awaits_decision or p.stopped_at is not null or m.volatile_until is not null or exists (
    select from stops x where (x.scope, x.id) in (('all', 'all'), ('sport', f.sport_id), ('fixture', f.id::text))
  ) as elsewhere
) h
cross join lateral (select exists (select from cancellations x where x.market_id = m.id and x.until_at is null) as closed) c;

-- Creates the hourly partitions (UTC) of price samples two hours ahead, and drops those older than `hours_kept`. Called before samples are written.
-- It runs with the rights of the table's owner, which the service does not have.
create or replace function keep_price_hours(at timestamptz, hours_kept int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  hour timestamptz;
  old text;
begin
  for hour in select generate_series(date_trunc('hour', at, 'UTC'), at + interval '2 hours', interval '1 hour') loop
    if to_regclass('price_samples_' || to_char(hour at time zone 'utc', 'YYYYMMDDHH24')) is null then
      execute format('create table %I partition of price_samples for values from (%L) to (%L)',
        'price_samples_' || to_char(hour at time zone 'utc', 'YYYYMMDDHH24'), hour, hour + interval '1 hour');
    end if;
  end loop;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'price_samples'::regclass
      and c.relname < 'price_samples_' || to_char((at - hours_kept * interval '1 hour') at time zone 'utc', 'YYYYMMDDHH24')
  loop
    execute format('drop table %I', old);
  end loop;
end $$;

-- Called after a restore from a dump, because transaction ids start again: every fixture then counts as changed long ago, until it changes again.
create or replace function restored() returns void language sql as $$
  update fixtures set changed_xid = '3'
$$;
