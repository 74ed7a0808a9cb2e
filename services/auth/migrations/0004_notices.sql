-- What players were told: one row per fact, keyed by it, so that a fact which comes again tells nothing twice.

create table notices (
  id uuid primary key,
  player_id uuid not null references users,
  template text not null,
  params jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notices_of_player on notices (player_id, id desc);
create index notices_unread on notices (player_id) where read_at is null;
create index notices_age on notices (created_at);

-- Who was here in a period, for the figures of the staff.
create index user_history_visits on user_history (at, player_id) where kind in ('registered', 'signed_in');
