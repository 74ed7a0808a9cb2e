-- What is written in the books stays written.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create or replace trigger append_only before update or delete or truncate on transfers for each statement execute function refuse_change();
create or replace trigger append_only before update or delete or truncate on entries for each statement execute function refuse_change();

-- A transfer enters whole and sums to zero, or not at all.
create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from written group by transfer_id, currency having sum(amount_minor) <> 0) then
    raise exception 'entries of a transfer do not sum to zero';
  end if;
  return null;
end $$;
create or replace trigger balanced after insert on entries referencing new table as written for each statement execute function refuse_unbalanced();

-- Readers find a hold by the transaction that last touched it.
create or replace function touch_hold() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id()::text::bigint;
  return new;
end $$;
create or replace trigger touched before update on holds for each row execute function touch_hold();

-- A payment takes its place in histories when its money moves, whichever step approves it.
create or replace function place_payment() returns trigger language plpgsql as $$
begin
  select t.id, t.created_at into new.transfer_id, new.moved_at
  from transfers t where t.player_id = new.player_id and t.reference = new.id and t.kind = new.type order by t.id desc limit 1;
  return new;
end $$;
create or replace trigger placed before update on payments for each row when (new.status = 'approved' and old.status <> 'approved') execute function place_payment();
