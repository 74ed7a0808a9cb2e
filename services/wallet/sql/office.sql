-- Adjustments: money that an operator adds or takes, or a free bet that he gives, with a reason. Each function answers a code and the adjustment as it now stands.

-- Posts an adjustment whose player is locked; what cannot be taken or given is refused whole. A free bet moves no money: its grant is under the adjustment's id.
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

-- Keeps what was asked; where one operator is enough it is posted at once, and refused without a trace where it cannot be.
create or replace function request_adjustment(at timestamptz, asked jsonb, operator uuid)
returns table (code text, adjustment adjustments) language plpgsql as $$
declare
  wanted adjustments := jsonb_populate_record(null::adjustments, asked);
  p players := lock_player(wanted.player_id);
  made adjustments;
begin
  if p.opened_at is null then
    return query select 'not_found', null::adjustments;
    return;
  elsif wanted.free_bet_until is not null and grant_refusal(at, p, wanted.currency, wanted.free_bet_until) is not null then
    return query select grant_refusal(at, p, wanted.currency, wanted.free_bet_until), null::adjustments;
    return;
  elsif wanted.free_bet_until is not null and not may_stake(p, wanted.amount_minor, asked -> 'limits') then
    return query select 'free_bet_amount', null::adjustments;
    return;
  elsif not exists (select from accounts a where a.player_id = p.player_id and a.currency = wanted.currency) then
    return query select 'currency_not_accepted', null::adjustments;
    return;
  elsif wanted.amount_minor > 0 and p.status = 'closed' then
    return query select 'player_not_playing', null::adjustments;
    return;
  elsif wanted.amount_minor < -(select a.cash_minor - a.held_minor from accounts a where a.player_id = p.player_id and a.currency = wanted.currency) then
    return query select 'insufficient_balance', null::adjustments;
    return;
  end if;
  -- Two operators from the same worth on in every currency; where nobody can say what it is worth too.
  if asked ? 'two_operators_minor' then
    wanted.approvals_needed := case when to_play(abs(wanted.amount_minor), wanted.currency, p.currency) < (asked ->> 'two_operators_minor')::bigint then 1 else 2 end;
  end if;
  insert into adjustments (id, player_id, currency, book, amount_minor, free_bet_until, reason, requested_by, approvals_needed, approved_by, created_at)
  values (wanted.id, p.player_id, wanted.currency, p.book, wanted.amount_minor, wanted.free_bet_until, wanted.reason, operator, wanted.approvals_needed,
    case when wanted.approvals_needed > 1 then array[operator] else '{}' end, at)
  returning * into made;
  if made.approvals_needed > 1 then
    return query select 'requested', made;
  else
    return query select * from post_adjustment(at, made, operator);
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

create or replace function approve_adjustment(at timestamptz, adjustment_id uuid, operator uuid)
returns table (code text, adjustment adjustments) language plpgsql as $$
declare
  a adjustments := lock_adjustment(adjustment_id);
begin
  if a.id is null then
    return query select 'not_found', a;
  elsif a.status = 'approved' then
    return query select 'known', a;
  elsif a.status <> 'pending' then
    return query select 'already_decided', a;
  elsif operator = a.requested_by or operator = any (a.approved_by) then
    return query select 'second_operator_needed', a;
  else
    return query select * from post_adjustment(at, a, operator);
  end if;
end $$;

create or replace function reject_adjustment_by(at timestamptz, adjustment_id uuid, why text, operator uuid)
returns table (code text, adjustment adjustments) language plpgsql as $$
declare
  a adjustments := lock_adjustment(adjustment_id);
begin
  if a.id is null then
    return query select 'not_found', a;
  elsif a.status = 'rejected' then
    return query select 'known', a;
  elsif a.status <> 'pending' then
    return query select 'already_decided', a;
  else
    update adjustments x set status = 'rejected', rejection_reason = why, rejected_by = operator, decided_at = at, version = x.version + 1
    where x.id = a.id returning x.* into a;
    return query select 'rejected', a;
  end if;
end $$;

-- What is left of the id of a bank transaction when its player is erased: the same for every spelling of it, and itself once it is that.
create or replace function erased_bank_transaction(id text) returns text language sql stable as $$
  select case when id like 'ERASED:%' then id else 'ERASED:' || upper(encode(sha256(convert_to(upper(regexp_replace(id, '\s', '', 'g')), 'UTF8')), 'hex')) end
$$;

-- Pending payments with all that a rule of automatic approval asks about: what is not known stays null, and a null satisfies no rule.
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
    -- One bank transfer that is reported twice is for people to look at.
    and not (x.type = 'deposit' and exists (
      select from payments o where o.bank_transaction_id is not null and o.id <> x.id and o.status <> 'rejected'
        and upper(regexp_replace(o.bank_transaction_id, '\s', '', 'g')) in (upper(regexp_replace(x.bank_transaction_id, '\s', '', 'g')), erased_bank_transaction(x.bank_transaction_id))))
$$;
