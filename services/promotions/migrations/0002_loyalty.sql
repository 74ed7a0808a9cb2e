-- Points: the account of each player, the append-only ledger of its changes, and redemptions. Cashback: the statement of each week of a claim.

create table points_accounts (
  player_id uuid primary key,
  balance bigint not null default 0 check (balance >= 0),
  -- Parts of a point, in millionths; below zero where a stake was reversed after its points were spent.
  carry_micro bigint not null default 0,
  -- All points ever taken off: redeemed, expired, reversed. They are the oldest ones.
  spent bigint not null default 0,
  -- All points gained on days that have passed out of the 365 days.
  aged bigint not null default 0,
  -- Earned by stakes in the last 365 days, for the tier.
  earned bigint not null default 0,
  tier text not null default 'bronze',
  version bigint not null default 0
) with (fillfactor = 70);

create table points_entries (
  id uuid primary key,
  player_id uuid not null,
  kind text not null check (kind in ('earned', 'bonus', 'redeemed', 'expired', 'reversed')),
  points bigint not null check (points <> 0),
  product text,
  -- The claim of a bonus, the redemption.
  source_id uuid,
  balance_after bigint not null check (balance_after >= 0),
  created_at timestamptz not null
);
create index points_entries_of_player on points_entries (player_id, id desc);
create unique index points_entries_source on points_entries (source_id, kind) where source_id is not null;

-- What a player gained on a UTC day of the last 365, and how much of it was earned by stakes less what was reversed.
create table points_days (
  player_id uuid not null,
  day date not null,
  gained bigint not null default 0,
  earned bigint not null default 0,
  primary key (player_id, day)
) with (fillfactor = 80);
create index points_days_day on points_days (day);

-- What each settled bet or round earned, by the newest event about it. Kept as long as results are corrected.
create table point_stakes (
  stake_id uuid primary key,
  version int not null,
  stake_minor bigint not null check (stake_minor >= 0),
  micro bigint not null check (micro >= 0),
  at timestamptz not null
) with (fillfactor = 80);
create index point_stakes_at on point_stakes (at);

create table redemptions (
  id uuid primary key,
  player_id uuid not null,
  points bigint not null check (points > 0),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  status text not null check (status in ('pending', 'paid', 'refused')),
  requested_at timestamptz not null,
  due_at timestamptz not null
);
create index redemptions_due on redemptions (due_at) where status = 'pending';

create table cashback_statements (
  id uuid primary key,
  claim_id uuid not null references claims,
  promotion_id uuid not null references promotions,
  player_id uuid not null,
  week_starts_at timestamptz not null,
  week_ends_at timestamptz not null,
  staked_minor bigint not null check (staked_minor >= 0),
  returned_minor bigint not null check (returned_minor >= 0),
  percent double precision not null,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  status text not null check (status in ('pending', 'paid', 'unpaid', 'nothing')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  version int not null default 1,
  unique (claim_id, week_starts_at),
  check ((status = 'nothing') = (amount_minor = 0)),
  check ((status = 'paid') = (paid_at is not null))
);
create index cashback_statements_of_player on cashback_statements (player_id, week_starts_at desc, id desc);
create index cashback_statements_due on cashback_statements (due_at) where status = 'pending';

-- How far the weeks of a claim have their statements.
create table cashback_progress (
  claim_id uuid primary key references claims,
  stated_until timestamptz not null
);
create index claims_cashback on claims (id) where type = 'cashback';
