-- The fair chance of a leg when it was placed; instances of an earlier release leave it out.
alter table bet_legs add column chance double precision;
-- The part of a decided bet that its last event named as at risk.
alter table bets add column at_risk_minor bigint;

-- Players whose bets on a fixture must be compared again, because one of them was voided or corrected. Rows are only added, as in due_markets.
create table due_recounts (
  place bigint generated always as identity primary key,
  player_id uuid not null,
  fixture_id uuid not null
);
