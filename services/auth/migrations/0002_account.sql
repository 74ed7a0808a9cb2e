-- What a player keeps of himself at auth: contact, preferences, the terms he accepted, his authenticator, his devices, and what happened to the account.

-- An account that is closing asked wallet to close and has not heard yet; a sweep asks again.
alter table users
  add column phone text not null default '',
  add column address text not null default '',
  add column city text not null default '',
  add column postal_code text not null default '',
  add column preferences jsonb not null default '{}',
  add column terms_version text not null default '2026-11-01',
  add column terms_accepted_at timestamptz,
  add column totp_secret bytea,
  add column totp_step bigint not null default 0,
  add column totp_pending bytea,
  add column totp_enrolled_at timestamptz,
  add column recovery_codes bytea[] not null default '{}',
  add column person_key text,
  add column closing_at timestamptz,
  add column closed_at timestamptz,
  add column erased_at timestamptz,
  alter column date_of_birth drop not null;
update users set terms_accepted_at = created_at,
  person_key = regexp_replace(lower(first_name || last_name), '[^[:alnum:]]', '', 'g') || ' ' || date_of_birth,
  closed_at = case when status = 'closed' then now() end;
alter table users alter column terms_accepted_at set not null;
create index users_by_person on users (person_key) where person_key is not null;
create index users_closing on users (id) where closing_at is not null;
create index users_to_erase on users (closed_at) where closed_at is not null and erased_at is null;

alter table sessions
  add column agent text not null default '',
  add column address text not null default '',
  add column last_seen_at timestamptz;

-- Browsers a player has signed in from, each known by the hash of a cookie of its own.
create table devices (
  player_id uuid not null references users,
  hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (player_id, hash)
);

alter table links drop constraint links_purpose_check;
alter table links add constraint links_purpose_check check (purpose in ('verify_email', 'activate', 'reset_password'));

-- What happened to an account, in order; operator_id is null where the player himself acted.
create table user_history (
  id uuid primary key default uuidv7(),
  player_id uuid not null references users,
  kind text not null,
  operator_id uuid,
  params jsonb not null default '{}',
  at timestamptz not null
);
create index user_history_of_player on user_history (player_id, id desc);
