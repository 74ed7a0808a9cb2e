-- When the player last changed their country; null: never. The jurisdiction is relaxed only once a proof of address that is newer was approved.
alter table users add column moved_at timestamptz;
-- When the player last excluded themselves, so that the end of an earlier exclusion does not end a later one.
alter table users add column excluded_at timestamptz;
