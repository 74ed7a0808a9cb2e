-- Matches that do not run as planned: the start a fixture had at first, why it changed, and when the feed last reported on it.
alter table fixtures add column original_starts_at timestamptz, add column reason text, add column reported_at timestamptz;
update fixtures set original_starts_at = starts_at where ended_at is null;

-- Why a leg is void. Null for a push and for a decision of an operator.
alter table bet_legs add column void_reason text;
