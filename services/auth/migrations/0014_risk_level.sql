-- The risk level of a player as risk publishes it, and the version of the newest event that was applied.
alter table users add column risk_level text not null default 'low' check (risk_level in ('low', 'medium', 'high'));
alter table users add column risk_version int not null default 0;
create index users_risk_level on users (risk_level, id);
