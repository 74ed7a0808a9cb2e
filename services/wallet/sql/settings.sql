-- Changing the play currency while that is still possible, and closing an account.

-- A player's first money in another currency. It is always converted from the original amount, so that changing there and back gains nothing. Play money keeps its number.
-- Null if money does not convert between the two currencies now.
create or replace function first_money_in(at timestamptz, p players, becomes text) returns bigint language sql stable as $$
  select case when p.book = 'play' or t.currency = becomes then t.amount_minor
    else (select to_play(t.amount_minor, t.currency, becomes) from rates r where r.from_currency = t.currency and r.to_currency = becomes and is_dealing(at, r))
  end
  from transfers t where t.player_id = p.player_id and t.kind in ('welcome', 'opening') order by t.id limit 1
$$;

-- Changes the play currency. The welcome bonus moves at its worth, free bets keep their number. After a deposit, a stake or any other movement it is refused (`currency_fixed`),
-- also after a conversion: otherwise the difference of two rates could be earned again and again.
create or replace function change_play_currency(at timestamptz, player uuid, becomes text) returns table (code text, currency text) language plpgsql as $$
#variable_conflict use_column
declare
  p players := lock_player(player);
  acc accounts;
  expense text := case when p.book = 'play' then 'play_money' else 'bonus_expense' end;
  worth bigint := first_money_in(at, p, becomes);
begin
  if p.opened_at is null then
    return query select 'not_found', null::text;
    return;
  elsif p.currency = becomes then
    return query select 'known', p.currency;
    return;
  end if;
  select a.* into strict acc from accounts a where a.player_id = player and a.currency = p.currency;
  -- Own limits fix the currency too: the same numbers in another currency would be other limits.
  if p.own_limits is not null
    or exists (select from payments x where x.player_id = player and x.status in ('pending', 'approved'))
    or exists (select from transfers t where t.player_id = player and t.kind not in ('welcome', 'opening', 'currency') and (t.currency = p.currency or t.kind <> 'adjustment'))
  then
    return query select 'currency_fixed', p.currency;
    return;
  elsif acc.cash_minor > 0 and worth is null then
    return query select 'rate_unavailable', p.currency;
    return;
  end if;
  perform open_account(player, becomes);
  if acc.cash_minor > 0 then
    perform post_transfers(at, array[
      draft_movement(player, p.currency, 'currency', player, array[expense], array[acc.cash_minor], cash => -acc.cash_minor),
      draft_movement(player, becomes, 'currency', player, array[expense], array[-worth], cash => worth)]);
    update welcome_bonuses w set currency = becomes, amount_minor = worth where w.player_id = player and w.status = 'paid';
  end if;
  update grants g set currency = becomes where g.player_id = player;
  update players x set currency = becomes where x.player_id = player;
  return query select 'changed', becomes;
end $$;

-- The money that ends with the account: bonus money, and the unstaked part of the welcome bonus, because nobody must bet in order to leave. For an unverified player with
-- no deposits left it is all their cash, up to the welcome bonus. Cash above the bonus belongs to the player, and so does cash of a player whom operators gave money.
create or replace function ends_with_account(p players, out cash bigint, out bonus bigint) language sql stable as $$
  select
    case when p.book = 'real' and p.level <> 'verified' and w.brought_in <= 0 and not w.adjusted and a.cash_minor <= w.welcome then a.cash_minor
      else greatest(least(a.cash_minor - a.held_minor, unplayed_bonus(p.player_id, p.currency)), 0) end,
    a.bonus_minor
  from accounts a
  cross join lateral (
    select
      (select coalesce(sum(t.amount_minor), 0) from transfers t where t.player_id = p.player_id and t.currency = p.currency and t.kind in ('welcome', 'currency')) as welcome,
      (select coalesce(sum(case when x.type = 'withdrawal' then -x.counts_minor when x.status = 'approved' then x.counts_minor else 0 end), 0)
        from payments x where x.player_id = p.player_id and x.status in ('pending', 'approved')) as brought_in,
      -- Adjustments count net, so money that was given and taken back does not count. Without a rate the player keeps it.
      (select coalesce(sum(case when g.net > 0 then coalesce(to_play(g.net, g.currency, p.currency), 1) else -coalesce(to_play(-g.net, g.currency, p.currency), 0) end), 0) > 0
        from (
          select j.currency, sum(j.amount_minor)::bigint as net from adjustments j
          where j.player_id = p.player_id and j.status = 'approved' and j.free_bet_until is null group by j.currency
        ) g) as adjusted
  ) w
  where a.player_id = p.player_id and a.currency = p.currency
$$;

-- Balances in other currencies worth less than one minor unit of the play currency. They cannot be withdrawn, so they end with the account.
create or replace function rests_of(p players) returns setof accounts language sql stable as $$
  select * from accounts a
  where a.player_id = p.player_id and a.currency <> p.currency and a.cash_minor > 0 and a.held_minor = 0 and a.bonus_minor = 0 and a.receivable_minor = 0
    and to_play(a.cash_minor, a.currency, p.currency) = 0
$$;

-- The rest of a player's account in all currencies: `stays` means that it cannot be closed, and `params` are those of the refusal.
create or replace function left_with_account(p players, ends bigint, rests text[])
returns table (stays boolean, params jsonb) language sql stable as $$
  select
    held.bets > 0 or waiting.payments + asked.adjustments > 0 or held.stays,
    jsonb_build_object('totalMinor', held.total - ends, 'heldMinor', held.held, 'owedMinor', held.owed, 'openBets', held.bets,
      'pendingPayments', waiting.payments + asked.adjustments, 'pendingDeposits', waiting.deposits, 'currency', p.currency)
  from (
    select coalesce(sum(to_play(a.cash_minor + a.bonus_minor, a.currency, p.currency)), 0) as total, coalesce(sum(to_play(a.held_minor, a.currency, p.currency)), 0) as held,
      coalesce(sum(a.open_stakes), 0) as bets, coalesce(sum(to_play(-a.receivable_minor, a.currency, p.currency)), 0) as owed,
      coalesce(bool_or((a.held_minor > 0 or a.receivable_minor < 0 or a.cash_minor + a.bonus_minor - case when a.currency = p.currency then ends else 0 end > 0)
        and a.currency <> all (rests)), false) as stays
    from accounts a where a.player_id = p.player_id
  ) held
  cross join (
    select count(*) as payments, count(*) filter (where x.type = 'deposit') as deposits
    from payments x where x.player_id = p.player_id and (x.status = 'pending' or x.provider_state in ('waiting', 'sent'))
  ) waiting
  cross join (
    select count(*) as adjustments from adjustments j where j.player_id = p.player_id and j.status = 'pending' and j.free_bet_until is null
  ) asked
$$;

-- Takes back a player's remaining grants and publishes the forfeits.
create or replace function forfeit_grants(at timestamptz, p players) returns void language plpgsql as $$
begin
  with taken as (
    select t.* from grants g cross join lateral take_back(at, g) t
    where g.player_id = p.player_id and (g.remaining_minor > 0 or g.kind = 'bonus') and coalesce(g.forfeited_at, g.converted_at, g.spent_at) is null
  )
  insert into outbox (type, subject, version, data)
  select 'evt.wallet.BonusForfeited.v1', t.claim_id, 2, jsonb_build_object('claimId', t.claim_id, 'playerId', t.player_id, 'kind', t.kind, 'currency', t.currency,
    'amountMinor', t.forfeited_minor, 'book', p.book, 'reason', 'closed') from taken t;
end $$;

-- Closes the account part of a permit if nothing is left: no balance except money that ends with the account, no hold, open stake, pending payment, pending adjustment or debt.
-- With a version not newer than the one in force it changes nothing and returns `known`.
create or replace function close_account(at timestamptz, player uuid, new_version bigint, new_status text, new_level text, new_jurisdiction text)
returns table (code text, version bigint, params jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  p players := lock_or_make_player(player);
  ends_cash bigint;
  ends_bonus bigint;
  -- Read once, so that a rate set meanwhile cannot change the result.
  rests accounts[];
  remains record;
begin
  if new_version <= p.account_version then
    return query select 'known', p.account_version, null::jsonb;
    return;
  end if;
  select coalesce(sum(e.cash), 0), coalesce(sum(e.bonus), 0) into ends_cash, ends_bonus from ends_with_account(p) e;
  rests := array(select r from rests_of(p) r);
  select l.stays, l.params into remains from left_with_account(p, ends_cash + ends_bonus, array(select r.currency from unnest(rests) r)) l;
  if remains.stays then
    return query select 'balance_left', p.account_version, remains.params;
    return;
  end if;
  -- Bonus money and the unstaked bonus go back to bonus expense; rests of other currencies go to `fx`.
  perform forfeit_grants(at, p);
  perform post_transfers(at, array(
    select draft_movement(player, p.currency, 'forfeit', player, '{bonus_expense}', array[ends_cash], cash => -ends_cash)
    where ends_cash > 0
    union all
    select draft_movement(player, r.currency, 'rest', player, '{fx}', array[r.cash_minor], cash => -r.cash_minor) from unnest(rests) r));
  return query select 'closed', restrict_account(player, new_version, new_status, new_level, new_jurisdiction), null::jsonb;
end $$;
