-- What operators decide about promotions: how much each may cost, changes that wait for a second operator, and what each operator allowed alone.

alter table promotions
  -- The highest worst cost that was allowed so far; nothing bounds it once a second operator approved that.
  add column allowed_minor bigint not null default 0,
  add column unlimited boolean not null default false;

create table promotion_changes (
  id uuid primary key,
  -- Null for a promotion that does not exist yet, until it is approved.
  promotion_id uuid references promotions,
  is_new boolean not null,
  name text not null,
  -- The fields that change; all of them for a new promotion. What is approved is what was shown.
  change jsonb not null,
  worst_cost_minor bigint,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  requester jsonb not null,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  rejection_reason text,
  check ((status = 'pending') = (decided_by is null))
);
create unique index promotion_changes_pending on promotion_changes (promotion_id) where status = 'pending' and not is_new;

-- What an operator allowed alone, by UTC day.
create table promotion_moves (
  id uuid primary key,
  promotion_id uuid not null,
  operator_id uuid not null,
  day date not null,
  moved_minor bigint not null check (moved_minor > 0),
  flagged boolean not null
);
create index promotion_moves_operator on promotion_moves (operator_id, day);
