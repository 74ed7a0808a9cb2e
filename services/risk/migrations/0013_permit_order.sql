-- Permits in the order in which they are sent to wallet: of players who are excluded, changes of players, first permits.
drop index players_unconfirmed;
create index players_unconfirmed on players ((excluded_until is null), (permit_version = 1), retry_at) where confirmed_version < permit_version;
