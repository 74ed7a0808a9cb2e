-- The statements that every round waits for: reserve rounds, and record the steps that wallet took. Each processes a batch in one round trip.
-- Each function returns a row per item with its result, never an exception.

-- Reads the state for each call of a batch: the outcome under its key, its player's seed and open session, its game, and an open hand of the game. A player whose
-- row was not locked counts as one without a seed, and the call is tried again.
create or replace function find_for_reservations(at timestamptz, given reservation[], locked uuid[], idle_ms int) returns reservation[] language sql stable as $$
  select array_agg(row(i.place, i.scope, i.key, i.fingerprint, i.refusal, i.id, i.player_id, i.book, i.jurisdiction, i.game_id, i.version, i.wager, i.stake_minor,
    i.pace_ms, i.is_hand,
    case
      when k.fingerprint <> i.fingerprint then 'reused'
      when k.fingerprint is not null then 'repeated'
      when p.seed_id is null then 'unseeded'
      when not g.active then 'inactive'
      when g.version <> i.version then 'stale'
      when i.refusal is not null then 'refused'
      when o.id is not null then 'round_open'
      when i.pace_ms > 0 and p.last_round_at > at - i.pace_ms * interval '1 millisecond' then 'too_soon'
      else 'reserved'
    end,
    coalesce(k.outcome, i.refusal), p.seed_id, p.client_seed, p.next_nonce, coalesce(s.id, uuidv7()), s.id is null, o.id,
    ceil(extract(epoch from p.last_round_at - at) * 1000 + i.pace_ms)::int)::reservation)
  from unnest(given) i
    join games g on g.id = i.game_id
    left join idempotency k on k.scope = i.scope and k.key = i.key
    left join players p on p.player_id = i.player_id and p.player_id = any (locked)
    left join sessions s on s.player_id = i.player_id and s.game_id = i.game_id and s.ended_at is null and s.last_round_at >= at - idle_ms * interval '1 millisecond'
    left join lateral (select r.id from rounds r where i.is_hand and r.player_id = i.player_id and r.status = 'open' and r.game_id = i.game_id limit 1) o on true
$$;

-- The answer to each call, stored under its key if it is an outcome.
create or replace function reservation_outcome(i reservation) returns jsonb language sql stable as $$
  select case i.state
    when 'inactive' then '{"refusal": {"code": "game_inactive"}}'
    when 'round_open' then jsonb_build_object('refusal', jsonb_build_object('code', 'round_open', 'params', jsonb_build_object('roundId', i.open_id)))
    when 'reserved' then jsonb_build_object('round', i.id)
    when 'too_soon' then jsonb_build_object('waitMs', i.wait_ms)
    else i.outcome
  end
$$;

-- Begins new sessions. An open session of the same game was idle for too long, so it ended with its last round.
create or replace function begin_sessions(at timestamptz, given reservation[]) returns void language plpgsql as $$
begin
  update sessions s set ended_at = s.last_round_at from unnest(given) i where s.player_id = i.player_id and s.game_id = i.game_id and s.ended_at is null;
  insert into sessions (id, player_id, game_id, started_at, last_round_at) select i.session_id, i.player_id, i.game_id, at, at from unnest(given) i;
end $$;

-- Stores the outcomes under their keys, takes the nonces and inserts the rounds.
create or replace function insert_rounds(at timestamptz, given reservation[], ask_again_ms int) returns void language plpgsql as $$
begin
  insert into idempotency (scope, key, fingerprint, outcome)
  select i.scope, i.key, i.fingerprint, reservation_outcome(i) from unnest(given) i where i.state in ('reserved', 'refused', 'inactive', 'round_open');
  update players p set next_nonce = p.next_nonce + 1, last_round_at = greatest(p.last_round_at, at)
  from unnest(given) i where i.state = 'reserved' and p.player_id = i.player_id;
  insert into rounds (id, player_id, session_id, game_id, version, book, jurisdiction, wager, first_stake_minor, stake_minor, seed_id, nonce, asked_step,
    created_at, act_at)
  select i.id, i.player_id, i.session_id, i.game_id, i.version, i.book, i.jurisdiction, i.wager, i.stake_minor, i.stake_minor, i.seed_id, i.nonce, 0,
    at, at + ask_again_ms * interval '1 millisecond'
  from unnest(given) i where i.state = 'reserved';
end $$;

-- Reserves seed and nonce for a batch of rounds, at most one per player, in one round trip. The JSON is read once, and every plan uses the indexes of its keys.
create or replace function reserve_rounds(at timestamptz, items jsonb, ask_again_ms int, idle_ms int)
returns table (place int, state text, outcome jsonb, "seedId" uuid, "clientSeed" text, nonce int, "sessionId" uuid) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  given reservation[] := array(select i from jsonb_populate_recordset(null::reservation, items) i);
  ids constant uuid[] := array(select i.player_id from unnest(given) i order by 1);
  locked constant uuid[] := array(
    select p.player_id from unnest(ids) x (id) cross join lateral (select * from players p where p.player_id = x.id for no key update) p);
  new_sessions reservation[];
begin
  given := find_for_reservations(at, given, locked, idle_ms);
  new_sessions := array(select i from unnest(given) i where i.state = 'reserved' and i.begins_session);
  if new_sessions <> '{}' then
    perform begin_sessions(at, new_sessions);
  end if;
  perform insert_rounds(at, given, ask_again_ms);
  return query select i.place, i.state, reservation_outcome(i), i.seed_id, i.client_seed, i.nonce, i.session_id from unnest(given) i;
end $$;

-- Adds ended rounds to their sessions and to the tallies. A round that settles counts 1; one that is voided after it counts -1.
create or replace function count_rounds(at timestamptz, given taken_step[], sign int) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  t record;
begin
  -- Sessions are updated one by one, in the order of their ids. With a join, the planner would read all sessions if it estimates that there are few.
  for t in
    select g.session_id, min(g.currency) as currency, sign * count(*) as rounds, sign * sum(g.stake_minor) as wagered,
      sign * sum(g.payout_minor + g.jackpot_minor) as won
    from unnest(given) g group by g.session_id order by g.session_id
  loop
    update sessions s set rounds = s.rounds + t.rounds, wagered_minor = s.wagered_minor + t.wagered, won_minor = s.won_minor + t.won, currency = t.currency,
      last_round_at = case when sign > 0 then greatest(s.last_round_at, at) else s.last_round_at end
    where s.id = t.session_id;
  end loop;
  insert into tallies (at, game_id, version, book, currency, rounds, stake_minor, payout_minor, jackpot_minor, returned, expected, variance,
    weighed_rounds, first_stake_minor, returned_minor, expected_minor, variance_minor, largest_stake_minor)
  select at, g.game_id, g.version, g.book, g.currency, sign * count(*), sign * sum(g.stake_minor), sign * sum(g.payout_minor), sign * sum(g.jackpot_minor),
    sign * sum(g.returned), sign * sum(g.expected), sign * sum(g.variance),
    sign * count(w.stake), sign * coalesce(sum(w.stake), 0),
    -- Stakes that were added later are deducted from the return.
    sign * coalesce(sum(g.payout_minor - g.stake_minor + w.stake), 0),
    sign * coalesce(sum(w.stake * g.expected), 0),
    sign * coalesce(sum(w.stake::double precision ^ 2 * g.variance), 0),
    coalesce(max(w.stake), 0)
  from unnest(given) g
    -- A round that was not weighed is not deducted.
    left join lateral (select g.first_stake_minor as stake where sign > 0 or exists (select from rounds r where r.id = g.id and r.is_weighed)) w on true
  group by g.game_id, g.version, g.book, g.currency;
end $$;

-- Locks the rounds of a batch of steps in the order of their ids. Returns the steps that are still requested.
create or replace function lock_asked_steps(given taken_step[]) returns taken_step[] language plpgsql as $$
begin
  perform from (select g.id from unnest(given) g order by 1) x cross join lateral (select from rounds r where r.id = x.id for no key update) locked;
  return array(select i from unnest(given) i cross join lateral (select r.asked_step from rounds r where r.id = i.id) r where r.asked_step = i.step);
end $$;

-- Records the steps that wallet took, in one round trip: a closing step settles its round, any other leaves a hand open. Returns the places of the steps that were still requested.
create or replace function record_steps(at timestamptz, items jsonb, settled text, jackpot_won text) returns setof int language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  given constant taken_step[] := lock_asked_steps(array(select i from jsonb_populate_recordset(null::taken_step, items) i));
  closed constant taken_step[] := array(select i from unnest(given) i where i.closes);
begin
  with moved as (
    update rounds r set status = case when i.closes then 'settled' else 'open' end, currency = i.currency, stake_minor = i.stake_minor,
      payout_minor = i.payout_minor + i.jackpot_minor, jackpot_minor = i.jackpot_minor, actions = r.actions || r.asked_actions, step = i.step,
      asked_step = null, asked_actions = '{}', outcome = i.outcome, act_at = i.act_at, events = r.events + i.closes::int + (i.jackpot_minor > 0)::int,
      settled_at = case when i.closes then at end, is_weighed = i.closes and i.first_stake_minor is not null
    from unnest(given) i where r.id = i.id
    returning r.id, r.events, i.closes, i.jackpot_minor, i.event
  ),
  won as (
    insert into outbox (type, subject, version, data)
    select jackpot_won, m.id, m.events, (m.event - '{gameVersion,status,wagerMinor,payoutMinor,jurisdiction,createdAt,atRiskMinor}'::text[]) || jsonb_build_object('amountMinor', m.jackpot_minor)
    from moved m where m.jackpot_minor > 0
  )
  insert into outbox (type, subject, version, data) select settled, m.id, m.events - (m.jackpot_minor > 0)::int, m.event from moved m where m.closes;
  if closed <> '{}' then
    perform count_rounds(at, closed, 1);
  end if;
  return query select i.place from unnest(given) i;
end $$;
