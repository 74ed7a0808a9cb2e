-- The sale of a bet on a live match is looked at for as long as the acceptance of one: since when, and how often each open leg's market had been off offer by then.
-- Of a quote it is the player who asked; a bet that sells itself is looked at since it was worth enough.
alter table cash_out_quotes
  add asked_at timestamptz,
  add asked_breaks jsonb,
  add check ((asked_at is null) = (asked_breaks is null));
alter table bets
  add auto_seen_at timestamptz,
  add auto_seen_breaks jsonb,
  add check ((auto_seen_at is null) = (auto_seen_breaks is null));
