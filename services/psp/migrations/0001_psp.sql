-- The provider's own books: payments, payouts, tokens in place of cards, and the webhooks that wait to be heard. No card number is kept.

create table tokens (
  token text primary key,
  customer uuid not null,
  method text not null,
  label text not null,
  expires text,
  created_at timestamptz not null
);

create table payments (
  reference uuid primary key,
  id uuid not null unique default uuidv7(),
  amount bigint not null check (amount > 0),
  currency text not null,
  method text not null,
  customer uuid not null,
  return_url text not null,
  status text not null,
  token text references tokens,
  failure text,
  created_at timestamptz not null,
  version int not null default 1
);

create table payouts (
  reference uuid primary key,
  id uuid not null unique default uuidv7(),
  amount bigint not null check (amount > 0),
  currency text not null,
  method text not null,
  destination text not null,
  status text not null,
  failure text,
  created_at timestamptz not null,
  returns_at timestamptz
);
create index payouts_to_return on payouts (returns_at) where returns_at is not null;

create table webhooks (
  id uuid not null,
  copy int not null default 0,
  body text not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  heard_at timestamptz,
  primary key (id, copy)
);
create index webhooks_due on webhooks (due_at) where heard_at is null;
