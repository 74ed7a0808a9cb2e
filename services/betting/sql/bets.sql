-- The steps of a bet that take locks in an order of their own: placed and rejected, each a batch in one round trip.
-- A row per item says what became of it, never an exception.

-- A bet as its facts say it. Stable, as what it calls is: declared as more it would be called for each row and never become part of its query.
create or replace function bet_fact(b bets) returns jsonb language sql stable as $$
  select jsonb_build_object('betId', b.id, 'playerId', b.player_id, 'currency', b.currency, 'version', b.version,
    'stakeMinor', b.stake_minor, 'dueMinor', b.due_minor, 'status', b.status, 'book', b.book)
$$;

-- What became of a leg, as the moments of its bet tell it; nothing of no leg.
create or replace function leg_moment(selection uuid, status text, dead_heat jsonb) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('selectionId', selection, 'legStatus', status, 'deadHeat', dead_heat))
$$;

-- What a bet is expected to cost beyond its stake where one of its legs wins, the others at the chances their prices say: what a single on that leg would. Charged with all that
-- a long accumulator may win, a selection would be full by a few coins on it.
create or replace function leg_liability(most bigint, stake bigint, odds_milli int) returns bigint language sql immutable as $$
  select least(most, stake * (odds_milli - 1000) / 1000)
$$;

-- Keeps each command's first outcome under its key, and inserts the bets that nothing speaks against. An item that comes with a refusal keeps that;
-- the others are held against what only the database knows: the market now, what the player may win by today's bets, what the selection may cost.
-- Keys are looked up in their indexes by one plan, whatever the statistics say: planned for a bet each time, or by reading every market, it costs many times as much.
create or replace function place_bets(at timestamptz, items jsonb, live_delay int, upcoming_delay int, ask_again_ms int, max_day bigint, max_liability bigint)
returns table (place int, fresh boolean, same boolean, outcome jsonb) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  today constant date := (at at time zone 'utc')::date;
  fresh_places int[];
  taken_places int[] := '{}';
  bet record;
  state record;
  room bigint;
  refusal jsonb;
begin
  with given as (
    select * from jsonb_to_recordset(items) as i (place int, scope text, key text, fingerprint text, id uuid, refusal jsonb)
  ),
  kept as (
    insert into idempotency (scope, key, fingerprint, outcome)
    select i.scope, i.key, i.fingerprint, case when i.refusal is null then jsonb_build_object('bet', i.id) else jsonb_build_object('refusal', i.refusal) end
    from given i order by i.scope, i.key
    on conflict do nothing
    returning scope, key
  )
  select coalesce(array_agg(i.place), '{}') into fresh_places from given i join kept k on k.scope = i.scope and k.key = i.key;

  -- Every lock is taken in order before anything is judged, so that batches queue and never wait in a circle.
  insert into exposure (selection_id, market_id, fixture_id)
  select distinct l."selectionId", l."marketId", l."fixtureId"
  from jsonb_to_recordset(items) as i (place int, refusal jsonb, book text, legs jsonb)
  cross join jsonb_to_recordset(i.legs) as l ("selectionId" uuid, "marketId" uuid, "fixtureId" uuid)
  where i.place = any (fresh_places) and i.refusal is null and i.book = 'real'
  order by 1 on conflict do nothing;
  perform from exposure e where e.selection_id in (
    select l."selectionId" from jsonb_to_recordset(items) as i (place int, refusal jsonb, book text, legs jsonb)
    cross join jsonb_to_recordset(i.legs) as l ("selectionId" uuid)
    where i.place = any (fresh_places) and i.refusal is null and i.book = 'real'
  ) order by e.selection_id for no key update;
  insert into player_days (player_id, day, book)
  select i."playerId", today, i.book from jsonb_to_recordset(items) as i (place int, refusal jsonb, book text, "playerId" uuid)
  where i.place = any (fresh_places) and i.refusal is null
  order by 1 on conflict do nothing;
  perform from player_days d where d.day = today and d.player_id in (
    select i."playerId" from jsonb_to_recordset(items) as i (place int, refusal jsonb, "playerId" uuid)
    where i.place = any (fresh_places) and i.refusal is null
  ) order by d.player_id for no key update;

  for bet in
    select i.*, greatest(i."potentialMinor" - case when i."freeBetClaimId" is null then i."stakeMinor" else 0 end, 0) as liability
    from jsonb_to_recordset(items) as i (
      place int, scope text, key text, id uuid, "playerId" uuid, book text, refusal jsonb, type text, currency text, "stakeMinor" bigint, "oddsMilli" bigint,
      "potentialMinor" bigint, "pricePolicy" text, tolerance double precision, legs jsonb, system text, sizes int[], lines int, "freeBetClaimId" uuid,
      "rulesVersion" text)
    where i.place = any (fresh_places) and i.refusal is null
  loop
    -- A match that should have begun and of which nobody says that it has is not upcoming any more. A market that went off offer since its price was
    -- looked at is closed to the bet, though it be open again: by the feed's word that opened it, or by its breaks where the bet had to wait.
    select coalesce(bool_and(coalesce(m.open and (m.fixture_status = 'live' or f.starts_at > at) and m.sequence <= l."marketVersion"
        and m.breaks = coalesce(l.breaks, m.breaks), false)), false) as open,
      coalesce(bool_or(m.fixture_status = 'live'), false) as live into state
    from jsonb_to_recordset(bet.legs) as l ("marketId" uuid, "marketVersion" bigint, breaks int)
    left join market_states m on m.id = l."marketId" left join fixtures f on f.id = m.fixture_id;
    select min(room_minor * 1000 / (leg."oddsMilli" - 1000)) into room
    from (
      select l."oddsMilli", liability_limit(e.market_id, max_liability) - e.liability_minor as room_minor
      from jsonb_to_recordset(bet.legs) as l ("selectionId" uuid, "oddsMilli" int) join exposure e on e.selection_id = l."selectionId"
      where bet.book = 'real'
    ) leg
    where room_minor < leg_liability(bet.liability, bet."stakeMinor", leg."oddsMilli");
    refusal := case
      when not state.open then '{"code": "market_closed"}'
      when exists (
        select from player_days d where d.player_id = bet."playerId" and d.day = today and d.potential_minor + bet."potentialMinor" > max_day
      ) then jsonb_build_object('code', 'max_payout', 'params', jsonb_build_object('maximumMinor', max_day))
      when room is not null then jsonb_build_object('code', 'exposure_limit', 'params', jsonb_build_object('maximumMinor', greatest(room, 0)))
    end;
    if refusal is not null then
      update idempotency i set outcome = jsonb_build_object('refusal', refusal) where i.scope = bet.scope and i.key = bet.key;
      continue;
    end if;
    update player_days d set bets = d.bets + 1, potential_minor = d.potential_minor + bet."potentialMinor"
    where d.player_id = bet."playerId" and d.day = today;
    if bet.book = 'real' then
      update exposure e set bets = e.bets + 1, stake_minor = e.stake_minor + bet."stakeMinor",
        liability_minor = e.liability_minor + leg_liability(bet.liability, bet."stakeMinor", l."oddsMilli")
      from jsonb_to_recordset(bet.legs) as l ("selectionId" uuid, "oddsMilli" int) where e.selection_id = l."selectionId";
    end if;
    insert into bets (player_id, id, type, system, sizes, lines, free_bet_claim_id, rules_version, book, currency, stake_minor, odds_milli, potential_minor,
      price_policy, tolerance, delay_ms, placed_at, act_at, changed_at)
    values (bet."playerId", bet.id, bet.type, bet.system, bet.sizes, bet.lines, bet."freeBetClaimId", bet."rulesVersion", bet.book, bet.currency,
      bet."stakeMinor", bet."oddsMilli", bet."potentialMinor", bet."pricePolicy", bet.tolerance,
      case when state.live then live_delay else upcoming_delay end, at, at + ask_again_ms * interval '1 millisecond', at);
    insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, market_version, breaks)
    select bet."playerId", bet.id, l.place, l."fixtureId", l."marketId", l."selectionId", l.fixture, l.market, l.selection, l."oddsMilli", l."marketVersion",
      m.breaks
    from jsonb_to_recordset(bet.legs) as l (place int, "fixtureId" uuid, "marketId" uuid, "selectionId" uuid, fixture text, market text, selection text,
      "oddsMilli" int, "marketVersion" bigint)
    join markets m on m.id = l."marketId";
    insert into bet_moments (player_id, bet_id, at, kind, data)
    values (bet."playerId", bet.id, at, 'placed', jsonb_build_object('status', 'pending', 'amountMinor', bet."stakeMinor"));
    taken_places := taken_places || bet.place;
  end loop;

  -- Of bets that stand alone: what was refused leaves no words behind. They stay as long as bets do, which are never deleted, and do not grow with every bet on a selection.
  insert into leg_words (selection_id, words)
  select distinct l."selectionId", lower(l.fixture || ' ' || l.market || ' ' || l.selection)
  from jsonb_to_recordset(items) as i (place int, legs jsonb)
  cross join jsonb_to_recordset(i.legs) as l ("selectionId" uuid, fixture text, market text, selection text)
  where i.place = any (taken_places)
  order by 1, 2 on conflict do nothing;

  return query
  select i.place, i.place = any (fresh_places), k.fingerprint = i.fingerprint, k.outcome
  from jsonb_to_recordset(items) as i (place int, scope text, key text, fingerprint text)
  join idempotency k on k.scope = i.scope and k.key = i.key;
end $$;

-- The newest bets on each of these selections, so many of each, in the order of the index: by its guess of how many there are the planner would read and sort them all.
create or replace function newest_on(selections uuid[], before uuid, of_each int) returns table (bet_id uuid, place bigint)
language sql stable set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select f.bet_id, f.place from unnest(selections) as s (id) cross join lateral (
    select l.bet_id, row_number() over (order by l.bet_id desc) as place from bet_legs l
    where l.selection_id = s.id and l.bet_id < coalesce(before, 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by l.bet_id desc limit of_each
  ) f
$$;

-- What the part of a bet that still runs is charged for one of its legs; a free bet's stake was never the player's.
create or replace function bet_leg_liability(b bets, odds_milli int) returns bigint language sql immutable as $$
  select leg_liability(greatest(b.potential_minor - case when b.free_bet_claim_id is null then b.stake_minor else 0 end, 0), b.stake_minor, odds_milli)
    * (b.stake_minor - b.closed_stake_minor) / b.stake_minor
$$;

-- Legs of open bets are taken on (1) or given back (-1): a leg counts against its selection from the placement of its bet until it is decided or the bet is over.
create or replace function charge_legs(charges jsonb) returns void language plpgsql as $$
declare
  selections uuid[];
  counts bigint[];
  stakes bigint[];
  liabilities bigint[];
begin
  select array_agg(x.selection_id), array_agg(x.bets), array_agg(x.stake_minor), array_agg(x.liability_minor)
  into selections, counts, stakes, liabilities
  from (
    select l.selection_id, sum(t.sign) as bets, sum(t.sign * (b.stake_minor - b.closed_stake_minor))::bigint as stake_minor,
      sum(t.sign * bet_leg_liability(b, l.odds_milli))::bigint as liability_minor
    from jsonb_to_recordset(charges) as t ("playerId" uuid, "betId" uuid, place int, sign int)
    join bets b on b.player_id = t."playerId" and b.id = t."betId"
    join bet_legs l on l.player_id = b.player_id and l.bet_id = b.id and l.place = t.place
    where b.book = 'real'
    group by l.selection_id
  ) x;
  perform from exposure e where e.selection_id = any (selections) order by e.selection_id for no key update;
  update exposure e set bets = e.bets + x.bets, stake_minor = e.stake_minor + x.stake_minor, liability_minor = e.liability_minor + x.liability_minor
  from unnest(selections, counts, stakes, liabilities) as x (selection_id, bets, stake_minor, liability_minor)
  where e.selection_id = x.selection_id;
end $$;

-- What these bets could cost by the legs that are undecided is taken on (1) or given back (-1).
create or replace function move_exposure(bet_players uuid[], bet_ids uuid[], sign int) returns void language sql as $$
  select charge_legs(coalesce(jsonb_agg(jsonb_build_object('playerId', l.player_id, 'betId', l.bet_id, 'place', l.place, 'sign', sign)), '[]'))
  from unnest(bet_players, bet_ids) as t (player_id, id) join bet_legs l on l.player_id = t.player_id and l.bet_id = t.id
  where l.status = 'open'
$$;

-- The stakes of these bets are taken: they wait for their decision, and their placement is said.
create or replace function take_bets(at timestamptz, bet_players uuid[], bet_ids uuid[], fact text, trace text) returns setof uuid language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  with taken as (
    update bets b set stake = 'taken', version = b.version + 1, act_at = b.placed_at + b.delay_ms * interval '1 millisecond', changed_at = at
    from unnest(bet_players, bet_ids) as t (player_id, id)
    where b.player_id = t.player_id and b.id = t.id and b.status = 'pending' and b.stake = 'asked'
    returning b.id, b.version, bet_fact(b) as data
  ),
  said as (
    insert into outbox (type, subject, version, data, traceparent) select fact, t.id, t.version, t.data, trace from taken t
  )
  select t.id from taken t;
end $$;

-- These bets were not taken. What they could have won and cost is free again; the stake is due back where it was taken, and wallet knows whether it was.
create or replace function reject_bets(at timestamptz, bet_players uuid[], bet_ids uuid[], rejections jsonb[], stake_refused boolean, fact text, trace text)
returns setof uuid language plpgsql as $$
declare
  gone uuid[];
  players uuid[];
begin
  with rejected as (
    update bets b set status = 'rejected', due_minor = b.stake_minor, rejection = t.rejection, version = b.version + 1, act_at = null, changed_at = at,
      stake = case when stake_refused then 'refused' else b.stake end
    from unnest(bet_players, bet_ids, rejections) as t (player_id, id, rejection)
    where b.player_id = t.player_id and b.id = t.id and b.status = 'pending'
    returning b.player_id, b.id, b.version, bet_fact(b) || jsonb_build_object('code', b.rejection ->> 'code') as data
  ),
  told as (
    insert into bet_moments (player_id, bet_id, at, kind, data)
    select r.player_id, r.id, at, 'rejected', jsonb_build_object('status', 'rejected', 'reason', r.data ->> 'code') from rejected r
  ),
  said as (
    insert into outbox (type, subject, version, data, traceparent) select fact, r.id, r.version, r.data, trace from rejected r
  )
  select coalesce(array_agg(r.player_id), '{}'), coalesce(array_agg(r.id), '{}') into players, gone from rejected r;
  perform move_exposure(players, gone, -1);
  perform from player_days d where (d.player_id, d.day) in (
    select b.player_id, (b.placed_at at time zone 'utc')::date
    from unnest(players, gone) as t (player_id, id) join bets b on b.player_id = t.player_id and b.id = t.id
  ) order by d.player_id, d.day for no key update;
  update player_days d set bets = d.bets - x.bets, potential_minor = d.potential_minor - x.potential_minor
  from (
    select b.player_id, (b.placed_at at time zone 'utc')::date as day, count(*) as bets, sum(b.potential_minor)::bigint as potential_minor
    from unnest(players, gone) as t (player_id, id) join bets b on b.player_id = t.player_id and b.id = t.id
    group by 1, 2
  ) x
  where d.player_id = x.player_id and d.day = x.day;
  return query select unnest(gone);
end $$;
