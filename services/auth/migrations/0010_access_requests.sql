-- Requests for access that another super admin decides: invitations, more access, resets. One waits per address at a time.
create table access_requests (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('invite', 'raise', 'reset')),
  operator_id uuid references operators,
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  role text not null,
  reason text not null,
  requester jsonb not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  rejection_reason text,
  check ((status = 'pending') = (decided_at is null))
);
create unique index access_requests_pending on access_requests (email_key) where status = 'pending';

-- Operators get mail too: a mail is either for a player or for an operator.
alter table mails
  alter column player_id drop not null,
  add column operator_id uuid constraint mails_operator references operators,
  add constraint mails_recipient check (num_nonnulls(player_id, operator_id) = 1);
create index mails_of_operator on mails (operator_id) where operator_id is not null;
