-- Players who ever moved: a job looks among them for moves that wait for a proof of address.
create index users_moved on users (id) where moved_at is not null;
