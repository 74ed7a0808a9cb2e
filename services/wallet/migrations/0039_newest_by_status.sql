-- The operators' list of transactions by status, and by type and status, newest first by when money moved.
create index payments_of_status_newest on payments (status, place);
create index payments_of_type_status_newest on payments (type, status, place);
