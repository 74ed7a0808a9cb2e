-- When the verification level was last decided, by an operator or by reviewed documents: the latest decision counts, in whatever order the decisions arrive.
alter table users add column level_decided_at timestamptz;
