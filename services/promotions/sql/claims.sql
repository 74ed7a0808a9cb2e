-- Whether wallet was asked to grant the bonus of a claim: what it gave must be forfeited or converted.
create or replace function has_grant(c claims) returns boolean language sql immutable as $$
  select c.started_at is not null and c.bonus_minor > 0
$$;
