-- What operators void alone, by UTC day; and voids that wait for a second operator.

-- What a void of real money moved, either way, in the reporting currency.
create table void_moves (
  round_id uuid primary key,
  operator_id uuid not null,
  day date not null,
  moved_minor bigint not null check (moved_minor >= 0),
  flagged boolean not null
);
create index void_moves_operator on void_moves (operator_id, day);

create table void_requests (
  round_id uuid primary key references rounds,
  reason text not null,
  requester jsonb not null,
  requested_at timestamptz not null
);
