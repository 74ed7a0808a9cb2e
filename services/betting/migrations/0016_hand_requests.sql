-- Bets that an operator asked to be settled by hand and that pay so much that a second one has to settle them the same way.
create table hand_requests (
  bet_id uuid primary key,
  result text not null check (result in ('won', 'lost', 'void')),
  -- All that the bet had paid then.
  due_minor bigint not null check (due_minor >= 0),
  requested_by uuid not null,
  reason text not null,
  requested_at timestamptz not null
);
