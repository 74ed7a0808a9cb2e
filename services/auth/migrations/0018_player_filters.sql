-- What operators filter the list of players by: each with the id, by which the list is ordered, and the time of registration.
create index users_by_level on users (level, id);
create index users_by_country on users (country, id);
create index users_by_registration on users (created_at);
