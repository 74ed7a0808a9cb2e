-- Players, operators, their sessions, their one-time links and the mail that waits to be sent.

create extension if not exists pg_trgm;

-- permit_version is the version at which status, level or jurisdiction last changed; bound_version the last one that wallet confirmed.
create table users (
  id uuid primary key default uuidv7(),
  version bigint not null default 1,
  email text not null,
  email_key text not null constraint users_email_key unique,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  country text not null,
  jurisdiction text not null check (jurisdiction in ('open', 'gb')),
  currency text not null default 'USD',
  language text not null default 'en',
  date_of_birth date not null,
  marketing_opt_in boolean not null default false,
  level text not null default 'unverified' check (level in ('unverified', 'verified')),
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  demo boolean not null default false,
  email_verified_at timestamptz,
  permit_version bigint not null default 1,
  bound_version bigint not null default 1,
  created_at timestamptz not null,
  last_login_at timestamptz,
  found_by text not null generated always as (lower(email || ' ' || first_name || ' ' || last_name)) stored,
  check (bound_version <= permit_version and permit_version <= version)
);
create index users_found_by on users using gin (found_by gin_trgm_ops);
create index users_by_status on users (status, id desc);
create index users_unbound on users (id) where bound_version < permit_version;

create table operators (
  id uuid primary key default uuidv7(),
  version bigint not null default 1,
  email text not null,
  email_key text not null constraint operators_email_key unique,
  first_name text not null,
  last_name text not null,
  role text not null,
  -- Null until the one-time link was used.
  password_hash text,
  totp_secret bytea,
  -- The last time step whose code was taken: a code works once.
  totp_step bigint not null default 0,
  demo boolean not null default false,
  created_at timestamptz not null,
  last_login_at timestamptz
);

create table sessions (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('player', 'operator')),
  subject_id uuid not null,
  remember boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_open on sessions (subject_id) where ended_at is null;
create index sessions_age on sessions (expires_at);

-- Every token of a session's life, by hash, so that an old one is known when it is shown again.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_of_session on refresh_tokens (session_id);

create table links (
  hash bytea primary key,
  purpose text not null check (purpose in ('verify_email', 'activate')),
  subject_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index links_age on links (expires_at);

-- One row per mail, keyed by the event that asked for it; address and name are read when it is sent.
create table mails (
  id uuid primary key,
  player_id uuid not null constraint mails_player references users,
  template text not null,
  facts jsonb not null,
  created_at timestamptz not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  error text
);
create index mails_due on mails (due_at) where sent_at is null and given_up_at is null;
create index mails_age on mails (created_at);
