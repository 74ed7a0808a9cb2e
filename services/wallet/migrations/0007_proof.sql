-- What a proof of the books builds on, so that it reads what happened since the last one and nothing else; and what operators search payments by.

-- Which transaction last touched a hold: its steps count versions and have no entries.
alter table holds add column xid bigint not null default 0;
alter table holds alter column xid set default pg_current_xact_id()::text::bigint;
create index holds_order on holds (xid);

-- What the entries seen so far come to: of each account, with its last version, and of all players of a book.
alter table proven add column last bigint not null default 0;
create table proven_books (
  book text not null,
  currency text not null,
  amount_minor numeric not null,
  primary key (book, currency)
);

-- What did not hold and does not yet: by how much, and by how much a super admin accepted it.
create table mismatches (
  name text not null,
  offender text not null,
  found text not null,
  xids bigint[] not null default '{}',
  accepted text,
  found_at timestamptz not null,
  primary key (name, offender)
);

-- Accounts are gone through in turn beside those that moved: up to which player the last proof came.
alter table marks add column walked_to uuid;
alter table proofs add column whole boolean not null default false;

-- The next proof begins from nothing, and finds what the last one built on.
delete from marks where reader = 'proof';
truncate proven;

-- prove_books, keep_proof and prove_since stand for them.
drop function if exists prove(boolean);
drop function if exists prove_and_keep(timestamptz);
drop function if exists accept_books();
