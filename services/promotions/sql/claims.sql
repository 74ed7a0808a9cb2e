-- Whether a grant of the claim's bonus was requested from wallet, so that it must be converted or forfeited.
create or replace function has_grant(c claims) returns boolean language sql immutable as $$
  select c.started_at is not null and c.bonus_minor > 0
$$;
