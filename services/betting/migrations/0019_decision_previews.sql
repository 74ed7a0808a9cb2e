-- What operators were shown before they decide on a market: they name it by its id, and only who was shown it may decide by it.
create table decision_previews (
  id uuid primary key,
  operator_id uuid not null,
  market_id uuid not null,
  -- Names the decision together with all that was known of the market.
  state text not null,
  money_minor bigint not null check (money_minor >= 0),
  needs_second boolean not null,
  expires_at timestamptz not null
);
create index decision_previews_expired on decision_previews (expires_at);

-- The same of a decision that waits for a second operator; until now its preview had it in its name.
alter table decisions add column state text;
update decisions set state = split_part(preview ->> 'fingerprint', '.', 1);
