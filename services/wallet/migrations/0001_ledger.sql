-- The ledger's tables. Amounts are whole minor units; what a player owns is positive, what he owes us negative.
-- One lock order everywhere: players by id, nothing else is waited for. No index on a column that changes with a balance.

-- A player: the facts set at opening, and the permit, of which each part keeps the version of its writer.
-- A row may be older than its opening, when the first word about a player is a restriction.
create table players (
  player_id uuid primary key,
  book text check (book in ('real', 'play')),
  currency text,
  opened_at timestamptz,
  account_version bigint not null default 0,
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  level text not null default 'unverified' check (level in ('unverified', 'verified')),
  jurisdiction text not null default 'open',
  play_version bigint not null default 0,
  excluded_until timestamptz,
  check ((opened_at is null) = (book is null) and (opened_at is null) = (currency is null))
);

-- The money part of every permit: why stakes and withdrawals are paused, if they are.
create table stop (
  only_one boolean primary key default true check (only_one),
  reason text,
  since timestamptz,
  check ((reason is null) = (since is null))
);
insert into stop default values;

-- One row per player and currency. The totals are for the player's statistics; the balances are the entries' sums.
create table accounts (
  player_id uuid not null references players,
  currency text not null,
  id uuid not null default uuidv7(),
  book text not null,
  cash_minor bigint not null default 0,
  bonus_minor bigint not null default 0 check (bonus_minor >= 0),
  held_minor bigint not null default 0 check (held_minor >= 0),
  receivable_minor bigint not null default 0 check (receivable_minor <= 0),
  version bigint not null default 0,
  open_stakes int not null default 0,
  wagered_minor bigint not null default 0,
  won_minor bigint not null default 0,
  deposited_minor bigint not null default 0,
  withdrawn_minor bigint not null default 0,
  moved_at timestamptz,
  primary key (player_id, currency),
  check (cash_minor - held_minor >= 0),
  check (cash_minor + bonus_minor <= 9000000000000000)
) with (fillfactor = 50);

-- One row per movement of money, as a player reads it. Reference is the bet, the payment or the player it is about.
create table transfers (
  player_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('stake', 'win', 'refund', 'correction', 'deposit', 'withdrawal', 'welcome', 'opening')),
  currency text not null,
  amount_minor bigint not null,
  balance_after_minor bigint not null check (balance_after_minor >= 0),
  reference uuid not null,
  created_at timestamptz not null,
  primary key (player_id, id)
);

-- The legs of transfers. A house leg names the player whose transfer it belongs to and has no balance: a job folds it later.
create table entries (
  xid bigint not null,
  transfer_id uuid not null,
  player_id uuid not null,
  house boolean not null,
  account text not null,
  book text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  balance_after_minor bigint,
  version bigint,
  check (house = (version is null) and house = (balance_after_minor is null))
);
create index entries_order on entries using brin (xid) with (pages_per_range = 32, autosummarize = on);

create table house_accounts (
  book text not null,
  account text not null,
  currency text not null,
  balance_minor bigint not null,
  primary key (book, account, currency)
);

-- Where an incremental reader of entries stopped: everything visible in the snapshot is done.
create table marks (
  reader text primary key,
  snapshot pg_snapshot not null,
  at timestamptz not null default now()
);
insert into marks (reader, snapshot) values ('fold', '1:1:');

-- What was proven of each account at the mark of the last proof.
create table proven (
  player_id uuid not null,
  currency text not null,
  cash_minor bigint not null,
  bonus_minor bigint not null,
  receivable_minor bigint not null,
  version bigint not null,
  primary key (player_id, currency)
);

create table proofs (
  id uuid primary key default uuidv7(),
  ran_at timestamptz not null,
  holds boolean not null,
  invariants jsonb not null
);

-- The key of a stake is its bet. A refused one keeps its refusal; a tombstone refuses a stake that comes after its end.
create table stakes (
  bet_id uuid primary key,
  player_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  bonus_minor bigint not null default 0,
  max_payout_minor bigint not null,
  claim_id uuid,
  status text not null check (status in ('taken', 'refused', 'tombstone')),
  code text,
  params jsonb,
  outcome text not null default 'open' check (outcome in ('open', 'returned', 'settled')),
  version bigint not null default 0,
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  created_at timestamptz not null,
  check (bonus_minor between 0 and amount_minor),
  check ((status = 'refused') = (code is not null))
) with (fillfactor = 70);

create table payments (
  id uuid primary key,
  player_id uuid not null references players,
  type text not null check (type in ('deposit', 'withdrawal')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  book text not null,
  method text not null,
  reference text not null,
  customer_name text,
  email text,
  bank_transaction_id text,
  upi_id text,
  destination bytea,
  destination_end text,
  proof_id uuid,
  proof_type text,
  approvals_needed int not null default 1,
  approved_by uuid[] not null default '{}',
  rejection_reason text,
  balance_after_minor bigint,
  version bigint not null default 1,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  search text generated always as (lower(
    id::text || ' ' || reference || ' ' || player_id::text || ' ' || coalesce(customer_name, '') || ' ' ||
    coalesce(email, '') || ' ' || coalesce(bank_transaction_id, '') || ' ' || coalesce(upi_id, ''))) stored,
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'rejected') = (rejection_reason is not null))
);
create index payments_of_player on payments (player_id, id);
create index payments_pending on payments (id) where status = 'pending';

-- A hold belongs to the payment of the same id and is resolved once. Each step counts one version of its account.
create table holds (
  id uuid primary key references payments,
  player_id uuid not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null default 'held' check (status in ('held', 'captured', 'released')),
  placed_version bigint not null,
  resolved_version bigint,
  check ((status = 'held') = (resolved_version is null))
);
create index holds_open on holds (player_id) where status = 'held';
