-- The steps of a round that every play waits for, each a batch in one round trip: rounds are reserved, and what wallet took is recorded.
-- A row per item says what became of it, never an exception.

-- Step 1 of reserve_rounds: what becomes of each call of these locked players; one who got a seed since is tried again. A key that was used answers before anything else. `unseeded`, `stale` and `too_soon` are no outcomes.
create or replace function check_reservations(at timestamptz, given reservation[], locked uuid[]) returns reservation[] language plpgsql as $$
declare
  item reservation;
  found record;
  checked reservation[] := '{}';
begin
  foreach item in array given loop
    select k.fingerprint, k.outcome, p.seed_id, p.client_seed, p.next_nonce, p.last_round_at, g.active, g.version,
      (select o.id from rounds o where o.player_id = item.player_id and o.status = 'open' and o.game_id = item.game_id and item.is_hand limit 1) as open_id
    into found
    from games g
      left join idempotency k on k.scope = item.scope and k.key = item.key
      left join players p on p.player_id = item.player_id and p.player_id = any (locked)
    where g.id = item.game_id;
    item.outcome := coalesce(found.outcome, item.refusal);
    item.state := case
      when found.fingerprint <> item.fingerprint then 'reused'
      when found.fingerprint is not null then 'repeated'
      when found.seed_id is null then 'unseeded'
      when not found.active then 'inactive'
      when found.version <> item.version then 'stale'
      when item.refusal is not null then 'refused'
      when found.open_id is not null then 'round_open'
      when item.pace_ms > 0 and found.last_round_at > at - item.pace_ms * interval '1 millisecond' then 'too_soon'
      else 'reserved'
    end;
    item.seed_id := found.seed_id;
    item.client_seed := found.client_seed;
    item.nonce := found.next_nonce;
    item.outcome := case item.state
      when 'inactive' then '{"refusal": {"code": "game_inactive"}}'
      when 'round_open' then jsonb_build_object('refusal', jsonb_build_object('code', 'round_open', 'params', jsonb_build_object('roundId', found.open_id)))
      when 'reserved' then jsonb_build_object('round', item.id)
      when 'too_soon' then jsonb_build_object('waitMs', ceil(extract(epoch from found.last_round_at - at) * 1000 + item.pace_ms)::int)
      else item.outcome
    end;
    checked := checked || item;
  end loop;
  return checked;
end $$;

-- Step 2: the game session of each round. One without a round for so long is over; a new one begins.
create or replace function join_sessions(at timestamptz, given reservation[], idle_ms int) returns reservation[] language plpgsql as $$
declare
  item reservation;
  joined reservation[] := '{}';
begin
  foreach item in array given loop
    if item.state = 'reserved' then
      update sessions s set ended_at = s.last_round_at
      where s.player_id = item.player_id and s.game_id = item.game_id and s.ended_at is null and s.last_round_at < at - idle_ms * interval '1 millisecond';
      select s.id into item.session_id from sessions s where s.player_id = item.player_id and s.game_id = item.game_id and s.ended_at is null;
      if item.session_id is null then
        insert into sessions (player_id, game_id, started_at, last_round_at) values (item.player_id, item.game_id, at, at) returning id into item.session_id;
      end if;
    end if;
    joined := joined || item;
  end loop;
  return joined;
end $$;

-- Step 3: keeps the outcomes under their keys, takes the nonces and inserts the rounds.
create or replace function insert_rounds(at timestamptz, given reservation[], ask_again_ms int) returns void language plpgsql as $$
begin
  insert into idempotency (scope, key, fingerprint, outcome)
  select i.scope, i.key, i.fingerprint, i.outcome from unnest(given) i where i.state in ('reserved', 'refused', 'inactive', 'round_open');
  update players p set next_nonce = p.next_nonce + 1, last_round_at = greatest(p.last_round_at, at)
  from unnest(given) i where i.state = 'reserved' and p.player_id = i.player_id;
  insert into rounds (id, player_id, session_id, game_id, version, book, jurisdiction, wager, first_stake_minor, stake_minor, seed_id, nonce, asked_step,
    created_at, act_at)
  select i.id, i.player_id, i.session_id, i.game_id, i.version, i.book, i.jurisdiction, i.wager, i.stake_minor, i.stake_minor, i.seed_id, i.nonce, 0,
    at, at + ask_again_ms * interval '1 millisecond'
  from unnest(given) i where i.state = 'reserved';
end $$;

-- Reserves seed and nonce of a batch of rounds, one of a player, in one round trip. The JSON is read once; every plan looks keys up in their indexes.
create or replace function reserve_rounds(at timestamptz, items jsonb, ask_again_ms int, idle_ms int)
returns table (place int, state text, outcome jsonb, "seedId" uuid, "clientSeed" text, nonce int, "sessionId" uuid) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  given reservation[] := array(select i from jsonb_populate_recordset(null::reservation, items) i);
  ids constant uuid[] := array(select i.player_id from unnest(given) i order by 1);
  locked constant uuid[] := array(select p.player_id from unnest(ids) x (id) cross join lateral (select * from players p where p.player_id = x.id for no key update) p);
begin
  given := join_sessions(at, check_reservations(at, given, locked), idle_ms);
  perform insert_rounds(at, given, ask_again_ms);
  return query select i.place, i.state, i.outcome, i.seed_id, i.client_seed, i.nonce, i.session_id from unnest(given) i;
end $$;

-- A round as its events carry it.
create or replace function round_event(r rounds) returns jsonb language sql stable as $$
  select jsonb_build_object('roundId', r.id, 'playerId', r.player_id, 'gameId', r.game_id, 'gameVersion', r.version, 'currency', r.currency, 'status', r.status,
    'wagerMinor', r.stake_minor, 'payoutMinor', case r.status when 'void' then r.stake_minor else r.payout_minor end, 'jurisdiction', r.jurisdiction,
    'book', r.book)
$$;

-- What the end of rounds changes elsewhere: their sessions, the tallies, and the events. A round that settles counts 1; one that is voided after it counts -1.
create or replace function count_rounds(at timestamptz, given taken_step[], sign int) returns void language plpgsql as $$
begin
  perform from unnest(array(select distinct g.session_id from unnest(given) g order by 1)) x (id)
    cross join lateral (select from sessions s where s.id = x.id for no key update) locked;
  update sessions s set rounds = s.rounds + t.rounds, wagered_minor = s.wagered_minor + t.wagered, won_minor = s.won_minor + t.won, currency = t.currency,
    last_round_at = case when sign > 0 then greatest(s.last_round_at, at) else s.last_round_at end
  from (
    select g.session_id, min(g.currency) as currency, sign * count(*) as rounds, sign * sum(g.stake_minor) as wagered,
      sign * sum(g.payout_minor + g.jackpot_minor) as won
    from unnest(given) g group by g.session_id
  ) t
  where s.id = t.session_id;
  insert into tallies (at, game_id, version, book, currency, rounds, stake_minor, payout_minor, jackpot_minor, returned, expected, variance)
  select at, r.game_id, r.version, r.book, g.currency, sign * count(*), sign * sum(g.stake_minor), sign * sum(g.payout_minor), sign * sum(g.jackpot_minor),
    sign * sum(g.returned), sign * sum(g.expected), sign * sum(g.variance)
  from unnest(given) g join rounds r on r.id = g.id group by r.game_id, r.version, r.book, g.currency;
end $$;

-- Records what wallet took, in one round trip: a closing step settles its round, any other leaves a hand open. Answers the places of the steps that were still asked for.
create or replace function record_steps(at timestamptz, items jsonb, settled text, jackpot_won text) returns setof int language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  given taken_step[] := array(select i from jsonb_populate_recordset(null::taken_step, items) i);
  ids constant uuid[] := array(select i.id from unnest(given) i order by 1);
  closed taken_step[];
begin
  perform from unnest(ids) x (id) cross join lateral (select from rounds r where r.id = x.id for no key update) locked;
  given := array(select i from unnest(given) i join rounds r on r.id = i.id and r.asked_step = i.step);
  closed := array(select i from unnest(given) i where i.closes);
  update rounds r set status = case when i.closes then 'settled' else 'open' end, currency = i.currency, stake_minor = i.stake_minor,
    payout_minor = i.payout_minor + i.jackpot_minor, jackpot_minor = i.jackpot_minor, actions = r.actions || r.asked_actions, step = i.step,
    asked_step = null, asked_actions = '{}', outcome = i.outcome, act_at = i.act_at, events = r.events + i.closes::int + (i.jackpot_minor > 0)::int,
    settled_at = case when i.closes then at end
  from unnest(given) i where r.id = i.id;
  if closed <> '{}' then
    perform count_rounds(at, closed, 1);
    insert into outbox (type, subject, version, data)
    select settled, r.id, r.events - (i.jackpot_minor > 0)::int, round_event(r) from unnest(closed) i join rounds r on r.id = i.id;
    insert into outbox (type, subject, version, data)
    select jackpot_won, r.id, r.events, jsonb_build_object('roundId', r.id, 'playerId', r.player_id, 'gameId', r.game_id, 'currency', r.currency,
      'amountMinor', r.jackpot_minor, 'book', r.book)
    from unnest(closed) i join rounds r on r.id = i.id where i.jackpot_minor > 0;
  end if;
  return query select i.place from unnest(given) i;
end $$;
