-- Movements of the house's accounts from one minute to before another, real money only. Whole hours are read by the hour, the edges by the minute.
-- Plain SQL without settings, so that it is inlined into a statement and planned with its instants.
create or replace function house_between(since timestamptz, until timestamptz)
returns table (currency text, account text, kind text, amount_minor bigint) language sql stable as $$
  select h.currency, h.account, h.kind, h.amount_minor from house_hours h
  where h.book = 'real' and h.hour >= first_hour(since) and h.hour < date_trunc('hour', until, 'UTC')
  union all
  select m.currency, m.account, m.kind, m.amount_minor from house_minutes m
  where m.book = 'real' and m.minute >= since and m.minute < least(first_hour(since), until)
  union all
  select m.currency, m.account, m.kind, m.amount_minor from house_minutes m
  where m.book = 'real' and m.minute >= greatest(first_hour(since), date_trunc('hour', until, 'UTC')) and m.minute < until
$$;

-- Results of the bets that were settled in the period, read in the same way.
create or replace function closed_between(since timestamptz, until timestamptz)
returns table (currency text, wagered_minor bigint, paid_minor bigint, free_minor bigint) language sql stable as $$
  select h.currency, h.wagered_minor, h.paid_minor, h.free_minor from closed_hours h
  where h.hour >= first_hour(since) and h.hour < date_trunc('hour', until, 'UTC')
  union all
  select m.currency, m.wagered_minor, m.paid_minor, m.free_minor from closed_minutes m
  where m.minute >= since and m.minute < least(first_hour(since), until)
  union all
  select m.currency, m.wagered_minor, m.paid_minor, m.free_minor from closed_minutes m
  where m.minute >= greatest(first_hour(since), date_trunc('hour', until, 'UTC')) and m.minute < until
$$;
