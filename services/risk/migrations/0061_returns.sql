-- A self-exclusion that does not end by itself: once ends_at has passed, the player asks to return, and it ends at returns_at.
alter table exclusions add column returns_on_request boolean not null default false;
alter table exclusions add column returns_at timestamptz;
