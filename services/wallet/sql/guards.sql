-- Triggers that guard the books: transfers and entries are never changed or deleted.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create or replace trigger append_only before update or delete or truncate on transfers for each statement execute function refuse_change();
create or replace trigger append_only before update or delete or truncate on entries for each statement execute function refuse_change();

-- Refuses entries whose transfer does not sum to zero in each currency.
create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from written group by transfer_id, currency having sum(amount_minor) <> 0) then
    raise exception 'entries of a transfer do not sum to zero';
  end if;
  return null;
end $$;
create or replace trigger balanced after insert on entries referencing new table as written for each statement execute function refuse_unbalanced();

-- Stores the last transaction that changed a hold, by which proofs find changed holds.
create or replace function touch_hold() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id()::text::bigint;
  return new;
end $$;
create or replace trigger touched before update on holds for each row execute function touch_hold();

-- Sets a payment's place in histories when it is approved, whichever step approves it.
create or replace function place_payment() returns trigger language plpgsql as $$
begin
  select t.id, t.created_at into new.transfer_id, new.moved_at
  from transfers t where t.player_id = new.player_id and t.reference = new.id and t.kind = new.type order by t.id desc limit 1;
  return new;
end $$;
create or replace trigger placed before update on payments for each row when (new.status = 'approved' and old.status <> 'approved') execute function place_payment();
