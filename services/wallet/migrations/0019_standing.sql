-- When a player was told of his welcome bonus; null: not yet. And one kind of transfers more: a test win of play money, in demo mode.
alter table players add column welcome_seen_at timestamptz;
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = 'transfers'::regclass and conname = 'transfers_kind_check');
begin
  alter table transfers drop constraint transfers_kind_check;
  execute 'alter table transfers add constraint transfers_kind_check check (kind in (''test_win'') or ' || known || ') not valid';
end $$;
