-- Until when a player has excluded themselves from play: nothing that invites to play is sent to them until then.
alter table users add column excluded_until timestamptz;
