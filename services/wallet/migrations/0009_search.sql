-- What operators search payments by, with the end of a withdrawal's destination; three letters and more are found by index.
create extension if not exists pg_trgm;
alter table payments drop column search;
alter table payments add column search text generated always as (lower(
  id::text || ' ' || reference || ' ' || player_id::text || ' ' || coalesce(customer_name, '') || ' ' || coalesce(email, '') || ' ' ||
  coalesce(bank_transaction_id, '') || ' ' || coalesce(upi_id, '') || ' ' || coalesce(destination_end, ''))) stored;
create index payments_search on payments using gin (search gin_trgm_ops);

-- Pages of one status or type, newest first, however rare it is.
create index payments_of_status on payments (status, id);
create index payments_of_type on payments (type, id);

-- undecided stands for it.
drop function if exists undecided_payments(timestamptz, int);

-- A bonus that ends with its player's account.
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = 'transfers'::regclass and conname = 'transfers_kind_check');
begin
  alter table transfers drop constraint transfers_kind_check;
  execute 'alter table transfers add constraint transfers_kind_check check (kind in (''forfeit'') or ' || known || ')';
end $$;

-- close_account stands for it.
drop function if exists close_player(uuid, bigint, text, text, text);
