-- Cards that took no money back, proofs that no payment names yet, and indexes by which what is due or old is found.

-- When the provider last refused or returned a payout to it; paying in by it again clears that.
alter table saved_methods add column refused_at timestamptz;

-- Files of proofs that were written and are not named by a payment; the transaction that keeps the payment takes its row away.
create table loose_files (
  id uuid primary key,
  kept_at timestamptz not null
);
create index loose_files_by_age on loose_files (kept_at);

create index provider_events_by_age on provider_events (taken_at);

-- Everything the provider is asked about has its time from now on.
update payments set next_poll_at = decided_at where provider_state = 'waiting' and status = 'approved' and next_poll_at is null;

drop function if exists request_withdrawal(timestamptz, jsonb, bigint, jsonb);
drop function if exists loop_broken(uuid, text, bigint, text, bigint);
drop function if exists owed_to_methods(uuid, bigint);
