-- The payment provider's part of payments: fees, how far it is with each, and the tokens it gave us in place of cards.

-- counts_minor: what a payment counts for limits, in the play currency at the rate of the moment it was asked for.
-- provider_state: a deposit waits for its payer or the provider; a withdrawal, once approved, goes from waiting to sent to paid, and may come back.
alter table payments
  add column fee_minor bigint not null default 0 check (fee_minor >= 0 and fee_minor < amount_minor),
  add column counts_minor bigint,
  add column provider_state text check (provider_state in ('waiting', 'sent', 'paid', 'returned', 'failed')),
  add column redirect_url text,
  add column saved_method uuid,
  add column destination_key bytea,
  add column failure text,
  add column polls int not null default 0,
  add column next_poll_at timestamptz;
update payments set counts_minor = amount_minor;
alter table payments alter column counts_minor set not null;
create index payments_to_poll on payments (next_poll_at) where next_poll_at is not null;
create index payments_by_destination on payments (player_id, destination_key) where destination_key is not null;

create table saved_methods (
  id uuid primary key,
  player_id uuid not null references players,
  method text not null,
  token bytea not null,
  token_key bytea not null,
  label text not null,
  expires text,
  last_used_at timestamptz not null,
  forgotten_at timestamptz,
  unique (player_id, method, token_key)
);

-- Events of the provider that were taken, so that one which is sent again changes nothing.
create table provider_events (
  id uuid primary key,
  taken_at timestamptz not null
);

do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = 'transfers'::regclass and conname = 'transfers_kind_check');
begin
  alter table transfers drop constraint transfers_kind_check;
  execute 'alter table transfers add constraint transfers_kind_check check (kind in (''returned'') or ' || known || ')';
end $$;
