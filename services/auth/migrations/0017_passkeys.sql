-- Passkeys of players and operators. The public key is that of the authenticator, in the form of COSE.
create table passkeys (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('player', 'operator')),
  subject_id uuid not null,
  credential_id bytea not null constraint passkeys_credential unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_subject on passkeys (subject_id, kind, id);

-- Challenges that were answered, so that none is answered twice.
create table passkey_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);
