-- What operators say of what is on offer: stops, prices and margins of their own, limits, results and cancellations; and every word by which bets were settled.

-- A market whose prices move too fast is off offer until then, by itself.
alter table markets add volatile_until timestamptz;
create index markets_volatile on markets (volatile_until) where volatile_until is not null;

-- A fixture, a sport or all of it off offer; single markets carry their own stop.
create table stops (
  scope text not null check (scope in ('fixture', 'sport', 'all')),
  id text not null,
  reason text not null,
  by uuid not null,
  at timestamptz not null,
  primary key (scope, id)
);
alter table markets add held_reason text;

-- Prices or a margin of our own in place of the feed's. The prices in Redis follow this table.
create table own_prices (
  market_id uuid primary key,
  margin_bp int check (margin_bp >= 0),
  odds jsonb,
  by uuid not null,
  at timestamptz not null,
  check (margin_bp is not null or odds is not null)
);

-- What one outcome may cost, the narrowest scope first; without a row the contract's default holds.
create table limits (
  scope text not null check (scope in ('market', 'type', 'competition', 'sport', 'default')),
  id text not null,
  max_liability_minor bigint not null check (max_liability_minor > 0),
  by uuid not null,
  at timestamptz not null,
  primary key (scope, id)
);

-- Results and cancellations by operators, with what they were said to change. The result that holds is the last applied one that was not released.
create table decisions (
  id uuid primary key,
  market_id uuid not null,
  fixture text not null,
  market text not null,
  decision jsonb not null,
  preview jsonb not null,
  reason text not null,
  status text not null check (status in ('pending', 'applied', 'withdrawn')),
  requested_by uuid not null,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz
);
create index decisions_market on decisions (market_id);
create table operator_results (
  market_id uuid primary key,
  outcomes jsonb not null,
  decision_id uuid not null,
  at timestamptz not null
);

-- Every word on a market by which bets are settled, only ever added: from these a bet can be worked out again.
create table market_words (
  place bigint generated always as identity,
  market_id uuid not null,
  sequence bigint not null,
  source text not null check (source in ('feed', 'operator')),
  kind text not null check (kind in ('result', 'rollback', 'release', 'cancel', 'fixture_cancelled')),
  certainty text,
  outcomes jsonb,
  from_at timestamptz,
  until_at timestamptz,
  heard_at timestamptz not null,
  primary key (market_id, place)
);
