-- One kind of transfers more: a rest of another currency that is worth less than the least unit of the play currency and ends with the account.
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = 'transfers'::regclass and conname = 'transfers_kind_check');
begin
  alter table transfers drop constraint transfers_kind_check;
  execute 'alter table transfers add constraint transfers_kind_check check (kind in (''rest'') or ' || known || ') not valid';
end $$;
