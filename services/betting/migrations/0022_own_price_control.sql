-- Own prices of the table, with who set the odds and how far above the fair price they may be.
alter table own_prices add column requester jsonb;
update own_prices set requester = jsonb_build_object('operatorId', by, 'activatedAt', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'invitedBy', null, 'resetBy', null, 'resetAt', null, 'raisedBy', null, 'raisedAt', null);
alter table own_prices
  alter column requester set not null,
  -- The most that the odds of a selection may be times its fair chance; above it the feed's prices apply.
  add column max_ratio double precision not null default 1.1,
  -- Off offer since bets at these odds brought what their operator moved alone that day to the amount from which on two operators decide.
  add column stopped_at timestamptz,
  -- The second operator who let bets at these odds go on beyond it.
  add column loss_approved_by uuid;

-- What bets accepted at own odds are expected to cost, by who set the odds and UTC day.
create table own_price_losses (
  operator_id uuid not null,
  day date not null,
  loss_minor bigint not null check (loss_minor >= 0),
  flagged boolean not null default false,
  primary key (operator_id, day)
);

-- Who ever set odds, with how they got their access when they last did.
create table own_price_setters (operator_id uuid primary key, requester jsonb not null);
insert into own_price_setters (operator_id, requester) select distinct on (by) by, requester from own_prices;

-- A leg taken at own odds, by whose; its bet is not sold above its stake until a second operator released it.
alter table bet_legs add column own_by uuid;
alter table bets add column sale_capped boolean not null default false, add column sale_released_by uuid;

-- What else waits for a second operator: own prices far above the fair ones, more bets at own prices, a higher limit.
create table desk_requests (
  id uuid primary key,
  kind text not null check (kind in ('prices', 'own_loss', 'limit')),
  market_id uuid,
  -- What it is about: at most one of a kind waits for it.
  subject text not null,
  name text not null,
  change jsonb not null,
  reason text not null,
  status text not null check (status in ('pending', 'applied', 'withdrawn')),
  requester jsonb not null,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  withdrawn_reason text
);
create unique index desk_requests_waiting on desk_requests (kind, subject) where status = 'pending';
