-- When the player last changed their country; null: never. The jurisdiction is relaxed only once a proof of address that is newer was approved.
alter table users add column moved_at timestamptz;
-- When the player last excluded themselves, so that the end of an earlier exclusion does not end a later one.
alter table users add column excluded_at timestamptz;
-- Exclusions of earlier releases count from now: the ends of the past days, which are read again, may be those of earlier ones.
update users set excluded_at = now() where excluded_until > now();
