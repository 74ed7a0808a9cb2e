-- The alerts of one rule, newest first: ids are UUIDv7.
create index alerts_of_rule on alerts (rule_id, id) where rule_id is not null;
