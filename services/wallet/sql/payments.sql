-- Payments: reports and requests of players, and decisions of operators. Each function returns a code, the params of a refusal, and the payment.

-- Deposits or withdrawals since an instant that count towards limits: requested or approved, by the time of the request.
create or replace function paid_since(player uuid, direction text, since timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(counts_minor), 0)::bigint from payments
  where player_id = player and type = direction and status in ('pending', 'approved') and submitted_at >= since
$$;

-- The params of the first limit that an amount would break: its name, size and rest; null if it breaks none.
create or replace function broken_limit(at timestamptz, player uuid, direction text, amount bigint, limits jsonb) returns jsonb language plpgsql stable as $$
declare
  noun text := case direction when 'deposit' then 'Deposit' else 'Withdraw' end;
  day bigint := (limits ->> ('daily' || noun || 'Minor'))::bigint;
  month bigint := (limits ->> ('monthly' || noun || 'Minor'))::bigint;
  single bigint := (limits ->> ('max' || noun || 'Minor'))::bigint;
  today bigint;
  this_month bigint;
begin
  if amount > single then
    return jsonb_build_object('limit', 'max' || noun, 'limitMinor', single, 'remainingMinor', single);
  end if;
  today := paid_since(player, direction, date_trunc('day', at, 'UTC'));
  if today + amount > day then
    return jsonb_build_object('limit', 'daily' || noun, 'limitMinor', day, 'remainingMinor', greatest(day - today, 0));
  end if;
  this_month := paid_since(player, direction, date_trunc('month', at, 'UTC'));
  if this_month + amount > month then
    return jsonb_build_object('limit', 'monthly' || noun, 'limitMinor', month, 'remainingMinor', greatest(month - this_month, 0));
  end if;
  return case direction when 'deposit' then broken_deposit_limit(at, player, amount) end;
end $$;

create or replace function insert_payment(at timestamptz, direction text, of_book text, asked jsonb) returns payments language sql as $$
  insert into payments (id, player_id, type, amount_minor, currency, book, method, reference, customer_name, email, bank_transaction_id, upi_id,
    destination, destination_end, destination_key, proof_id, proof_type, approvals_needed, fee_minor, counts_minor, provider_state, saved_method, next_poll_at, submitted_at)
  select a.id, a.player_id, direction, a.amount_minor, a.currency, of_book, a.method, a.reference, a.customer_name, a.email, a.bank_transaction_id, a.upi_id,
    a.destination, a.destination_end, a.destination_key, a.proof_id, a.proof_type, a.approvals_needed, coalesce(a.fee_minor, 0), coalesce(a.counts_minor, a.amount_minor),
    a.provider_state, a.saved_method, a.next_poll_at, at
  from jsonb_populate_record(null::payments, asked) a
  returning *
$$;

-- Requests a manual deposit. `refused_methods` has the methods that take no deposits, by jurisdiction.
create or replace function request_deposit(at timestamptz, asked jsonb, limits jsonb, identity_first text[] default '{}', refused_methods jsonb default '{}')
returns table (code text, params jsonb, payment payments) language plpgsql as $$
declare
  p players := lock_player((asked ->> 'player_id')::uuid);
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
  elsif p.currency <> asked ->> 'currency' then
    return query select 'currency_not_accepted', jsonb_build_object('currency', asked ->> 'currency'), null::payments;
  else
    broken := broken_limit(at, p.player_id, 'deposit', (asked ->> 'amount_minor')::bigint, limits -> p.level);
    if broken is not null then
      return query select 'limit_exceeded', broken, null::payments;
    else
      return query select 'requested', null::jsonb, insert_payment(at, 'deposit', p.book, asked);
    end if;
  end if;
end $$;

-- What an unverified player may still withdraw: the approved deposits less withdrawals. Negative if the player was verified when they asked for more.
create or replace function unverified_remainder(player uuid) returns bigint language sql stable as $$
  select coalesce(sum(case when x.type = 'withdrawal' then -x.counts_minor when x.status = 'approved' then x.counts_minor else 0 end), 0)::bigint
  from payments x where x.player_id = player and x.status in ('pending', 'approved')
$$;

-- Whether withdrawals wait for the player's verification: it ended, by an expiry or a screening match, after they were requested.
create or replace function exceeds_unverified(player uuid) returns boolean language sql stable as $$
  select p.level <> 'verified' and unverified_remainder(player) < 0 from players p where p.player_id = player
$$;

-- Requests a withdrawal and holds its amount, in any currency of the player. For limits, closed loop and number of operators it counts at its present worth in the play currency.
-- A withdrawal below the minimum must take the whole balance; without this a small rest would keep an account open for ever.
-- An unverified player withdraws at most the approved deposits less withdrawals. The welcome bonus can be withdrawn once it was staked.
create or replace function ask_withdrawal(at timestamptz, asked jsonb, least_minor bigint, limits jsonb, two_operators_minor bigint, has_provider boolean)
returns table (code text, params jsonb, payment payments) language plpgsql as $$
declare
  p players := lock_player((asked ->> 'player_id')::uuid);
  acc accounts;
  amount bigint := (asked ->> 'amount_minor')::bigint;
  money text := asked ->> 'currency';
  counts bigint := to_play(amount, money, p.currency);
  available bigint;
  free bigint := withdrawable_worth(p);
  broken jsonb;
  made payments;
begin
  if p.opened_at is null then
    return query select 'not_found', null::jsonb, null::payments;
    return;
  elsif p.status <> 'active' then
    return query select 'account_not_active', jsonb_build_object('status', p.status), null::payments;
    return;
  elsif exists (select from stop where reason is not null) then
    return query select 'stopped', null::jsonb, null::payments;
    return;
  elsif counts is null then
    return query select 'rate_unavailable', jsonb_build_object('from', money, 'to', p.currency), null::payments;
    return;
  end if;
  available := coalesce((select a.cash_minor - a.held_minor from accounts a where a.player_id = p.player_id and a.currency = money), 0);
  if counts < least_minor and amount <> available and (money <> p.currency or amount <> free) then
    return query select 'limit_exceeded', jsonb_build_object('limit', 'minWithdraw', 'limitMinor', least_worth(least_minor, money, p.currency),
      'remainingMinor', case when money = p.currency then least(available, free) else available end, 'currency', money), null::payments;
    return;
  elsif amount > available then
    return query select 'insufficient_balance', null::jsonb, null::payments;
    return;
  end if;
  broken := broken_limit(at, p.player_id, 'withdrawal', counts, limits -> p.level);
  if broken is not null then
    return query select 'limit_exceeded', broken || jsonb_build_object('currency', p.currency), null::payments;
    return;
  elsif p.level <> 'verified' and counts > unverified_remainder(p.player_id) then
    return query select 'kyc_required', null::jsonb, null::payments;
    return;
  elsif counts > free and unplayed_bonus(p.player_id, p.currency) > 0 then
    return query select 'bonus_not_staked', jsonb_build_object('unplayedMinor', unplayed_bonus(p.player_id, p.currency), 'withdrawableMinor', free, 'currency', p.currency), null::payments;
    return;
  end if;
  broken := breaks_loop(p.player_id, asked ->> 'method', counts, p.currency, least_minor, has_provider);
  if broken is not null then
    return query select 'closed_loop', broken, null::payments;
    return;
  end if;
  made := insert_payment(at, 'withdrawal', p.book,
    asked || jsonb_build_object('counts_minor', counts, 'approvals_needed', case when counts >= two_operators_minor then 2 else 1 end));
  acc := hold_cash(at, p.player_id, money, amount, warns_low => money = p.currency);
  insert into holds (id, player_id, currency, amount_minor, placed_version) values (made.id, p.player_id, money, amount, acc.version);
  return query select 'requested', null::jsonb, made;
end $$;

-- Locks a payment's player, then reads the payment, so that the last decision is seen. Null if there is no such payment.
create or replace function lock_payment(payment uuid) returns payments language plpgsql as $$
declare
  found_payment payments;
begin
  perform lock_player(x.player_id) from payments x where x.id = payment;
  select x.* into found_payment from payments x where x.id = payment;
  return found_payment;
end $$;

-- The control decision of a first approval. It counts per player, type and UTC day, with the higher of the payment's worth at the request and now.
-- A payment that needed two operators at the request still needs them.
create or replace function payment_decision(at timestamptz, x payments, control jsonb) returns text language sql as $$
  select control_decision(at, x.type, x.player_id,
    case when x.approvals_needed = 1 and w.worth is not null then greatest(x.counts_minor, w.worth) end, control)
  from (select control_worth(x.amount_minor, x.currency, p.currency) as worth from players p where p.player_id = x.player_id) w
$$;

-- Moves the money of a payment that has all its approvals, and stores the last approver.
create or replace function post_payment(at timestamptz, x payments, operator uuid, is_flagged boolean) returns payments language plpgsql as $$
declare
  acc accounts;
  made payments;
begin
  if x.type = 'deposit' then
    acc := post_cash(at, x.player_id, x.currency, 'deposit', x.id, 'clearing_' || x.method, x.amount_minor);
  else
    acc := post_cash(at, x.player_id, x.currency, 'withdrawal', x.id, 'clearing_' || x.method, -x.amount_minor, x.amount_minor);
    update holds h set status = 'captured', resolved_version = acc.version where h.id = x.id and h.status = 'held';
    assert found, 'a pending withdrawal has its hold';
  end if;
  update payments p set status = 'approved', approved_by = p.approved_by || operator, flagged = is_flagged, decided_at = at, version = p.version + 1,
    provider_state = case when x.type = 'withdrawal' and x.method <> 'bank_transfer' and x.book = 'real' then 'waiting' end,
    next_poll_at = case when x.type = 'withdrawal' and x.method <> 'bank_transfer' and x.book = 'real' then at end,
    by_hand = x.type = 'withdrawal' and x.method = 'bank_transfer' and x.book = 'real',
    balance_after_minor = acc.cash_minor + acc.bonus_minor
  where p.id = x.id returning p.* into made;
  return made;
end $$;

-- Approves a payment. `approved`: the money moved. `counted`: stored as the first of two approvals. `known`: a repeat. The first approval decides whether a second one is needed.
-- `player_not_verified`: a withdrawal that waits for its player's verification.
-- A rule of automatic approval is never the first of two. All its approvals of a UTC day together stay within the amount that one operator may approve alone.
-- Money to play with is not credited during an exclusion; it is rejected and goes back to the player. Only with `over_exclusion` it is approved, and then no other payment is.
create or replace function approve_payment(at timestamptz, payment_id uuid, requester jsonb, control jsonb, by_rule boolean, over_exclusion boolean default false)
returns table (code text, payment payments) language plpgsql as $$
declare
  x payments := lock_payment(payment_id);
  operator uuid := (requester ->> 'operatorId')::uuid;
  is_excluded boolean := x.type = 'deposit' and exists (select from players p where p.player_id = x.player_id and p.excluded_until > at);
  decision text;
begin
  if x.id is null then
    return query select 'not_found', x;
  elsif x.status = 'approved' then
    return query select 'known', x;
  elsif x.status <> 'pending' or (x.type = 'deposit' and x.provider_state is not null) then
    return query select 'already_decided', x;
  elsif operator = any (x.approved_by) then
    return query select 'second_operator_needed', x;
  elsif is_excluded <> over_exclusion then
    return query select case when is_excluded then 'player_excluded' else 'player_not_excluded' end, x;
  elsif x.type = 'withdrawal' and exists (select from stop where reason is not null) then
    return query select 'stopped', x;
  elsif x.type = 'withdrawal' and exceeds_unverified(x.player_id) then
    return query select 'player_not_verified', x;
  else
    decision := case when cardinality(x.approved_by) = 0 then payment_decision(at, x, control) when by_rule then 'second' else 'alone' end;
    if by_rule and (decision = 'second' or control_decision(at, 'automatic', operator, x.counts_minor,
        jsonb_build_object('twoOperatorsMinor', (control ->> 'twoOperatorsMinor')::bigint + 1)) = 'second') then
      return query select 'second_operator_needed', x;
    elsif decision = 'second' then
      update payments p set approved_by = p.approved_by || operator, approvals_needed = 2, requester = approve_payment.requester, counted_at = at, version = p.version + 1
      where p.id = x.id returning p.* into x;
      return query select 'counted', x;
    else
      return query select 'approved', post_payment(at, x, operator, decision = 'flagged');
    end if;
  end if;
end $$;

create or replace function reject_payment_by(at timestamptz, payment_id uuid, why text, operator uuid)
returns table (code text, payment payments) language plpgsql as $$
declare
  x payments := lock_payment(payment_id);
  acc accounts;
begin
  if x.id is null then
    return query select 'not_found', x;
  elsif x.status = 'rejected' then
    return query select 'known', x;
  elsif x.status <> 'pending' or (x.type = 'deposit' and x.provider_state is not null) then
    return query select 'already_decided', x;
  else
    if x.type = 'withdrawal' then
      acc := hold_cash(at, x.player_id, x.currency, -x.amount_minor);
      update holds h set status = 'released', resolved_version = acc.version where h.id = x.id and h.status = 'held';
      assert found, 'a pending withdrawal has its hold';
      perform know_again(x.saved_method);
    end if;
    update payments p set status = 'rejected', rejection_reason = why, rejected_by = operator, decided_at = at, version = p.version + 1
    where p.id = x.id returning p.* into x;
    return query select 'rejected', x;
  end if;
end $$;
