-- The text of an alert as a code and its params, for pages in other languages. Alerts of earlier releases have their English alone.
alter table alerts add column message jsonb;
