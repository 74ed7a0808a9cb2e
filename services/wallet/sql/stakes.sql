-- Takes the stakes of bets, a batch in one round trip: the permit and the balance are checked and the money moves under the player's lock.
-- A row per item says what became of it, never an exception; an item without a row lost a race and is asked again.
-- Keys are looked up in their indexes whatever the statistics say: a plan made while a table was small would read all of it later.
-- One plan serves every batch: to plan each anew cost three times what a single stake does.
create or replace function take_stakes(
  at timestamptz, bet_ids uuid[], player_ids uuid[], currencies text[], amounts bigint[], max_payouts bigint[], claim_ids uuid[],
  max_unverified bigint, max_verified bigint, trace text
) returns table (bet_id uuid, player_id uuid, code text, bonus_minor bigint, params jsonb) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  tx bigint;
  today timestamptz := date_trunc('day', at, 'UTC');
  this_week timestamptz := date_trunc('week', at, 'UTC');
  this_month timestamptz := date_trunc('month', at, 'UTC');
begin
  perform from players p where p.player_id = any (player_ids) order by p.player_id for no key update;
  tx := pg_current_xact_id()::text::bigint;
  -- This statement sees what every earlier holder of these locks left behind.
  return query
  with decided as materialized (
    select a.*, s.bet_id is not null as known, s.params as known_params, s.bonus_minor as known_bonus,
      least(a.amount_minor, acc.cash_minor - acc.held_minor) as cash_part,
      b.max_bet, own.broken, p.status, g.amount_minor as whole,
      case
        when a.turn > 1 then 'again'
        when s.bet_id is not null then
          case
            when s.player_id <> a.player_id then 'key_reused'
            when s.status = 'tombstone' then 'tombstone'
            when (s.currency, s.amount_minor, s.max_payout_minor) <> (a.currency, a.amount_minor, a.max_payout_minor)
              or s.claim_id is distinct from a.claim_id then 'key_reused'
            else coalesce(s.code, 'taken')
          end
        when stop.reason is not null then 'stopped'
        when p.opened_at is null then 'not_found'
        when p.currency <> a.currency then 'currency_not_accepted'
        when p.status <> 'active' then 'account_not_active'
        when p.excluded_until > at then 'excluded'
        when a.claim_id is not null and g.claim_id is null then 'free_bet_unknown'
        when g.forfeited_at is not null then 'free_bet_forfeited'
        when g.remaining_minor = 0 then 'free_bet_used'
        when g.expires_at <= at then 'free_bet_expired'
        when g.remaining_minor <> a.amount_minor then 'free_bet_whole'
        when a.amount_minor > b.max_bet or own.broken is not null then 'limit_exceeded'
        when a.claim_id is null and a.amount_minor > coalesce(acc.cash_minor - acc.held_minor + acc.bonus_minor, 0) then 'insufficient_balance'
        else 'taken'
      end as code
    from (
      select i.*, row_number() over (partition by i.player_id order by i.ord) as turn
      from unnest(bet_ids, player_ids, currencies, amounts, max_payouts, claim_ids)
        with ordinality as i (bet_id, player_id, currency, amount_minor, max_payout_minor, claim_id, ord)
    ) a
    cross join stop
    left join players p on p.player_id = a.player_id
    left join accounts acc on acc.player_id = a.player_id and acc.currency = a.currency
    left join stakes s on s.bet_id = a.bet_id
    left join grants g on g.claim_id = a.claim_id and g.player_id = a.player_id and g.kind = 'free_bet' and g.currency = p.currency
    cross join lateral (
      select least(case when p.level = 'verified' then max_verified else max_unverified end, (p.own_limits ->> 'betMinor')::bigint) as max_bet
    ) b
    cross join lateral (
      -- A free bet is no loss of the player's, but a loss limit that has nothing left refuses it too.
      select case when p.own_limits is not null and acc.player_id is not null then broken_play_limit(at, p.own_limits, acc, case when a.claim_id is null then a.amount_minor else 1 end) end as broken
    ) own
  ),
  kept as (
    insert into stakes (bet_id, player_id, currency, amount_minor, bonus_minor, max_payout_minor, claim_id, status, code, params, created_at)
    select d.bet_id, d.player_id, d.currency, d.amount_minor,
      case when d.code = 'taken' and d.claim_id is null then d.amount_minor - d.cash_part else 0 end,
      d.max_payout_minor, d.claim_id,
      case when d.code = 'taken' then 'taken' else 'refused' end,
      nullif(d.code, 'taken'),
      case d.code
        when 'limit_exceeded' then
          case when d.amount_minor > d.max_bet then jsonb_build_object('limit', 'bet', 'limitMinor', d.max_bet) else d.broken end
        when 'account_not_active' then jsonb_build_object('status', d.status)
        when 'currency_not_accepted' then jsonb_build_object('currency', d.currency)
        when 'free_bet_whole' then jsonb_build_object('amountMinor', d.whole)
      end,
      at
    from decided d
    where not d.known and d.code not in ('again', 'stopped')
    on conflict do nothing
    returning stakes.*
  ),
  used as (
    update grants g set remaining_minor = g.remaining_minor - k.amount_minor
    from kept k
    where k.status = 'taken' and k.claim_id is not null and g.claim_id = k.claim_id
  ),
  moved as (
    -- The money of a free bet goes from bonus expense to sports, past the player.
    update accounts acc set
      cash_minor = acc.cash_minor - (k.own - k.bonus_minor),
      bonus_minor = acc.bonus_minor - k.bonus_minor,
      version = acc.version + case when k.own > 0 then 1 else 0 end,
      open_stakes = acc.open_stakes + 1,
      wagered_minor = acc.wagered_minor + k.own,
      loss_day_minor = case when acc.loss_at >= today then acc.loss_day_minor else 0 end + k.own,
      loss_week_minor = case when acc.loss_at >= this_week then acc.loss_week_minor else 0 end + k.own,
      loss_month_minor = case when acc.loss_at >= this_month then acc.loss_month_minor else 0 end + k.own,
      loss_at = at,
      session_at = case when acc.staked_at > at - session_gap() then acc.session_at else at end,
      staked_at = at,
      moved_at = at
    from (select kept.*, case when kept.claim_id is null then kept.amount_minor else 0 end as own from kept) k
    where k.status = 'taken' and acc.player_id = k.player_id and acc.currency = k.currency
    returning acc.id as account_id, acc.player_id, acc.currency, acc.book, acc.cash_minor, acc.bonus_minor, acc.held_minor, acc.version,
      k.bet_id, k.amount_minor, k.own, k.bonus_minor as bonus_part, uuidv7() as transfer_id
  ),
  written as (
    insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
    select m.player_id, m.transfer_id, 'stake', m.currency, -m.own, m.cash_minor + m.bonus_minor, m.bet_id, at from moved m
  ),
  legs as (
    insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor, balance_after_minor, version)
    select tx, m.transfer_id, m.player_id, l.house, l.account, m.book, m.currency, l.amount_minor, l.after, case when not l.house then m.version end
    from moved m
    cross join lateral (values
      (false, 'cash', m.bonus_part - m.own, m.cash_minor),
      (false, 'bonus', -m.bonus_part, m.bonus_minor),
      (true, 'bonus_expense', m.own - m.amount_minor, null),
      (true, 'sports', m.amount_minor, null)
    ) as l (house, account, amount_minor, after)
    where l.amount_minor <> 0
  ),
  said as (
    insert into outbox (type, subject, version, data, traceparent)
    select 'evt.wallet.BalanceChanged.v1', m.account_id, m.version, balance_fact(m.player_id, m.currency, m.cash_minor, m.bonus_minor, m.held_minor), trace
    from moved m where m.own > 0
    union all
    select 'evt.wallet.BalanceLow.v1', m.account_id, m.version, low_fact(m.player_id, m.currency, m.cash_minor - m.held_minor + m.bonus_minor), trace
    from moved m where became_low(m.cash_minor - m.held_minor + m.bonus_minor, m.own)
  )
  select k.bet_id, k.player_id, coalesce(k.code, 'taken'), k.bonus_minor, k.params from kept k
  union all
  select d.bet_id, d.player_id, d.code, d.known_bonus, d.known_params from decided d where d.known or d.code in ('again', 'stopped');
end $$;
