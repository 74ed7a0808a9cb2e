-- Steps of a payment that move no money: a player takes back a report, and an operator records a bank transfer as made.

-- Takes back a pending report for its player; its proof is left to the sweep. `known`: it was taken back before.
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

-- Records that the bank transfer of an approved withdrawal was made. `known`: a repeat with the same reference. Another reference is refused.
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
