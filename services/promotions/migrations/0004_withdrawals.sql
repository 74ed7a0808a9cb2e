-- A withdrawal forfeits the bonus of a deposit before it: when the deposit was approved, and when the player last requested a withdrawal.
alter table claims add column deposited_at timestamptz, drop constraint claims_end_reason_check,
  add constraint claims_end_reason_check check (end_reason in ('expired', 'spent', 'excluded', 'operator', 'player', 'withdrawal', 'closed'));
alter table players add column withdrew_at timestamptz;
update claims set deposited_at = coalesce(started_at, claimed_at) where deposit_id is not null;
