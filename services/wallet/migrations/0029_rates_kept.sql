-- The rates of the start stay outside demo mode too: they value money, and nothing converts at them. One change of a pair waits at a time.

-- Written at start, as the age is. A rate has no age in demo mode only.
alter table rate_terms add column deals_seeded boolean not null default true;
update rate_terms set deals_seeded = max_age is null;

insert into rates (from_currency, to_currency, rate, changed_at)
select from_currency, to_currency, rate, changed_at from rate_changes where changed_by is null on conflict do nothing;

-- Of those that wait already the newest stays.
update rate_requests r set status = 'rejected', rejection_reason = 'Replaced by a later change', decided_by = (r.requester ->> 'operatorId')::uuid,
  decided_at = r.created_at, version = r.version + 1
where r.status = 'pending' and exists (
  select from rate_requests n where n.status = 'pending' and n.id > r.id and (n.from_currency, n.to_currency) = (r.from_currency, r.to_currency)
);
create unique index rate_requests_waiting_pair on rate_requests (from_currency, to_currency) where status = 'pending';

-- It takes the time, for money changes its currency only at a rate that money converts at.
drop function if exists first_money_in(players, text);
