-- A play currency that is still free to change, and an account that is closed for good.

-- Moves the welcome bonus and free bets to another play currency at the same number, while nothing else has happened: after a deposit, a stake or any other
-- movement it is `currency_fixed`, and so it is after a conversion, which could earn the difference of two rates again and again.
create or replace function change_play_currency(at timestamptz, player uuid, becomes text) returns table (code text, currency text) language plpgsql as $$
#variable_conflict use_column
declare
  p players := lock_player(player);
  acc accounts;
  expense text := case when p.book = 'play' then 'play_money' else 'bonus_expense' end;
begin
  if p.opened_at is null then
    return query select 'not_found', null::text;
    return;
  elsif p.currency = becomes then
    return query select 'known', p.currency;
    return;
  end if;
  select a.* into strict acc from accounts a where a.player_id = player and a.currency = p.currency;
  if exists (select from payments x where x.player_id = player and x.status in ('pending', 'approved'))
    or exists (select from transfers t where t.player_id = player and t.kind not in ('welcome', 'opening', 'currency') and (t.currency = p.currency or t.kind <> 'adjustment'))
  then
    return query select 'currency_fixed', p.currency;
    return;
  end if;
  perform open_account(player, becomes);
  if acc.cash_minor > 0 then
    perform post_cash(at, player, p.currency, 'currency', player, expense, -acc.cash_minor);
    perform post_cash(at, player, becomes, 'currency', player, expense, acc.cash_minor);
  end if;
  update grants g set currency = becomes where g.player_id = player;
  update players x set currency = becomes where x.player_id = player;
  return query select 'changed', becomes;
end $$;

-- Closes the account part of a permit where nothing is left: no balance in any currency, no hold, no open stake, no pending payment.
-- A word that is not newer than the one in force is answered and changes nothing.
create or replace function close_player(player uuid, word bigint, new_status text, new_level text, new_jurisdiction text)
returns table (code text, version bigint, params jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  p players := lock_or_make_player(player);
  total bigint;
  held bigint;
  bets bigint;
  pending bigint;
  deposits bigint;
begin
  if word <= p.account_version then
    return query select 'known', p.account_version, null::jsonb;
    return;
  end if;
  select coalesce(sum(to_play(a.cash_minor + a.bonus_minor, a.currency, p.currency)), 0), coalesce(sum(to_play(a.held_minor, a.currency, p.currency)), 0),
    coalesce(sum(a.open_stakes), 0)
  into total, held, bets from accounts a where a.player_id = player;
  select count(*), count(*) filter (where x.type = 'deposit') into pending, deposits from payments x
  where x.player_id = player and (x.status = 'pending' or x.provider_state in ('waiting', 'sent'));
  if bets > 0 or pending > 0 or exists (select from accounts a where a.player_id = player and (a.cash_minor + a.bonus_minor > 0 or a.held_minor > 0)) then
    return query select 'balance_left', p.account_version,
      jsonb_build_object('totalMinor', total, 'heldMinor', held, 'openBets', bets, 'pendingPayments', pending, 'pendingDeposits', deposits,
        'currency', p.currency);
    return;
  end if;
  return query select 'closed', restrict_account(player, word, new_status, new_level, new_jurisdiction), null::jsonb;
end $$;
