-- What the operators' search finds alerts by: the end of their id as it is printed, and what they are about.
create index alerts_id_end on alerts (right(id::text, 8));
create index alerts_about on alerts (about_id, id) where about_id is not null;
