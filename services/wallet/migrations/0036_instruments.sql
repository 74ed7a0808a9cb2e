-- A keyed hash of the card behind a saved method: equal for all players who use it.
alter table saved_methods add column instrument_key bytea;
