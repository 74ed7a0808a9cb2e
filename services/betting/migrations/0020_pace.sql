-- The delay of a live bet follows from the pace of its match: both functions have one argument more.
drop function if exists check_placements(timestamptz, placement[], int, int, bigint, bigint);
drop function if exists place_bets(timestamptz, jsonb, int, int, int, bigint, bigint);
