-- Casino rounds: a batch of steps is decided, recorded and posted in one call, under the locks of its players and then of the jackpot pools.

-- The code of a step that was decided before: its first outcome, or `key_reused` for another body.
create or replace function known_step_code(s round_step, stake bigint, payout bigint, closes boolean, wins boolean) returns text language sql immutable as $$
  select case when (s.stake_minor, s.payout_minor, s.closes) = (stake, payout, closes) and s.wins is not distinct from wins then coalesce(s.code, 'played') else 'key_reused' end
$$;

-- The refusal code of a step, or `played`. A closing step without a stake is always paid: even during a stop, or if the player was suspended, closed or excluded meanwhile.
-- Steps without a stake are also played for players who are excluded, must verify their identity, have a reality check due or have reached a limit, so that they can finish a hand.
create or replace function step_code(
  p players, acc accounts, stopped boolean, at timestamptz, stake bigint, closes boolean, round_stake bigint, max_bet bigint, broken_limit jsonb,
  round_bonus bigint, bonus grants, identity_first text[]
) returns text language sql stable as $$
  select case
    when stake = 0 and closes then 'played'
    when stopped then 'stopped'
    when p.status <> 'active' then 'account_not_active'
    when stake = 0 then 'played'
    when p.excluded_until > at then 'excluded'
    when needs_identity(p, identity_first) then 'identity_required'
    when check_due_at(p, acc, at) <= at then 'reality_check'
    when round_stake > max_bet or broken_limit is not null then 'limit_exceeded'
    when stake > acc.cash_minor - acc.held_minor + coalesce(bonus.remaining_minor, 0) then 'insufficient_balance'
    when round_stake > bonus.max_stake_minor and (round_bonus > 0 or stake > acc.cash_minor - acc.held_minor) then 'bonus_max_stake'
    else 'played'
  end
$$;

-- Decides each step of a batch, in the order of the batch. The players are locked. The function has no settings, so that it is inlined into the calling statement.
create or replace function decide_steps(
  at timestamptz, round_ids uuid[], step_numbers int[], player_ids uuid[], game_ids text[], stakes_minor bigint[], payouts_minor bigint[],
  closings boolean[], jackpots_won boolean[], products text[], max_unverified bigint, max_verified bigint, identity_first text[]
) returns setof step_decision language sql stable as $$
  with judged as materialized (
    select r.*, p.book, p.currency, p.status as player_status, acc.cash_minor - acc.held_minor as available, -acc.receivable_minor as owed, b.max_bet,
      case when due.check_at <= at then jsonb_build_object('dueAt', instant_text(due.check_at)) else own.broken_limit end as broken_limit,
      k.status as was, coalesce(k.staked_minor, 0) as staked, coalesce(k.bonus_minor, 0) as bonus, coalesce(k.jackpot_minor, 0) as jackpot,
      coalesce(k.steps, '{}') as steps, k.steps[r.step + 1] as known,
      bonus.max_stake_minor as max_bonus_stake, k.bonus_claim_id as was_claim_id, bonus.claim_id as usable_claim_id,
      case
        when r.turn > 1 then 'again'
        when k.player_id <> r.player_id or k.game_id <> r.game_id then 'key_reused'
        when r.step < cardinality(k.steps) then known_step_code(k.steps[r.step + 1], r.stake_minor, r.payout_minor, r.closes, r.wins)
        when k.status <> 'open' or r.step <> coalesce(cardinality(k.steps), 0) then 'round_step'
        when p.opened_at is null then 'not_found'
        else step_code(p, acc, stop.reason is not null, at, r.stake_minor, r.closes, coalesce(k.staked_minor, 0) + r.stake_minor, b.max_bet, own.broken_limit,
          coalesce(k.bonus_minor, 0), bonus, identity_first)
      end as code
    from (
      select i.*, row_number() over (partition by i.player_id order by i.place) as turn
      from unnest(round_ids, step_numbers, player_ids, game_ids, stakes_minor, payouts_minor, closings, jackpots_won, products)
        with ordinality as i (round_id, step, player_id, game_id, stake_minor, payout_minor, closes, wins, product, place)
    ) r
    cross join stop
    left join players p on p.player_id = r.player_id
    left join accounts acc on acc.player_id = r.player_id and acc.currency = p.currency
    left join rounds k on k.round_id = r.round_id
    left join lateral usable_bonus(at, acc.player_id, r.product, acc.bonus_minor, k.bonus_claim_id) bonus on true
    cross join lateral (select check_due_at(p, acc, at) as check_at) due
    cross join lateral (select least(case when p.level = 'verified' then max_verified else max_unverified end, (p.own_limits ->> 'betMinor')::bigint) as max_bet) b
    cross join lateral (
      select case when p.own_limits is not null and acc.player_id is not null and r.stake_minor > 0
        then broken_play_limit(at, p.own_limits, acc, r.stake_minor) end as broken_limit
    ) own
  )
  select j.place, j.round_id, j.player_id, j.game_id, j.book, j.currency, j.code, n.is_known, n.is_new, j.stake_minor,
    case when n.is_known then (j.known).bonus_minor when n.is_taken then part.bonus else 0 end, j.payout_minor, j.closes, j.wins, n.params,
    case when n.is_known and j.closes then nullif(j.jackpot, 0) end, j.was is not null, j.staked,
    case when n.is_taken then case when j.closes then 'closed' else 'open' end else coalesce(j.was, 'refused') end,
    j.staked + n.is_taken::int * j.stake_minor, j.bonus + n.is_taken::int * part.bonus, n.is_taken::int * j.payout_minor,
    j.steps || row(j.stake_minor, j.payout_minor, j.closes, j.wins is not null, j.wins, n.is_taken::int * part.bonus, nullif(j.code, 'played'), n.params)::round_step, j.owed,
    coalesce(j.was_claim_id, case when n.is_taken and part.bonus > 0 then j.usable_claim_id end)
  from judged j
  cross join lateral split_stake(j.stake_minor, j.available) part
  cross join lateral (select j.step < cardinality(j.steps) and j.code <> 'key_reused' and j.code <> 'again' as is_known) k
  cross join lateral (
    select k.is_known, not k.is_known and j.code not in ('again', 'stopped', 'not_found', 'key_reused', 'round_step') as is_new, not k.is_known and j.code = 'played' as is_taken,
      case when k.is_known then (j.known).params else refusal_params(j.code, j.currency, j.player_status, j.staked + j.stake_minor, j.max_bet, j.broken_limit, j.max_bonus_stake) end as params
  ) n
$$;

-- Locks the pools for the books and currencies of a batch's players, always after the players and in one order, and creates missing pools.
create or replace function lock_pools(player_ids uuid[]) returns void language plpgsql as $$
begin
  insert into jackpots (book, currency)
  select distinct p.book, p.currency from players p
  where p.player_id = any (player_ids) and p.opened_at is not null and not exists (select from jackpots j where j.book = p.book and j.currency = p.currency)
  on conflict do nothing;
  perform from jackpots j
  where (j.book, j.currency) in (select p.book, p.currency from players p where p.player_id = any (player_ids)) order by j.book, j.currency for no key update;
end $$;

-- The movement of a step: its stake, and for a closing step the payout, split between cash and bonus in the proportion of the whole stake of the round.
-- The contribution to a pool and its seed move from casino to jackpot.
create or replace function round_movement(
  player uuid, money text, round uuid, stake bigint, stake_bonus bigint, payout bigint, staked bigint, staked_bonus bigint, closes boolean, was_open boolean,
  was_staked bigint, owed bigint, contributed bigint, seeded bigint, bonus_claim uuid
) returns movement language sql volatile as $$
  select draft_movement(player, money, case when stake > 0 then 'stake' end, round, '{casino,jackpot}', array[stake - contributed - seeded, contributed + seeded],
    cash => pay.cash - (stake - stake_bonus), bonus => pay.bonus - stake_bonus, receivable => pay.receivable,
    open_stakes => (not closes)::int - was_open::int, open_stake => case when not closes then stake else -was_staked end, wagered => stake, won => payout,
    lost => stake - payout, warns_low => true, payout_cash => pay.cash, payout_bonus => pay.bonus, payout_receivable => pay.receivable, is_round => true, claim => bonus_claim)
  from split_difference(payout, bonus_share(payout, staked, staked_bonus), 0, 0, owed) pay
$$;

-- The UTC day on which a round began, by the time in its id. An id without a time counts on the day of its posting.
create or replace function day_of_round(round uuid, at timestamptz) returns date language sql immutable as $$
  select (coalesce(uuid_extract_timestamp(round), at) at time zone 'UTC')::date
$$;

-- Adds a round's change in figures to the day on which it began.
create or replace function recount_round(k rounds, staked bigint, open bigint, returned bigint) returns void language plpgsql as $$
begin
  update round_days y set staked_minor = y.staked_minor + staked, open_minor = y.open_minor + open, returned_minor = y.returned_minor + returned
  where y.player_id = k.player_id and y.day = day_of_round(k.round_id, k.created_at);
end $$;

-- A round's share of its player's figures; a void round counts for nothing.
create or replace function counted_round(status text, staked bigint, paid bigint, jackpot bigint) returns table (wagered bigint, won bigint, open bigint) language sql immutable as $$
  select case when status = 'void' then 0 else staked end, case when status = 'void' then 0 else paid + jackpot end, case when status = 'open' then staked else 0 end
$$;

-- The number of the last step that was played; -1 if there is none.
create or replace function last_step(steps round_step[]) returns int language sql immutable as $$
  select coalesce(max(s.place), 0)::int - 1 from unnest(steps) with ordinality s (stake_minor, payout_minor, closes, jackpot, wins, bonus_minor, code, params, place) where s.code is null
$$;

-- Aborts a call in which two players used the same round id at once.
create or replace function refuse_race() returns boolean language plpgsql as $$
begin
  raise exception 'a round id was used twice at once';
end $$;

-- Plays a batch of steps. Each item gets a row with its result, never an exception; one that wins the jackpot is the last of its batch.
-- Two players using a round id at once abort the call; the next call sees the id as taken. The settings are those of `take_stakes`, for the same reasons.
create or replace function play_rounds(
  at timestamptz, round_ids uuid[], step_numbers int[], player_ids uuid[], game_ids text[], stakes_minor bigint[], payouts_minor bigint[],
  closings boolean[], jackpots_won boolean[], max_unverified bigint, max_verified bigint, seed bigint, percent int, trace text, products text[] default null, identity_first text[] default '{}'
) returns table (round_id uuid, player_id uuid, code text, currency text, bonus_minor bigint, jackpot_minor bigint, params jsonb) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  locked bigint := lock_players(player_ids);
  has_jackpot boolean := array_remove(jackpots_won, null) <> '{}';
  won uuid;
begin
  if has_jackpot then perform lock_pools(player_ids); end if;
  return query
  with decided as materialized (
    select * from decide_steps(at, round_ids, step_numbers, player_ids, game_ids, stakes_minor, payouts_minor, closings, jackpots_won, products, max_unverified, max_verified,
      identity_first)
  ),
  recorded as (
    insert into rounds as k (round_id, player_id, game_id, currency, status, staked_minor, bonus_minor, paid_minor, steps, created_at, bonus_claim_id)
    select d.round_id, d.player_id, d.game_id, d.currency, d.status, d.staked_minor, d.staked_bonus_minor, d.paid_minor, d.steps, at, d.bonus_claim_id from decided d where d.is_new
    on conflict (round_id) do update set status = excluded.status, staked_minor = excluded.staked_minor, bonus_minor = excluded.bonus_minor,
      paid_minor = excluded.paid_minor, steps = excluded.steps, bonus_claim_id = excluded.bonus_claim_id
    where k.player_id = excluded.player_id and cardinality(k.steps) = cardinality(excluded.steps) - 1
    returning 1
  ),
  -- A pool gets its percentage of each stake, in the order of the batch. Fractions of a minor unit are carried over to the next stake.
  contributing as materialized (
    select c.*, coalesce(c.after / 100 - (c.after - c.stake_minor * percent) / 100, 0) as contributed,
      case when c.amount_minor = 0 and row_number() over (partition by c.book, c.currency, c.amount_minor order by c.place) = 1 then seed else 0 end as seeded
    from (
      select d.*, j.amount_minor, j.rest + (sum(d.stake_minor * percent) over (partition by d.book, d.currency, j.book order by d.place rows unbounded preceding))::bigint as after
      from decided d left join jackpots j on d.wins is not null and j.book = d.book and j.currency = d.currency
      where d.is_new and d.code = 'played'
    ) c
  ),
  filled as (
    update jackpots j set amount_minor = j.amount_minor + s.seeded + s.contributed, rest = (j.rest + s.staked * percent) % 100, staked_minor = j.staked_minor + s.staked,
      contributed_minor = j.contributed_minor + s.contributed, received_minor = j.received_minor + s.contributed, seeded_minor = j.seeded_minor + s.seeded
    from (
      select c.book, c.currency, sum(c.stake_minor)::bigint as staked, sum(c.contributed)::bigint as contributed, sum(c.seeded)::bigint as seeded
      from contributing c where c.wins is not null group by c.book, c.currency
    ) s where has_jackpot and j.book = s.book and j.currency = s.currency
  ),
  by_day as (
    insert into round_days as y (player_id, day, staked_minor, open_minor, returned_minor)
    select c.player_id, day_of_round(c.round_id, at), c.stake_minor, case when not c.closes then c.stake_minor else -c.was_staked_minor end, c.payout_minor from contributing c
    on conflict (player_id, day) do update set staked_minor = y.staked_minor + excluded.staked_minor, open_minor = y.open_minor + excluded.open_minor,
      returned_minor = y.returned_minor + excluded.returned_minor
  ),
  posted as materialized (select post_transfers(at, array(
    select round_movement(c.player_id, c.currency, c.round_id, c.stake_minor, c.bonus_minor, c.payout_minor, c.staked_minor, c.staked_bonus_minor, c.closes, c.was_open,
      c.was_staked_minor, c.owed_minor, c.contributed, c.seeded, c.bonus_claim_id)
    -- Grants look for open rounds, so rounds are recorded before anything is posted.
    from contributing c cross join (select count(*) from recorded) after_rounds), trace))
  select d.round_id, d.player_id, case when d.is_new and d.code = 'played' and d.wins then 'won' else d.code end, d.currency, d.bonus_minor, d.jackpot_minor, d.params
  from decided d cross join posted
  where (select count(*) from recorded) = (select count(*) from decided n where n.is_new) or refuse_race();
end $$;

-- Pays the whole pool to a round that has just won it, in the same transaction, and seeds the pool again. It is paid in cash even if bonus money was staked. Returns the amount.
create or replace function pay_jackpot(at timestamptz, round uuid, seed bigint) returns bigint language plpgsql as $$
declare
  k rounds;
  acc accounts;
  pool jackpots;
begin
  select r.* into strict k from rounds r where r.round_id = round;
  select a.* into strict acc from accounts a where a.player_id = k.player_id and a.currency = k.currency;
  select j.* into strict pool from jackpots j where j.book = acc.book and j.currency = k.currency;
  update rounds set jackpot_minor = pool.amount_minor where round_id = round;
  perform recount_round(k, 0, 0, pool.amount_minor);
  update jackpots set amount_minor = seed, contributed_minor = 0, seeded_minor = seeded_minor + seed, paid_minor = paid_minor + pool.amount_minor
  where book = pool.book and currency = pool.currency;
  perform post_transfers(at, array(
    select draft_movement(k.player_id, k.currency, 'jackpot', round, '{casino,jackpot}', array[-seed, seed - pool.amount_minor],
      cash => m.cash, bonus => m.bonus, receivable => m.receivable, won => pool.amount_minor, lost => -pool.amount_minor, is_round => true)
    from split_difference(pool.amount_minor, 0, 0, 0, -acc.receivable_minor) m));
  return pool.amount_minor;
end $$;

-- Voids a round, once: stakes are returned to cash and bonus as they were taken, and the payout is taken back, a jackpot to its pool. A shortfall
-- becomes debt. A round that does not exist yet is refused for good. Returns the net amount that moved to the player.
create or replace function void_round(at timestamptz, round uuid, player uuid) returns table (code text, moved_minor bigint) language plpgsql as $$
#variable_conflict use_column
declare
  p players := lock_player(player);
  k rounds;
begin
  if p.opened_at is null then
    return query select 'not_found', 0::bigint;
    return;
  end if;
  insert into rounds (round_id, player_id, currency, status, created_at) values (round, player, p.currency, 'void', at) on conflict do nothing;
  select r.* into strict k from rounds r where r.round_id = round;
  if k.player_id <> player then
    return query select 'not_found', 0::bigint;
  elsif k.status = 'refused' then
    return query select 'void', 0::bigint;
  elsif k.status = 'void' then
    return query select 'void', k.staked_minor - k.paid_minor - k.jackpot_minor;
  elsif exists (select from stop where reason is not null) then
    return query select 'stopped', 0::bigint;
  else
    update rounds set status = 'void' where round_id = round;
    perform return_stakes(at, p, k);
    perform take_back_payout(at, p, k);
    perform recount_round(k, -k.staked_minor, case when k.status = 'open' then -k.staked_minor else 0 end, -k.paid_minor - k.jackpot_minor);
    return query select 'void', k.staked_minor - k.paid_minor - k.jackpot_minor;
  end if;
end $$;

-- Returns the stakes of a round, which then counts for nothing in the figures.
create or replace function return_stakes(at timestamptz, p players, k rounds) returns void language plpgsql as $$
declare
  is_open boolean := k.status = 'open';
begin
  perform post_transfers(at, array(
    select draft_movement(k.player_id, k.currency, case when k.staked_minor > 0 then 'refund' end, k.round_id, '{casino}', array[-k.staked_minor],
      cash => m.cash, bonus => m.bonus, receivable => m.receivable, open_stakes => -is_open::int, open_stake => case when is_open then -k.staked_minor else 0 end,
      wagered => -k.staked_minor, lost => -k.staked_minor, is_round => true, claim => k.bonus_claim_id)
    from accounts acc cross join lateral split_difference(k.staked_minor, k.bonus_minor, 0, 0, -acc.receivable_minor) m
    where acc.player_id = k.player_id and acc.currency = k.currency));
end $$;

-- Takes back the payout of a round; a jackpot goes back to its pool.
create or replace function take_back_payout(at timestamptz, p players, k rounds) returns void language plpgsql as $$
declare
  paid bigint := k.paid_minor + k.jackpot_minor;
  bonus_back bigint;
begin
  if paid = 0 then
    return;
  end if;
  if k.jackpot_minor > 0 then
    perform lock_pools(array[k.player_id]);
    update jackpots set amount_minor = amount_minor + k.jackpot_minor, paid_minor = paid_minor - k.jackpot_minor where book = p.book and currency = k.currency;
  end if;
  bonus_back := least(bonus_share(k.paid_minor, k.staked_minor, k.bonus_minor), coalesce((select bonus_found(g) from grants g where g.claim_id = k.bonus_claim_id), 0));
  if bonus_back > 0 then
    perform restore_forfeited(at, k.bonus_claim_id, bonus_back);
  end if;
  perform post_transfers(at, array(
    select draft_movement(k.player_id, k.currency, 'correction', k.round_id, '{casino,jackpot}', array[k.paid_minor, k.jackpot_minor],
      cash => m.cash, bonus => m.bonus, receivable => m.receivable, won => -paid, lost => paid, is_round => true, claim => k.bonus_claim_id)
    from accounts acc
    cross join lateral split_difference(-paid, -bonus_back, acc.cash_minor - acc.held_minor, bonus_back, -acc.receivable_minor) m
    where acc.player_id = k.player_id and acc.currency = k.currency));
end $$;
