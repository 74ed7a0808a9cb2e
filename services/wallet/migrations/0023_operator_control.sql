-- What operators decide about money: sums of what was decided alone, who asked for what waits, and rules of automatic approval that wait for a second operator.

-- Worth of what one operator alone (`adjustment`), operators each alone for one player (`deposit`, `withdrawal`) or the rules for all players (`automatic`) decided within a UTC day.
create table decided_alone (
  kind text not null check (kind in ('adjustment', 'deposit', 'withdrawal', 'automatic')),
  owner_id uuid not null,
  day date not null,
  decided_minor bigint not null check (decided_minor >= 0),
  primary key (kind, owner_id, day)
);

-- Rows from before have no requester: of theirs only the id is known.
alter table adjustments add column requester jsonb, add column flagged boolean not null default false;

-- The bank transaction as it is compared: letters and digits only, in one case and one form. An id of signs alone is compared as it is.
alter table payments
  add column requester jsonb,
  -- When the first of two operators approved it.
  add column counted_at timestamptz,
  add column flagged boolean not null default false,
  add column transaction_key text generated always as (
    coalesce(nullif(upper(regexp_replace(normalize(bank_transaction_id, NFKC) collate pg_c_utf8, '[^[:alnum:]]', '', 'g')), ''), bank_transaction_id)) stored;
drop index payments_bank_transaction;
create index payments_transaction_key on payments (transaction_key) where transaction_key is not null;

create table auto_approval_changes (
  id uuid primary key,
  rules jsonb not null,
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requester jsonb not null,
  decided_by uuid,
  rejection_reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null))
);
-- A later change replaces the one that waits.
create unique index auto_approval_changes_waiting on auto_approval_changes (status) where status = 'pending';

-- A deposit that a player reported is approved by people only, and a rule below the floors is set again by two operators.
update auto_approval set enabled = false
where enabled and (type = 'deposit' or not verified_only or min_account_age_days < 30 or min_approved_before < 3 or max_amount_minor > 1000000 or max_day_minor > 1000000);

-- Their arguments or answers changed.
drop function if exists request_adjustment(timestamptz, jsonb, uuid);
drop function if exists approve_adjustment(timestamptz, uuid, uuid);
drop function if exists reject_adjustment_by(timestamptz, uuid, text, uuid);
drop function if exists post_adjustment(timestamptz, adjustments, uuid);
drop function if exists approve_payment(timestamptz, uuid, uuid);
