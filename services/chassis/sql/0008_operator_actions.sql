-- A fingerprint of each operator action of this service, with which the audit log is compared. It outlives the outbox, whose days are dropped.
-- A trigger writes it, so that it commits with the action whatever release or function publishes it.

-- The digest of an action: SHA-256 over its fields in lines. messaging/operator-action.ts computes the same.
create function operator_action_digest(id uuid, operator text, action text, resource_type text, resource_id text) returns bytea
language sql immutable parallel safe as $$
  select sha256(convert_to(coalesce(id::text, '') || E'\n' || coalesce(operator, '') || E'\n' || coalesce(action, '') || E'\n'
    || coalesce(resource_type, '') || E'\n' || coalesce(resource_id, ''), 'UTF8'))
$$;

-- `at` in milliseconds, as in the event.
create table operator_actions (at timestamptz not null, digest bytea not null);
create index operator_actions_at on operator_actions (at);

-- With the owner's rights, because instances of the previous release publish before the service's role has any on the new table.
create function note_operator_action() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into operator_actions values (date_trunc('milliseconds', new.created_at),
    operator_action_digest(new.id, new.data ->> 'operatorId', new.data ->> 'action', new.data ->> 'resourceType', new.data ->> 'resourceId'));
  return null;
end $$;
create trigger note_operator_action after insert on outbox for each row when (new.type like 'evt.%.OperatorActed.%') execute function note_operator_action();

-- Earlier actions have no fingerprint. The trigger's lock has ended all transactions that wrote any.
alter table relay add column actions_from timestamptz;
update relay set actions_from = date_trunc('milliseconds', clock_timestamp()) + interval '1 ms';
