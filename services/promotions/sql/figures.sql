-- Figures of the claims of promotions. A free bet costs its stake once it is used, cashback the amount paid, points their worth when they are given.
create or replace function promotion_figures(promotion_ids uuid[])
returns table (promotion_id uuid, active_claims bigint, completed_claims bigint, waiting_claims bigint, granted_minor bigint, cost_minor bigint, open_minor bigint)
language sql stable as $$
  with of_claims as (
    select c.promotion_id,
      count(*) filter (where c.status = 'active') as active,
      count(*) filter (where c.status = 'completed') as completed,
      count(*) filter (where c.waiting_for = 'operator') as waiting,
      coalesce(sum(c.bonus_minor) filter (where c.granted), 0) as granted,
      coalesce(sum(case when c.type = 'free_bet' and c.status = 'completed' then c.bonus_minor else c.converted_minor end), 0) as cost,
      coalesce(sum(c.bonus_minor) filter (where c.granted and c.ended_at is null), 0) as open
    from claims c where c.promotion_id = any (promotion_ids) group by c.promotion_id
  ), of_cashback as (
    select s.promotion_id, sum(s.amount_minor) filter (where s.status in ('paid', 'pending')) as granted,
      sum(s.amount_minor) filter (where s.status = 'paid') as cost, sum(s.amount_minor) filter (where s.status = 'pending') as open
    from cashback_statements s where s.promotion_id = any (promotion_ids) group by s.promotion_id
  ), of_points as (
    select c.promotion_id, sum(e.points) as points from points_entries e join claims c on c.id = e.source_id
    where e.kind = 'bonus' and c.promotion_id = any (promotion_ids) group by c.promotion_id
  )
  select p.id, coalesce(c.active, 0), coalesce(c.completed, 0), coalesce(c.waiting, 0),
    (coalesce(c.granted, 0) + coalesce(b.granted, 0) + coalesce(e.points, 0))::bigint,
    (coalesce(c.cost, 0) + coalesce(b.cost, 0) + coalesce(e.points, 0))::bigint,
    (coalesce(c.open, 0) + coalesce(b.open, 0))::bigint
  from unnest(promotion_ids) as p (id)
  left join of_claims c on c.promotion_id = p.id left join of_cashback b on b.promotion_id = p.id left join of_points e on e.promotion_id = p.id
$$;
