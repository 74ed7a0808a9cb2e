-- What the operators' search finds: bets by the end of their id as it is printed, fixtures by that and by their teams.
create index bets_id_end on bets (right(id::text, 8));
create index fixtures_id_end on fixtures (right(id::text, 8));
create index fixtures_search on fixtures using gin (lower(home_team || ' vs ' || away_team) gin_trgm_ops);
