-- Of which bet something was left to be counted: while stakes from before are taken step by step, each counts once.
alter table closings add column bet_id uuid;
