-- The audit log is only ever added to. The service's role may not even try (storage/rights.ts of chassis reads this trigger); its owner is stopped by it.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create or replace trigger append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
