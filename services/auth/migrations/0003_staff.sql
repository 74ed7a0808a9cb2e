-- What operators are, prove and note: fresh proofs, access that was taken away, authenticators that wait for their first code, and notes about players.

-- A sign-in is a proof too, so an untouched session was proven when it began.
alter table sessions add column proven_at timestamptz;

-- A recovery code is kept as its hash and taken out when it is used.
alter table operators
  add column active boolean not null default true,
  add column totp_pending bytea,
  add column totp_enrolled_at timestamptz,
  add column recovery_codes bytea[] not null default '{}';

create table user_notes (
  id uuid primary key default uuidv7(),
  player_id uuid not null constraint user_notes_player references users,
  operator_id uuid not null references operators,
  text text not null,
  created_at timestamptz not null
);
create index user_notes_of_player on user_notes (player_id, id desc);

-- Newest first by one player; figures of the staff count by these instants.
create index users_by_age on users (created_at) where not demo;
create index users_by_sign_in on users (last_login_at) where not demo;
