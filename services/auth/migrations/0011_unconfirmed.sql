-- Requests for a new password as they came; a job looks up whose they are.
create table password_requests (
  id uuid primary key default uuidv7(),
  email text not null,
  created_at timestamptz not null
);

-- When wallet was last asked whether an account with an unconfirmed address may end.
alter table users add column ending_asked_at timestamptz;
create index users_unconfirmed on users (created_at) where email_verified_at is null and status = 'active' and not demo;
