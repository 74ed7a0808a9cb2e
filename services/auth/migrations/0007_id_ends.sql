-- Where a list has no room for a whole id it shows the last eight characters; players are found by those too.
create index users_id_end on users (right(id::text, 8));
