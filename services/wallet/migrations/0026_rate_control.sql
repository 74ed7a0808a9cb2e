-- Control of rates: how old a rate may be that money converts at, changes that wait for a second operator, and the rates a quote was made at.

-- One row, written at start from the configuration. Null: no age.
create table rate_terms (
  one boolean primary key default true check (one),
  max_age interval
);
insert into rate_terms default values;

-- A change of a rate that one operator asked for and another one decides. `requester` is how they got their access, as it was then.
create table rate_requests (
  id uuid primary key default uuidv7(),
  from_currency text not null,
  to_currency text not null,
  rate numeric(24, 12) not null check (rate > 0),
  before numeric(24, 12),
  reason text not null,
  requester jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  rejection_reason text,
  decided_by uuid,
  version bigint not null default 1,
  created_at timestamptz not null,
  decided_at timestamptz,
  check (from_currency <> to_currency),
  check ((status = 'pending') = (decided_at is null))
);
create index rate_requests_waiting on rate_requests (id) where status = 'pending';
create index rate_changes_by_pair on rate_changes (from_currency, to_currency, changed_at);

-- The versions of both rates of the pair, added: any change of either ends the quote. Quotes from before have none and have ended.
alter table quotes add column rates_version bigint;
create index quotes_open on quotes (player_id) where used_at is null;
