-- A step of the placement that sql/bets.sql has no more.
drop function if exists legs_with_breaks(bet_legs[], int[]);
