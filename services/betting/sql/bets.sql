-- The steps of a bet, as functions that process a batch in one round trip: placing, taking the stake, rejecting, and the exposure.
-- Each takes its locks in a fixed order. A refusal is returned with its item, never raised.

-- The data of a bet's events. Stable, as its own calls are: declared immutable it would be called for each row and never be inlined into the query.
create or replace function bet_event_data(b bets) returns jsonb language sql stable as $$
  select jsonb_build_object('betId', b.id, 'playerId', b.player_id, 'currency', b.currency, 'version', b.version,
    'stakeMinor', b.stake_minor, 'dueMinor', b.due_minor, 'closedStakeMinor', b.closed_stake_minor, 'status', b.status, 'book', b.book)
$$;

-- The data by which promotions count a decided bet. Promotions count real money only.
create or replace function bet_wager(b bets) returns jsonb language sql stable as $$
  select case when b.book = 'real' then jsonb_build_object('wager', jsonb_strip_nulls(jsonb_build_object(
    'placedAt', to_char(b.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'oddsMilli', b.odds_milli, 'freeBetClaimId', b.free_bet_claim_id,
    'atRiskMinor', b.at_risk_minor, 'sports', (
      select coalesce(jsonb_agg(distinct f.sport_id), '[]') from bet_legs l join fixtures f on f.id = l.fixture_id where l.player_id = b.player_id and l.bet_id = b.id
    )))) else '{}' end
$$;

-- The quantity that decides a type of market: bets on markets of one family can cover each other.
create or replace function market_family(type text) returns text language sql immutable as $$
  select case when type in ('moneyline', '1x2', 'draw_no_bet', 'spread') then 'winner' else type end
$$;

-- The selections of an accepted bet's legs; real money only.
create or replace function leg_places(b bets) returns jsonb language sql stable as $$
  select case when b.book = 'real' then jsonb_build_object('legs', (
    select coalesce(jsonb_agg(jsonb_build_object('fixtureId', l.fixture_id, 'marketId', l.market_id, 'selectionId', l.selection_id, 'sport', f.sport_id,
      'oddsMilli', l.odds_milli, 'isLive', f.status = 'live' or f.starts_at <= b.placed_at) order by l.place), '[]')
    from bet_legs l join fixtures f on f.id = l.fixture_id where l.player_id = b.player_id and l.bet_id = b.id)) else '{}' end
$$;

-- The result of a leg, as the moments of its bet keep it; empty without a leg.
create or replace function leg_moment(selection uuid, status text, dead_heat jsonb) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('selectionId', selection, 'legStatus', status, 'deadHeat', dead_heat))
$$;

-- The expected cost of a bet beyond its stake if one of its legs wins, with the other legs at the chances of their prices: that of a single on the leg.
-- If a long accumulator counted by its whole payout, a few coins would use up the limit of a selection.
create or replace function leg_liability(most bigint, stake bigint, odds_milli int) returns bigint language sql immutable as $$
  select least(most, stake * (odds_milli - 1000) / 1000)
$$;

-- Step 1 of place_bets: stores each call's first outcome under its key. Returns the places of the calls with a new key.
create or replace function keep_placement_keys(given placement[]) returns int[] language sql as $$
  with kept as (
    insert into idempotency (scope, key, fingerprint, outcome)
    select i.scope, i.key, i.fingerprint, case when i.refusal is null then jsonb_build_object('bet', i.id) else jsonb_build_object('refusal', i.refusal) end
    from unnest(given) i order by i.scope, i.key
    on conflict do nothing
    returning scope, key
  )
  select coalesce(array_agg(i.place), '{}') from unnest(given) i join kept k on k.scope = i.scope and k.key = i.key
$$;

-- Step 2: takes all locks, in the order of their ids, before any draft is checked. So batches wait for each other and never deadlock.
create or replace function lock_for_placement(today date, drafts placement[]) returns void language plpgsql as $$
declare
  players constant uuid[] := array(select distinct d.player_id from unnest(drafts) d order by 1);
  selections uuid[];
  markets uuid[];
  fixtures uuid[];
begin
  select array_agg(x.selection_id), array_agg(x.market_id), array_agg(x.fixture_id) into selections, markets, fixtures
  from (select distinct l.selection_id, l.market_id, l.fixture_id from unnest(drafts) d cross join unnest(d.legs) l where d.book = 'real' order by 1) x;
  insert into exposure (selection_id, market_id, fixture_id) select * from unnest(selections, markets, fixtures) on conflict do nothing;
  perform from exposure e where e.selection_id = any (selections) order by e.selection_id for no key update;
  insert into player_days (player_id, day, book) select d.player_id, today, d.book from unnest(drafts) d order by 1 on conflict do nothing;
  -- One by one, in the order of the array. For a join the planner may read all players of the day, if it believes that they are few.
  perform from unnest(players) x (id) cross join lateral (select from player_days p where p.player_id = x.id and p.day = today for no key update) locked;
end $$;

-- What a bet may cost beyond its stake; a free bet's stake was never the player's.
create or replace function draft_liability(draft placement) returns bigint language sql immutable as $$
  select greatest(draft.potential_minor - case when draft.free_bet_claim_id is null then draft.stake_minor else 0 end, 0)
$$;

-- Whether all drafts together stay within the players' daily payout cap and the exposure limits: then none of them can be refused for its place among the others.
create or replace function within_limits(today date, drafts placement[], max_day bigint, max_liability bigint) returns boolean language plpgsql as $$
declare
  has_limits constant boolean := exists (select from limits);
begin
  return not exists (
    select from (select d.player_id, sum(d.potential_minor) as potential_minor from unnest(drafts) d group by 1) x
    join player_days p on p.player_id = x.player_id and p.day = today
    where p.potential_minor + x.potential_minor > max_day
  ) and not exists (
    select from (
      select l.selection_id, sum(leg_liability(draft_liability(d), d.stake_minor, l.odds_milli)) as liability_minor
      from unnest(drafts) d cross join unnest(d.legs) l where d.book = 'real' group by 1
    ) x
    join exposure e on e.selection_id = x.selection_id
    where e.liability_minor + x.liability_minor > case when has_limits then liability_limit(e.market_id, max_liability) else max_liability end
  );
end $$;

-- Adds drafts that passed to the payouts of their players' day and to the exposure of their selections.
create or replace function charge_placements(today date, passed placement[]) returns void language plpgsql as $$
begin
  update player_days d set bets = d.bets + x.bets, potential_minor = d.potential_minor + x.potential_minor
  from (select p.player_id, count(*) as bets, sum(p.potential_minor)::bigint as potential_minor from unnest(passed) p group by 1) x
  where d.player_id = x.player_id and d.day = today;
  update exposure e set bets = e.bets + x.bets, stake_minor = e.stake_minor + x.stake_minor, liability_minor = e.liability_minor + x.liability_minor
  from (
    select l.selection_id, count(*) as bets, sum(p.stake_minor)::bigint as stake_minor,
      sum(leg_liability(draft_liability(p), p.stake_minor, l.odds_milli))::bigint as liability_minor
    from unnest(passed) p cross join unnest(p.legs) l where p.book = 'real' group by 1
  ) x
  where e.selection_id = x.selection_id;
end $$;

-- Step 3: checks drafts against data that only the database has: the state of the markets, the player's daily payout cap, and the exposure limit of each selection.
-- Near a limit one draft is checked after the other. A refusal replaces the bet as the outcome of its key. Drafts that pass count towards both limits, and are
-- returned with their acceptance delay and with the interruptions (breaks) of their markets as of the check: an interruption between check and insert must reject
-- the bet at its acceptance.
create or replace function check_placements(at timestamptz, drafts placement[], live_delay int, least_delay int, upcoming_delay int, max_day bigint, max_liability bigint)
returns placement[] language plpgsql as $$
declare
  today constant date := (at at time zone 'utc')::date;
  all_within constant boolean := within_limits(today, drafts, max_day, max_liability);
  checked record;
  draft placement;
  passed placement[] := '{}';
  max_stake bigint;
  refusal jsonb;
begin
  -- A fixture past its start that the feed has not started is not upcoming any more. A market that went off offer since its price was read is closed to
  -- the bet, even if it is open again: the sequence of the message that opened it shows this, or its breaks if the bet had to wait.
  for checked in
    select d as draft, s.open, s.live_delay as delay_ms, s.breaks from unnest(drafts) d cross join lateral (
      select coalesce(bool_and(coalesce(m.open and (m.fixture_status = 'live' or f.starts_at > at) and m.sequence <= l.market_version
          and m.breaks = coalesce(l.breaks, m.breaks), false)), false) as open,
        -- A live bet waits for the same share of its match at any pace; the slowest of its matches counts.
        max(greatest(least_delay, ceil(live_delay * 1000.0 / f.pace_milli))) filter (where m.fixture_status = 'live') as live_delay,
        array_agg(m.breaks order by l.ordinality) as breaks
      from unnest(d.legs) with ordinality l left join market_states m on m.id = l.market_id left join fixtures f on f.id = m.fixture_id
    ) s
  loop
    draft := checked.draft;
    refusal := case when not checked.open then '{"code": "market_closed"}' end;
    if refusal is null and not all_within then
      max_stake := case when draft.book = 'real' then exposure_max_stake(draft, draft_liability(draft), max_liability) end;
      refusal := case
        when exists (
          select from player_days d where d.player_id = draft.player_id and d.day = today and d.potential_minor + draft.potential_minor > max_day
        ) then jsonb_build_object('code', 'max_payout', 'params', jsonb_build_object('maximumMinor', max_day))
        when max_stake is not null then jsonb_build_object('code', 'exposure_limit', 'params', jsonb_build_object('maximumMinor', greatest(max_stake, 0)))
      end;
    end if;
    if refusal is not null then
      update idempotency i set outcome = jsonb_build_object('refusal', refusal) where i.scope = draft.scope and i.key = draft.key;
      continue;
    end if;
    if not all_within then
      perform charge_placements(today, array[draft]);
    end if;
    draft.delay_ms := coalesce(checked.delay_ms, upcoming_delay);
    for place in 1 .. cardinality(draft.legs) loop
      draft.legs[place].breaks := checked.breaks[place];
    end loop;
    passed := passed || draft;
  end loop;
  if all_within then
    perform charge_placements(today, passed);
  end if;
  return passed;
end $$;

-- Step 4: inserts the drafts that passed as pending bets, with their legs and the first moment of their history.
create or replace function insert_bets(at timestamptz, passed placement[], ask_again_ms int) returns void language plpgsql as $$
begin
  with placed as materialized (
    select p.* from unnest(passed) p
  ),
  legs as materialized (
    select p.player_id, p.id, l.place, l.fixture_id, l.market_id, l.selection_id, l.fixture, l.market, l.selection, l.odds_milli, l.market_version, l.breaks, l.own_by, l.chance
    from placed p cross join unnest(p.legs) l
  ),
  pending as (
    insert into bets (player_id, id, type, system, sizes, lines, free_bet_claim_id, rules_version, book, currency, stake_minor, odds_milli, potential_minor,
      price_policy, tolerance, delay_ms, placed_at, act_at, changed_at, sale_capped)
    select p.player_id, p.id, p.type, p.system, p.sizes, p.lines, p.free_bet_claim_id, p.rules_version, p.book, p.currency, p.stake_minor, p.odds_milli,
      p.potential_minor, p.price_policy, p.tolerance, p.delay_ms, at, at + ask_again_ms * interval '1 millisecond', at,
      p.id in (select l.id from legs l where l.own_by is not null)
    from placed p
  ),
  open as (
    insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, market_version, breaks, own_by, chance)
    select l.* from legs l
  ),
  moments as (
    insert into bet_moments (player_id, bet_id, at, kind, data)
    select p.player_id, p.id, at, 'placed', jsonb_build_object('status', 'pending', 'amountMinor', p.stake_minor) from placed p
  ),
  origins as (
    insert into bet_origins (player_id, bet_id, at, address, agent)
    select p.player_id, p.id, at, p.address, coalesce(p.agent, '') from placed p where p.address <> ''
  )
  -- Search terms of bets that were placed, once per selection. They are kept for good, as bets are, and do not grow with every bet on a selection.
  insert into leg_words (selection_id, words)
  select distinct l.selection_id, lower(l.fixture || ' ' || l.market || ' ' || l.selection) from legs l order by 1, 2 on conflict do nothing;
end $$;

-- Places a batch of bets in one round trip: keys, locks, checks, rows. Returns per call the outcome under its key: `fresh` if this call stored it, not `same` if
-- another body did. The JSON is read once. One plan looks keys up in their indexes, whatever the statistics say: a plan per bet, or one that reads every market, costs many
-- times as much. The settings hold for the steps as well.
create or replace function place_bets(at timestamptz, items jsonb, live_delay int, least_delay int, upcoming_delay int, ask_again_ms int, max_day bigint, max_liability bigint)
returns table (place int, fresh boolean, same boolean, outcome jsonb) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  given constant placement[] := array(select i from jsonb_populate_recordset(null::placement, items) i);
  fresh_places constant int[] := keep_placement_keys(given);
  drafts constant placement[] := array(select i from unnest(given) i where i.place = any (fresh_places) and i.refusal is null);
begin
  perform lock_for_placement((at at time zone 'utc')::date, drafts);
  perform insert_bets(at, check_placements(at, drafts, live_delay, least_delay, upcoming_delay, max_day, max_liability), ask_again_ms);
  return query
  select i.place, i.place = any (fresh_places), k.fingerprint = i.fingerprint, k.outcome
  from unnest(given) i join idempotency k on k.scope = i.scope and k.key = i.key;
end $$;

-- The newest bets on each of these selections, up to `of_each`, in the order of the index. Without the settings the planner reads and sorts all bets on them.
create or replace function newest_on(selections uuid[], before uuid, of_each int) returns table (bet_id uuid, place bigint)
language sql stable set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select f.bet_id, f.place from unnest(selections) as s (id) cross join lateral (
    select l.bet_id, row_number() over (order by l.bet_id desc) as place from bet_legs l
    where l.selection_id = s.id and l.bet_id < coalesce(before, 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by l.bet_id desc limit of_each
  ) f
$$;

-- The exposure of a bet's open part for one of its legs; a free bet's stake was never the player's.
create or replace function bet_leg_liability(b bets, odds_milli int) returns bigint language sql immutable as $$
  select leg_liability(greatest(b.potential_minor - case when b.free_bet_claim_id is null then b.stake_minor else 0 end, 0), b.stake_minor, odds_milli)
    * (b.stake_minor - b.closed_stake_minor) / b.stake_minor
$$;

-- Adds legs of open bets to the exposure (1) or removes them (-1): a leg counts against its selection from the placement of its bet until the leg is decided or the bet is over.
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

-- Adds the undecided legs of these bets to the exposure (1) or removes them (-1).
create or replace function move_exposure(bet_players uuid[], bet_ids uuid[], sign int) returns void language sql as $$
  select charge_legs(coalesce(jsonb_agg(jsonb_build_object('playerId', l.player_id, 'betId', l.bet_id, 'place', l.place, 'sign', sign)), '[]'))
  from unnest(bet_players, bet_ids) as t (player_id, id) join bet_legs l on l.player_id = t.player_id and l.bet_id = t.id
  where l.status = 'open'
$$;

-- Records that the stakes of these bets are taken: the bets wait for their decision, and BetPlaced is published.
create or replace function take_bets(at timestamptz, bet_players uuid[], bet_ids uuid[], event_type text, trace text) returns setof uuid language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  with taken as (
    update bets b set stake = 'taken', version = b.version + 1, act_at = b.placed_at + b.delay_ms * interval '1 millisecond', changed_at = at
    from unnest(bet_players, bet_ids) as t (player_id, id)
    where b.player_id = t.player_id and b.id = t.id and b.status = 'pending' and b.stake = 'asked'
    returning b.id, b.version, bet_event_data(b) || jsonb_build_object('isLive', b.delay_ms > 0) as data
  ),
  published as (
    insert into outbox (type, subject, version, data, traceparent) select event_type, t.id, t.version, t.data, trace from taken t
  )
  select t.id from taken t;
end $$;

-- Rejects these bets. Their payouts and exposure no longer count; the stake is due back if it was taken, which wallet knows.
create or replace function reject_bets(at timestamptz, bet_players uuid[], bet_ids uuid[], rejections jsonb[], stake_refused boolean, event_type text, trace text)
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
    returning b.player_id, b.id, b.version, bet_event_data(b) || jsonb_strip_nulls(jsonb_build_object('code', b.rejection ->> 'code', 'legs', b.rejection -> 'legs')) as data
  ),
  moments as (
    insert into bet_moments (player_id, bet_id, at, kind, data)
    select r.player_id, r.id, at, 'rejected', jsonb_build_object('status', 'rejected', 'reason', r.data ->> 'code') from rejected r
  ),
  published as (
    insert into outbox (type, subject, version, data, traceparent) select event_type, r.id, r.version, r.data, trace from rejected r
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
