-- When each check of the service's records last completed, and when it was last reported as overdue. The id is the aggregate of these reports.
create table checks (
  name text primary key,
  id uuid not null default uuidv7(),
  completed_at timestamptz not null,
  reported_at timestamptz,
  reports bigint not null default 0
);
