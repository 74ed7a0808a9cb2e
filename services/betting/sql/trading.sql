-- What operators' rules mean where bets are placed.

-- What one outcome of the market may cost: the narrowest scope that says anything.
create or replace function liability_limit(market uuid, default_minor bigint) returns bigint language sql stable as $$
  select coalesce((
    select l.max_liability_minor
    from markets m join fixtures f on f.id = m.fixture_id
    join limits l on (l.scope, l.id) in (('market', m.id::text), ('type', m.type), ('competition', f.competition_id), ('sport', f.sport_id), ('default', 'default'))
    where m.id = market
    order by array_position(array['market', 'type', 'competition', 'sport', 'default'], l.scope) limit 1), default_minor)
$$;
