-- Adjustments: money that an operator adds or takes, or a free bet that they give, with a reason. Each function returns a code and the adjustment in its present state.

-- Posts an adjustment, or refuses it whole if it is not possible. The player is locked. A free bet moves no money; its grant has the adjustment's id as its claim.
create or replace function post_adjustment(at timestamptz, a adjustments, operator uuid)
returns table (code text, adjustment adjustments) language plpgsql as $$
declare
  made adjustments;
  refused text;
begin
  if a.free_bet_until is not null then
    select grant_refusal(at, p, a.currency, a.free_bet_until) into refused from players p where p.player_id = a.player_id;
    if refused is not null then
      return query select refused, a;
      return;
    end if;
    insert into grants (claim_id, player_id, kind, currency, amount_minor, remaining_minor, products, expires_at, granted_at, fingerprint)
    values (a.id, a.player_id, 'free_bet', a.currency, a.amount_minor, a.amount_minor, '{sports}', a.free_bet_until, at, 'adjustment');
  elsif a.amount_minor > 0 and exists (select from players p where p.player_id = a.player_id and p.status = 'closed') then
    return query select 'player_not_playing', a;
    return;
  elsif a.amount_minor < -coalesce((select x.cash_minor - x.held_minor from accounts x where x.player_id = a.player_id and x.currency = a.currency), 0) then
    return query select 'insufficient_balance', a;
    return;
  else
    perform post_cash(at, a.player_id, a.currency, 'adjustment', a.id, 'adjustments', a.amount_minor);
  end if;
  update adjustments x set status = 'approved', approved_by = x.approved_by || operator, decided_at = at, version = x.version + 1 where x.id = a.id returning x.* into made;
  return query select 'approved', made;
end $$;

-- The code of the reason why an adjustment cannot be requested; null if it can. The player is locked.
create or replace function adjustment_refusal(at timestamptz, p players, wanted adjustments, limits jsonb) returns text language sql stable as $$
  select case
    when p.opened_at is null then 'not_found'
    when wanted.free_bet_until is not null and grant_refusal(at, p, wanted.currency, wanted.free_bet_until) is not null
      then grant_refusal(at, p, wanted.currency, wanted.free_bet_until)
    when wanted.free_bet_until is not null and not may_stake(p, wanted.amount_minor, limits) then 'free_bet_amount'
    when not exists (select from accounts a where a.player_id = p.player_id and a.currency = wanted.currency) then 'currency_not_accepted'
    when wanted.amount_minor > 0 and p.status = 'closed' then 'player_not_playing'
    when wanted.amount_minor < -(select a.cash_minor - a.held_minor from accounts a where a.player_id = p.player_id and a.currency = wanted.currency) then 'insufficient_balance'
  end
$$;

-- The params of the refusal if an adjustment is worth more than the largest one; null if it is not, or if there is no rate.
create or replace function broken_ceiling(amount bigint, money text, play_currency text, control jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('maxMinor', (control ->> 'maxAdjustmentMinor')::bigint, 'currency', play_currency)
  where control_worth(amount, money, play_currency) > (control ->> 'maxAdjustmentMinor')::bigint
$$;

-- Stores an adjustment for a second operator, or posts it at once if one operator may decide alone. If it cannot be posted, the caller rolls back.
create or replace function request_adjustment(at timestamptz, asked jsonb, requester jsonb, control jsonb)
returns table (code text, params jsonb, adjustment adjustments) language plpgsql as $$
declare
  wanted adjustments := jsonb_populate_record(null::adjustments, asked);
  operator uuid := (requester ->> 'operatorId')::uuid;
  p players := lock_player(wanted.player_id);
  refused text := adjustment_refusal(at, p, wanted, asked -> 'limits');
  ceiling jsonb;
  decision text;
  made adjustments;
begin
  if refused is not null then
    return query select refused, null::jsonb, null::adjustments;
    return;
  end if;
  ceiling := broken_ceiling(wanted.amount_minor, wanted.currency, p.currency, control);
  if ceiling is not null then
    return query select 'adjustment_too_large', ceiling, null::adjustments;
    return;
  end if;
  decision := control_decision(at, 'adjustment', operator, control_worth(wanted.amount_minor, wanted.currency, p.currency), control);
  insert into adjustments (id, player_id, currency, book, amount_minor, free_bet_until, reason, requested_by, requester, flagged, approvals_needed, approved_by, created_at)
  values (wanted.id, p.player_id, wanted.currency, p.book, wanted.amount_minor, wanted.free_bet_until, wanted.reason, operator, requester, decision = 'flagged',
    case decision when 'second' then 2 else 1 end, case decision when 'second' then array[operator] else '{}' end, at)
  returning * into made;
  if decision = 'second' then
    return query select 'requested', null::jsonb, made;
  else
    return query select x.code, null::jsonb, x.adjustment from post_adjustment(at, made, operator) x;
  end if;
end $$;

create or replace function lock_adjustment(adjustment_id uuid) returns adjustments language plpgsql as $$
declare
  found_adjustment adjustments;
begin
  perform lock_player(a.player_id) from adjustments a where a.id = adjustment_id;
  select a.* into found_adjustment from adjustments a where a.id = adjustment_id;
  return found_adjustment;
end $$;

-- Approves an adjustment. The largest amount is checked again, because the request may have had no rate, or be older than that limit.
create or replace function approve_adjustment(at timestamptz, adjustment_id uuid, operator uuid, control jsonb)
returns table (code text, params jsonb, adjustment adjustments) language plpgsql as $$
declare
  a adjustments := lock_adjustment(adjustment_id);
  ceiling jsonb := (select broken_ceiling(a.amount_minor, a.currency, p.currency, control) from players p where p.player_id = a.player_id);
begin
  if a.id is null then
    return query select 'not_found', null::jsonb, a;
  elsif a.status = 'approved' then
    return query select 'known', null::jsonb, a;
  elsif a.status <> 'pending' then
    return query select 'already_decided', null::jsonb, a;
  elsif operator = a.requested_by or operator = any (a.approved_by) then
    return query select 'second_operator_needed', null::jsonb, a;
  elsif ceiling is not null then
    return query select 'adjustment_too_large', ceiling, a;
  else
    return query select x.code, null::jsonb, x.adjustment from post_adjustment(at, a, operator) x;
  end if;
end $$;

create or replace function reject_adjustment_by(at timestamptz, adjustment_id uuid, why text, operator uuid)
returns table (code text, params jsonb, adjustment adjustments) language plpgsql as $$
declare
  a adjustments := lock_adjustment(adjustment_id);
begin
  if a.id is null then
    return query select 'not_found', null::jsonb, a;
  elsif a.status = 'rejected' then
    return query select 'known', null::jsonb, a;
  elsif a.status <> 'pending' then
    return query select 'already_decided', null::jsonb, a;
  else
    update adjustments x set status = 'rejected', rejection_reason = why, rejected_by = operator, decided_at = at, version = x.version + 1
    where x.id = a.id returning x.* into a;
    return query select 'rejected', null::jsonb, a;
  end if;
end $$;

-- The form in which bank transaction ids are compared, the same for every spelling. The column `transaction_key` of payments is computed in the same way.
create or replace function transaction_key_of(id text) returns text language sql immutable as $$
  select coalesce(nullif(upper(regexp_replace(normalize(id, NFKC) collate pg_c_utf8, '[^[:alnum:]]', '', 'g')), ''), id)
$$;

create or replace function transaction_digest(key text) returns text language sql immutable as $$
  select 'ERASED:' || upper(encode(sha256(convert_to(key, 'UTF8')), 'hex'))
$$;

-- The digest that replaces a bank transaction id at erasure. It is the same for every spelling, and a digest stays as it is.
create or replace function erased_bank_transaction(id text) returns text language sql stable as $$
  select case when id like 'ERASED:%' then id else transaction_digest(transaction_key_of(id)) end
$$;

-- Other deposits with the same bank transaction id that were not rejected. Earlier releases ignored only spaces and case at erasure, so their digests are compared too.
create or replace function same_transfer(x payments) returns setof payments language sql stable as $$
  select o.* from payments o
  where x.type = 'deposit' and o.id <> x.id and o.status <> 'rejected' and o.transaction_key = any (array[x.transaction_key,
    transaction_key_of(erased_bank_transaction(x.bank_transaction_id)),
    transaction_key_of(transaction_digest(upper(regexp_replace(x.bank_transaction_id, '\s', '', 'g'))))])
$$;

-- Pending payments with all data that rules of automatic approval check. Unknown values are null, and a null satisfies no rule.
create or replace function undecided(at timestamptz, ids uuid[])
returns table (id uuid, type text, amount_minor bigint, level text, status text, excluded boolean, owes boolean, opened_at timestamptz, approved_before bigint,
  auto_today_minor bigint, approvals_needed int, approvals int) language sql stable as $$
  select x.id, x.type, x.counts_minor, p.level, p.status, coalesce(p.excluded_until > at, false),
    exists (select from accounts a where a.player_id = p.player_id and a.receivable_minor < 0), p.opened_at,
    (select count(*) from payments b where b.player_id = p.player_id and b.type = x.type and b.status = 'approved'),
    (select coalesce(sum(b.counts_minor), 0)::bigint from payments b
      where b.player_id = p.player_id and b.type = x.type and b.status = 'approved' and b.decided_at >= date_trunc('day', at, 'UTC')
        and b.approved_by = array['00000000-0000-7000-8000-000000000001'::uuid]),
    x.approvals_needed, cardinality(x.approved_by)
  from payments x join players p on p.player_id = x.player_id
  where x.id = any (ids) and x.status = 'pending' and x.provider_state is null
$$;
