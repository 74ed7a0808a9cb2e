-- What operators search bets by. The words of a leg are kept once for all bets that share them, and found by their trigrams; from there the newest bets on a
-- selection are read in their order. Statuses that few bets have, bets that are open and large stakes have indexes of their own, so that they cost the others nothing.
create extension if not exists pg_trgm;
create table leg_words (
  selection_id uuid not null,
  words text not null,
  primary key (selection_id, words)
);
insert into leg_words (selection_id, words)
select distinct selection_id, lower(fixture || ' ' || market || ' ' || selection) from bet_legs;
create index leg_words_search on leg_words using gin (words gin_trgm_ops);
create index bet_legs_selection on bet_legs (selection_id, bet_id);
create index bets_open on bets (id) where status in ('pending', 'accepted');
create index bets_rare on bets (status, id) where status in ('rejected', 'void', 'half_won', 'half_lost', 'cashed_out');
create index bets_large on bets (stake_minor, id) where stake_minor >= 100000;
