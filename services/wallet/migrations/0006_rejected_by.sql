-- Who rejected a payment or an adjustment; not known of what was rejected before.
alter table payments add column rejected_by uuid;
alter table adjustments add column rejected_by uuid;
