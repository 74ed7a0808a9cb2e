-- When the player answered that they want no deposit limit; null until then.
alter table players add column deposit_limit_declined_at timestamptz;
