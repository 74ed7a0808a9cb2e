-- What a player was given since an instant, for the bound of a UTC day.
create index grants_given on grants (player_id, granted_at);
-- Claims that were refused for a bound, so that each is published once.
create table bounded_claims (
  claim_id uuid primary key,
  refused_at timestamptz not null
);
