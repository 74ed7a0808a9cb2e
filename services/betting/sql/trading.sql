-- The liability limits that apply when a bet is placed.

-- The limit of each outcome of the market: that of the narrowest scope that has one.
create or replace function liability_limit(market uuid, default_minor bigint) returns bigint language sql stable as $$
  select coalesce((
    select l.max_liability_minor
    from markets m join fixtures f on f.id = m.fixture_id
    join limits l on (l.scope, l.id) in (('market', m.id::text), ('type', m.type), ('competition', f.competition_id), ('sport', f.sport_id), ('default', 'default'))
    where m.id = market
    order by array_position(array['market', 'type', 'competition', 'sport', 'default'], l.scope) limit 1), default_minor)
$$;

-- The highest stake within the exposure limits of a draft's selections; null if the draft's own stake is within them.
create or replace function exposure_max_stake(draft placement, liability bigint, max_liability bigint) returns bigint language sql stable as $$
  select min(left_minor * 1000 / (leg.odds_milli - 1000))
  from (
    select l.odds_milli, liability_limit(e.market_id, max_liability) - e.liability_minor as left_minor
    from unnest(draft.legs) l join exposure e on e.selection_id = l.selection_id
  ) leg
  where left_minor < leg_liability(liability, draft.stake_minor, leg.odds_milli)
$$;
