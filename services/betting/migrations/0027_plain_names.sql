-- Functions with another name or another argument name: sql/bets.sql declares them again.
drop function if exists bet_fact(bets);
drop function if exists take_bets(timestamptz, uuid[], uuid[], text, text);
drop function if exists reject_bets(timestamptz, uuid[], uuid[], jsonb[], boolean, text, text);
