-- The timeline of one aggregate, newest first: a player's has many events.
create index stream_events_aggregate on stream_events (aggregate, at, id);

-- The alerts with an event of a player, newest first.
create index alert_events_alerts on alert_events (player_id, alert_id) where player_id is not null;
drop index alert_events_player;
