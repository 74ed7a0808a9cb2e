-- What follows on a payment without moving money: a report that its player takes back, and a bank transfer that an operator has made.

-- A player takes a pending report back; its proof is left to the sweep. `known` answers the first time again.
create or replace function withdraw_report(at timestamptz, payment_id uuid, player uuid, why text)
returns table (code text, payment payments) language plpgsql as $$
declare
  x payments := lock_payment(payment_id);
begin
  if x.id is null or x.player_id <> player or x.type <> 'deposit' then
    return query select 'not_found', null::payments;
  elsif x.withdrawn_at is not null then
    return query select 'known', x;
  elsif x.status <> 'pending' or x.provider_state is not null then
    return query select 'already_decided', x;
  else
    insert into loose_files (id, kept_at) select x.proof_id, at where x.proof_id is not null on conflict do nothing;
    update payments p set status = 'failed', failure = why, withdrawn_at = at, decided_at = at, proof_id = null, proof_type = null, version = p.version + 1
    where p.id = x.id returning p.* into x;
    return query select 'withdrawn', x;
  end if;
end $$;

-- The transfer of an approved withdrawal was made. `known` answers the same reference again; another one is refused.
create or replace function mark_paid(at timestamptz, payment_id uuid, operator uuid, bank_reference text)
returns table (code text, payment payments) language plpgsql as $$
declare
  x payments := lock_payment(payment_id);
begin
  if x.id is null then
    return query select 'not_found', x;
  elsif not x.by_hand or x.status <> 'approved' then
    return query select 'not_transferred', x;
  elsif x.paid_at is not null then
    return query select case when x.paid_reference = bank_reference then 'known' else 'already_paid' end, x;
  else
    update payments p set paid_at = at, paid_by = operator, paid_reference = bank_reference, version = p.version + 1 where p.id = x.id returning p.* into x;
    return query select 'paid', x;
  end if;
end $$;
