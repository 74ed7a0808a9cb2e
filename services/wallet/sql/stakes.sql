-- Stakes of bets: a batch is decided, recorded and posted in one call, under the locks of its players.

-- The code of a stake that was decided before: its first outcome, or `key_reused` for another body.
create or replace function known_stake_code(s stakes, player uuid, money text, stake bigint, potential_payout bigint, claim uuid) returns text language sql immutable as $$
  select case
    when s.player_id <> player then 'key_reused'
    when s.status = 'tombstone' then 'tombstone'
    when (s.currency, s.amount_minor, s.max_payout_minor) <> (money, stake, potential_payout) or s.claim_id is distinct from claim then 'key_reused'
    else coalesce(s.code, 'taken')
  end
$$;

-- The params of a refusal; null if it has none. `grant_minor` is the amount of a free bet, or the largest stake with bonus money.
-- `broken_limit` holds the params of the broken limit or of the due reality check.
create or replace function refusal_params(code text, money text, status text, stake bigint, max_bet bigint, broken_limit jsonb, grant_minor bigint)
returns jsonb language sql stable as $$
  select case code
    when 'limit_exceeded' then case when stake > max_bet then jsonb_build_object('limit', 'bet', 'limitMinor', max_bet) else broken_limit end
    when 'reality_check' then broken_limit
    when 'account_not_active' then jsonb_build_object('status', status)
    when 'currency_not_accepted' then jsonb_build_object('currency', money)
    when 'free_bet_whole' then jsonb_build_object('amountMinor', grant_minor)
    when 'bonus_max_stake' then jsonb_build_object('maxStakeMinor', grant_minor, 'currency', money)
  end
$$;

-- Whether the player must verify their identity before they deposit or play, in one of the jurisdictions that require it.
create or replace function needs_identity(p players, identity_first text[]) returns boolean language sql immutable as $$
  select p.level <> 'verified' and p.jurisdiction = any (identity_first)
$$;

-- Decides each stake of a batch, in the order of the batch. The players are locked. The function has no settings, so that it is inlined into the calling statement.
create or replace function decide_stakes(
  at timestamptz, bet_ids uuid[], player_ids uuid[], currencies text[], stakes_minor bigint[], potential_payouts bigint[], claim_ids uuid[],
  odds_milli bigint[], max_unverified bigint, max_verified bigint, identity_first text[]
) returns setof stake_decision language sql stable as $$
  with judged as materialized (
    select r.*, s.bet_id is not null as is_known, s.bonus_minor as known_bonus, s.params as known_params,
      acc.cash_minor - acc.held_minor as available, p.status, b.max_bet,
      case when due.check_at <= at then jsonb_build_object('dueAt', instant_text(due.check_at)) else own.broken_limit end as broken_limit,
      coalesce(g.amount_minor, bonus.max_stake_minor) as grant_minor, g.min_odds_milli,
      bonus.claim_id as usable_claim_id,
      case
        when r.turn > 1 then 'again'
        when s.bet_id is not null then known_stake_code(s, r.player_id, r.currency, r.stake_minor, r.potential_payout_minor, r.claim_id)
        when stop.reason is not null then 'stopped'
        when p.opened_at is null then 'not_found'
        when p.currency <> r.currency then 'currency_not_accepted'
        when p.status <> 'active' then 'account_not_active'
        when p.excluded_until > at then 'excluded'
        when needs_identity(p, identity_first) then 'identity_required'
        when due.check_at <= at then 'reality_check'
        when r.claim_id is not null and g.claim_id is null then 'free_bet_unknown'
        when g.forfeited_at is not null then 'free_bet_forfeited'
        when g.remaining_minor = 0 then 'free_bet_used'
        when g.expires_at <= at then 'free_bet_expired'
        when g.remaining_minor <> r.stake_minor then 'free_bet_whole'
        when g.min_odds_milli > coalesce(r.odds_milli, 0) then 'free_bet_odds'
        when r.stake_minor > b.max_bet or own.broken_limit is not null then 'limit_exceeded'
        when r.claim_id is null and r.stake_minor > coalesce(acc.cash_minor - acc.held_minor + coalesce(bonus.remaining_minor, 0), 0) then 'insufficient_balance'
        when r.claim_id is null and r.stake_minor > bonus.max_stake_minor and r.stake_minor > acc.cash_minor - acc.held_minor then 'bonus_max_stake'
        else 'taken'
      end as code
    from (
      select i.*, row_number() over (partition by i.player_id order by i.place) as turn
      from unnest(bet_ids, player_ids, currencies, stakes_minor, potential_payouts, claim_ids, odds_milli)
        with ordinality as i (bet_id, player_id, currency, stake_minor, potential_payout_minor, claim_id, odds_milli, place)
    ) r
    cross join stop
    left join players p on p.player_id = r.player_id
    left join accounts acc on acc.player_id = r.player_id and acc.currency = r.currency
    left join stakes s on s.bet_id = r.bet_id
    left join grants g on g.claim_id = r.claim_id and g.player_id = r.player_id and g.kind = 'free_bet' and g.currency = p.currency
    left join lateral usable_bonus(at, acc.player_id, 'sports', acc.bonus_minor, null) bonus on true
    cross join lateral (select check_due_at(p, acc, at) as check_at) due
    cross join lateral (select least(case when p.level = 'verified' then max_verified else max_unverified end, (p.own_limits ->> 'betMinor')::bigint) as max_bet) b
    cross join lateral (
      -- A free bet is no loss, but a loss limit with nothing left refuses it too.
      select case when p.own_limits is not null and acc.player_id is not null
        then broken_play_limit(at, p.own_limits, acc, case when r.claim_id is null then r.stake_minor else 1 end) end as broken_limit
    ) own
  )
  select j.bet_id, j.player_id, j.currency, j.stake_minor, j.potential_payout_minor, j.claim_id, j.is_known, j.code,
    case when j.is_known then j.known_bonus when j.code = 'taken' and j.claim_id is null then part.bonus else 0 end,
    case when j.is_known then j.known_params when j.code = 'free_bet_odds' then jsonb_build_object('minOddsMilli', j.min_odds_milli)
      else refusal_params(j.code, j.currency, j.status, j.stake_minor, j.max_bet, j.broken_limit, j.grant_minor) end,
    case when j.code = 'taken' and j.claim_id is null and part.bonus > 0 then j.usable_claim_id end
  from judged j cross join lateral split_stake(j.stake_minor, j.available) part
$$;

-- Takes a batch of stakes. Each item gets a row with its result, never an exception; an item without a row lost a race and must be repeated.
-- The settings force index lookups, because a plan made while a table was small would later read all of it.
-- One plan serves every batch, because planning costs three times as much as a single stake. The settings also hold for the steps that only this function calls.
create or replace function take_stakes(
  at timestamptz, bet_ids uuid[], player_ids uuid[], currencies text[], stakes_minor bigint[], potential_payouts bigint[], claim_ids uuid[],
  max_unverified bigint, max_verified bigint, trace text, odds_milli bigint[] default null, identity_first text[] default '{}'
) returns table (bet_id uuid, player_id uuid, code text, bonus_minor bigint, params jsonb) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  locked bigint := lock_players(player_ids);
begin
  -- This statement sees the commits of every earlier holder of the locks. It is one statement, because most of the cost of a small batch is the start of each statement.
  return query
  with decided as materialized (
    select * from decide_stakes(at, bet_ids, player_ids, currencies, stakes_minor, potential_payouts, claim_ids, odds_milli, max_unverified, max_verified,
      identity_first)
  ),
  -- Renaming the column of the potential payout would break running instances of the previous release, so it stays `max_payout_minor`.
  recorded as (
    insert into stakes as s (bet_id, player_id, currency, amount_minor, bonus_minor, max_payout_minor, claim_id, status, code, params, created_at, bonus_claim_id)
    select d.bet_id, d.player_id, d.currency, d.stake_minor, d.bonus_minor, d.potential_payout_minor, d.claim_id,
      case when d.code = 'taken' then 'taken' else 'refused' end, nullif(d.code, 'taken'), d.params, at, d.bonus_claim_id
    from decided d where not d.is_known and d.code not in ('again', 'stopped')
    on conflict do nothing
    returning s.bet_id, s.player_id, s.currency, s.amount_minor, s.bonus_minor, s.claim_id, s.status, s.code, s.params, s.bonus_claim_id,
      case when s.claim_id is null then s.amount_minor else 0 end as own_minor
  ),
  -- The money of a free bet moves from bonus expense to sports, without the player's accounts.
  posted as materialized (
    select post_transfers(at, array(
      select draft_movement(r.player_id, r.currency, 'stake', r.bet_id, '{bonus_expense,sports}', array[r.own_minor - r.amount_minor, r.amount_minor],
        cash => r.bonus_minor - r.own_minor, bonus => -r.bonus_minor, open_stakes => 1, open_stake => r.own_minor, wagered => r.own_minor,
        lost => r.own_minor, warns_low => true, claim => r.bonus_claim_id)
      from recorded r where r.status = 'taken'), trace)
  )
  select r.bet_id, r.player_id, coalesce(r.code, 'taken'), r.bonus_minor, r.params from recorded r cross join posted
  union all
  select d.bet_id, d.player_id, d.code, d.bonus_minor, d.params from decided d where d.is_known or d.code in ('again', 'stopped');
  if array_remove(claim_ids, null) <> '{}' then
    perform use_free_bets(bet_ids);
  end if;
end $$;

-- Sets the rest of free bets that these bets use to zero. A repeat changes nothing.
create or replace function use_free_bets(bet_ids uuid[]) returns void language plpgsql as $$
begin
  update grants g set remaining_minor = 0
  from stakes s
  where s.bet_id = any (bet_ids) and s.status = 'taken' and s.outcome <> 'returned' and g.claim_id = s.claim_id and g.remaining_minor <> 0;
end $$;
