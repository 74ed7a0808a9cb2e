-- Payments at a provider: deposits that it reports, payouts that it may return, and the closed loop between the two.

create or replace function family_of(method text) returns text language sql immutable as $$
  select case when method in ('union_bank_india', 'phonepe', 'bank_transfer') then 'bank_transfer' else method end
$$;

-- Whether money that came by a method can go back to it. Only actions of the provider count, because a destination that the player typed can be typed again.
-- A card is paid by the provider's token. If the provider does not know the token or the card did not accept a payout, it takes no money until it pays in again.
create or replace function takes_money_back(player uuid, family text, has_provider boolean) returns boolean language sql stable as $$
  select family <> 'credit_card' or (has_provider and exists (
    select from saved_methods s where s.player_id = player and s.method = family and s.forgotten_at is null and s.refused_at is null))
$$;

-- The amount of each method's deposits that must still be withdrawn to it, in the play currency: deposits before fees, less requested withdrawals.
-- A rest below the minimum withdrawal could never be withdrawn, so it does not bind; nor does a method that cannot take money back.
create or replace function bound_methods(player uuid, least_minor bigint, has_provider boolean) returns table (family text, left_minor bigint) language sql stable as $$
  select o.family, o.left_minor from (
    select family_of(x.method), sum(case x.type when 'deposit' then x.counts_minor else -x.counts_minor end)::bigint
    from payments x
    where x.player_id = player and (x.status = 'approved' or (x.type = 'withdrawal' and x.status = 'pending'))
    group by 1) o (family, left_minor)
  where o.left_minor >= greatest(least_minor, 1) and takes_money_back(player, o.family, has_provider)
  order by 2 desc, 1
$$;

-- The params of the refusal if a withdrawal breaks the closed loop; null if it may go to its method. While another method has a rest, a method takes at most its own rest.
create or replace function breaks_loop(player uuid, method text, amount bigint, money text, least_minor bigint, has_provider boolean)
returns jsonb language plpgsql stable as $$
declare
  own bigint := coalesce((select c.left_minor from bound_methods(player, least_minor, has_provider) c where c.family = family_of(method)), 0);
  other text;
  other_left bigint;
begin
  if amount <= own then
    return null;
  end if;
  select c.family, c.left_minor into other, other_left from bound_methods(player, least_minor, has_provider) c where c.family <> family_of(method) limit 1;
  if other is null then
    return null;
  elsif own > 0 then
    return jsonb_build_object('method', family_of(method), 'amountMinor', own, 'currency', money);
  end if;
  return jsonb_build_object('method', other, 'amountMinor', other_left, 'currency', money);
end $$;

-- Restores a saved method that its player had forgotten, because money must go back to it.
create or replace function know_again(saved uuid) returns void language sql as $$
  update saved_methods set forgotten_at = null where id = saved and forgotten_at is not null
$$;

-- Stores a deposit; the provider is called after the commit. Range and limits apply to its worth in the play currency at the current rate.
create or replace function request_instant_deposit(
  at timestamptz, asked jsonb, limits jsonb, least_minor bigint, most_minor bigint, identity_first text[] default '{}', refused_methods jsonb default '{}'
)
returns table (code text, params jsonb, payment payments) language plpgsql as $$
declare
  p players := lock_player((asked ->> 'player_id')::uuid);
  counts bigint := to_play((asked ->> 'amount_minor')::bigint, asked ->> 'currency', p.currency);
  broken jsonb;
begin
  if p.opened_at is null then
    return query select 'not_found', null::jsonb, null::payments;
  elsif p.status <> 'active' then
    return query select 'account_not_active', jsonb_build_object('status', p.status), null::payments;
  elsif p.excluded_until > at then
    return query select 'excluded', null::jsonb, null::payments;
  elsif refused_methods -> p.jurisdiction ? (asked ->> 'method') then
    return query select 'deposit_method_refused', null::jsonb, null::payments;
  elsif needs_identity(p, identity_first) then
    return query select 'identity_required', null::jsonb, null::payments;
  elsif counts is null then
    return query select 'rate_unavailable', jsonb_build_object('from', asked ->> 'currency', 'to', p.currency), null::payments;
  elsif counts < least_minor or counts > most_minor then
    return query select 'deposit_range', jsonb_build_object('limit', 'method', 'minMinor', least_minor, 'maxMinor', most_minor, 'currency', p.currency), null::payments;
  else
    broken := broken_limit(at, p.player_id, 'deposit', counts, limits -> p.level);
    if broken is not null then
      return query select 'limit_exceeded', broken, null::payments;
    else
      perform open_account(p.player_id, asked ->> 'currency');
      return query select 'requested', null::jsonb, insert_payment(at, 'deposit', p.book, asked || jsonb_build_object('counts_minor', counts));
    end if;
  end if;
end $$;

-- Credits a deposit that the provider reports as paid, once: the amount leaves clearing, the fee goes to the house and the rest to the player. A deposit that has failed before is credited too.
create or replace function credit_deposit(at timestamptz, payment_id uuid, spread_bp int) returns table (code text, payment payments) language plpgsql as $$
declare
  x payments := lock_payment(payment_id);
  acc accounts;
begin
  if x.id is null then
    return query select 'not_found', x;
  elsif x.status = 'approved' then
    return query select 'known', x;
  elsif x.status = 'rejected' then
    return query select 'already_decided', x;
  else
    acc := post_transfer(at, draft_movement(x.player_id, x.currency, 'deposit', x.id, array['clearing_' || x.method, 'fees'], array[-x.amount_minor, x.fee_minor],
      cash => x.amount_minor - x.fee_minor, deposited => x.amount_minor));
    perform know_again(x.saved_method);
    perform convert_on_arrival(at, x.player_id, x.currency, x.amount_minor - x.fee_minor, spread_bp);
    update payments p set status = 'approved', provider_state = 'paid', decided_at = at, version = p.version + 1, failure = null, redirect_url = null, next_poll_at = null,
      balance_after_minor = acc.cash_minor + acc.bonus_minor
    where p.id = x.id returning p.* into x;
    return query select 'approved', x;
  end if;
end $$;

-- Marks a deposit as failed: the provider declined it, or it was cancelled.
create or replace function fail_deposit(at timestamptz, payment_id uuid, why text) returns table (code text, payment payments) language plpgsql as $$
declare
  x payments := lock_payment(payment_id);
begin
  if x.id is null then
    return query select 'not_found', x;
  elsif x.status <> 'pending' then
    return query select 'known', x;
  else
    update payments p set status = 'failed', provider_state = 'failed', failure = why, decided_at = at, version = p.version + 1, redirect_url = null, next_poll_at = null
    where p.id = x.id returning p.* into x;
    return query select 'failed', x;
  end if;
end $$;

-- Advances a payout to the provider's state, forward only. If it is returned or has failed, the money goes back to the player, once. `contradicted`: the provider carries out a payout
-- whose money went back.
create or replace function advance_payout(at timestamptz, payment_id uuid, state text, why text) returns table (code text, payment payments) language plpgsql as $$
declare
  x payments := lock_payment(payment_id);
  places text[] := '{waiting,sent,paid,returned,failed}';
begin
  if x.id is null or x.type <> 'withdrawal' or x.provider_state is null then
    return query select 'not_found', x;
    return;
  elsif x.status = 'failed' and x.provider_state = 'failed' and (state = 'paid' or (state = 'sent' and x.refused_at is not null)) then
    return query select 'contradicted', x;
    return;
  elsif x.status <> 'approved' or array_position(places, state) <= array_position(places, x.provider_state) then
    return query select 'known', x;
    return;
  elsif state in ('returned', 'failed') then
    perform post_cash(at, x.player_id, x.currency, 'returned', x.id, 'clearing_' || x.method, x.amount_minor);
    update payments p set status = 'failed', provider_state = state, failure = why, decided_at = at, version = p.version + 1, next_poll_at = null, balance_after_minor = null
    where p.id = x.id returning p.* into x;
    return query select 'returned', x;
  else
    update payments p set provider_state = state, sent_at = coalesce(p.sent_at, at), paid_at = case state when 'paid' then at end, version = p.version + 1, next_poll_at = case state when 'sent' then at + interval '30 s' end where p.id = x.id returning p.* into x;
    return query select 'advanced', x;
  end if;
end $$;

-- Handles a definite refusal of a payout. Another instance may be sending the same payout right now, so the money goes back only if the provider refuses again after `again_after`
-- (`refused` until then), and never if the provider had accepted the payout (`accepted`).
create or replace function refuse_payout(at timestamptz, payment_id uuid, why text, again_after interval) returns table (code text, payment payments) language plpgsql as $$
declare
  x payments := lock_payment(payment_id);
begin
  if x.id is null or x.type <> 'withdrawal' or x.provider_state is null then
    return query select 'not_found', x;
  elsif x.status <> 'approved' then
    return query select 'known', x;
  elsif x.provider_state <> 'waiting' then
    return query select 'accepted', x;
  elsif x.refused_at is null or at < x.refused_at + again_after then
    update payments p set refused_at = coalesce(p.refused_at, at), next_poll_at = coalesce(p.refused_at, at) + again_after where p.id = x.id returning p.* into x;
    return query select 'refused', x;
  else
    return query select * from advance_payout(at, payment_id, 'failed', why);
  end if;
end $$;
