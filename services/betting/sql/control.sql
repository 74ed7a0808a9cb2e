-- The totals that operators decide alone.

-- The total that one operator alone moved on the UTC day of that instant: bets settled by hand, decisions on markets,
-- and the expected cost of bets at odds they set. `except_bet` is left out.
create or replace function operator_moved(operator uuid, at timestamptz, except_bet uuid) returns bigint language sql stable as $$
  select coalesce((
      select sum(h.moved_minor) from hand_moves h
      where h.operator_id = operator and h.day = (at at time zone 'utc')::date and h.bet_id is distinct from except_bet
    ), 0)::bigint
    + coalesce((
      select sum((d.preview ->> 'movedMinor')::bigint) from decisions d
      where d.requested_by = operator and d.status = 'applied' and d.decided_by = d.requested_by and d.decided_at >= date_trunc('day', at, 'UTC')
    ), 0)::bigint
    + coalesce((select o.loss_minor from own_price_losses o where o.operator_id = operator and o.day = (at at time zone 'utc')::date), 0)
$$;
