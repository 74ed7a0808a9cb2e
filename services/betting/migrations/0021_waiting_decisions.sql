-- Who asked for what waits, with how they got their access: whoever approves it is compared with that. Of what waited before, nothing of it is known.
alter table decisions add column requester jsonb;
update decisions set requester = jsonb_build_object('operatorId', requested_by, 'activatedAt', to_char(requested_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'invitedBy', null, 'resetBy', null, 'resetAt', null, 'raisedBy', null, 'raisedAt', null) where status = 'pending';
alter table hand_requests add column requester jsonb;
update hand_requests set requester = jsonb_build_object('operatorId', requested_by, 'activatedAt', to_char(requested_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'invitedBy', null, 'resetBy', null, 'resetAt', null, 'raisedBy', null, 'raisedAt', null);
alter table hand_requests alter column requester set not null;

-- Decided alone, and close to the amount from which on two operators decide.
alter table decisions add column flagged boolean not null default false;
alter table hand_moves add column flagged boolean not null default false;

-- What came in between request and approval, and what the decision weighed under the lock.
alter table decisions add column approval jsonb;

-- A market on whose bets a decision waits is off offer.
create index decisions_waiting on decisions (market_id) where status = 'pending';
-- What one operator alone decided on a day.
create index decisions_alone on decisions (requested_by, decided_at) where status = 'applied' and decided_by = requested_by;
