-- One control over what operators decide about money. Amounts are worth in the play currency of the player, which is the same number in each of them.

-- What an amount is worth to the control, at least one unit so that no split is free; null where there is no rate.
create or replace function control_worth(amount bigint, money text, play_currency text) returns bigint language sql stable as $$
  select greatest(w.worth, 1) from (select to_play(abs(amount), money, play_currency) as worth) w where w.worth is not null
$$;

-- How a decision counts beside what its owner had decided alone that UTC day: `alone`, `flagged` (close to the amount) or `second` (it waits for another operator and counts
-- nothing). The same rule as `controlOf` in chassis/http/four-eyes. The day's row stays locked until the end of the transaction, so that calls at once cannot both pass.
-- The caller holds the player's lock already, and locks no player after this.
create or replace function control_decision(at timestamptz, of_kind text, of_owner uuid, worth bigint, control jsonb) returns text language plpgsql as $$
declare
  of_day date := (at at time zone 'utc')::date;
  total bigint;
begin
  if worth is null then
    return 'second';
  elsif worth = 0 then
    return 'alone';
  end if;
  insert into decided_alone (kind, owner_id, day, decided_minor) values (of_kind, of_owner, of_day, 0) on conflict do nothing;
  select d.decided_minor + worth into total from decided_alone d where d.kind = of_kind and d.owner_id = of_owner and d.day = of_day for no key update;
  if total >= (control ->> 'twoOperatorsMinor')::bigint then
    return 'second';
  end if;
  update decided_alone d set decided_minor = total where d.kind = of_kind and d.owner_id = of_owner and d.day = of_day;
  return case when total >= (control ->> 'flaggedFromMinor')::bigint then 'flagged' else 'alone' end;
end $$;
