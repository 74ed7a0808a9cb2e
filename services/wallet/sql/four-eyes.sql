-- The control of operators' decisions about money. Amounts count at their worth in the player's play currency; the thresholds are the same numbers in each play currency.

-- The worth of an amount for the control: at least one minor unit, so that splitting an amount cannot avoid it. Null if there is no rate.
create or replace function control_worth(amount bigint, money text, play_currency text) returns bigint language sql stable as $$
  select greatest(w.worth, 1) from (select to_play(abs(amount), money, play_currency) as worth) w where w.worth is not null
$$;

-- Adds a decision to the sum that its owner decided alone on the UTC day, and returns `alone`, `flagged` (close to the threshold) or `second` (needs another operator, not added).
-- The same rule as `controlOf` in chassis/http/four-eyes. The day's row stays locked until the end of the transaction, so that concurrent calls cannot both pass.
-- The caller must hold the player's lock already, and lock no player after this.
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
