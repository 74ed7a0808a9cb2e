-- The lowest total odds of a bet that a free bet may be the stake of; null: any.
alter table grants add column min_odds_milli int check (min_odds_milli > 0);

-- Stakes come with their odds.
drop function if exists decide_stakes(timestamptz, uuid[], uuid[], text[], bigint[], bigint[], uuid[], bigint, bigint);
drop function if exists take_stakes(timestamptz, uuid[], uuid[], text[], bigint[], bigint[], uuid[], bigint, bigint, text);
