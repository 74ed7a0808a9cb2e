-- What statements have counted of each week of a cashback claim so far: results that come later count in the next statement.
create table cashback_weeks (
  claim_id uuid not null references claims,
  week_starts_at timestamptz not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  currency text not null,
  staked_minor bigint not null check (staked_minor >= 0),
  returned_minor bigint not null check (returned_minor >= 0),
  primary key (claim_id, week_starts_at)
);
insert into cashback_weeks (claim_id, week_starts_at, from_at, to_at, currency, staked_minor, returned_minor)
select s.claim_id, s.week_starts_at, greatest(s.week_starts_at, c.claimed_at), least(s.week_ends_at, coalesce(c.ended_at, c.expires_at)), s.currency, s.staked_minor, s.returned_minor
from cashback_statements s join claims c on c.id = s.claim_id;
