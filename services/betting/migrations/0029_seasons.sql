-- The season that a fixture belongs to, as the feed writes it. Null where it sends none.
alter table fixtures add column season text;
