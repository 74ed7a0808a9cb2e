-- The days of the outbox are kept by the owner of its table, for the service that calls this: never for another day than today.
create or replace function keep_outbox_days(today date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  day date;
  old text;
begin
  if abs(today - (now() at time zone 'utc')::date) > 1 then
    raise exception 'the days of the outbox are kept for today, not for %', today;
  end if;
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
