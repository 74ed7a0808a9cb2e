-- The audit log is append-only. The service's role has no right to change it (storage/rights.ts in chassis derives that from this trigger); the trigger also stops the owner.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create or replace trigger append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
