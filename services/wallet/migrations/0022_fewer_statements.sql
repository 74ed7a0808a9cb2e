-- Checks are read from their text by every statement that writes their table, so those of the busiest tables are written as short as they can be.
-- They allow what they allowed before, so no row is read again.
alter table transfers
  drop constraint transfers_kind_check,
  add constraint transfers_kind_check check (kind = any (
    '{stake,win,refund,correction,deposit,withdrawal,returned,welcome,opening,conversion,currency,adjustment,forfeit,rest,test_win}'::text[])) not valid;
alter table stakes
  drop constraint stakes_status_check,
  drop constraint stakes_outcome_check,
  add constraint stakes_status_check check (status = any ('{taken,refused,tombstone}'::text[])) not valid,
  add constraint stakes_outcome_check check (outcome = any ('{open,returned,settled}'::text[])) not valid;
alter table accounts
  drop constraint accounts_bonus_minor_check,
  drop constraint accounts_held_minor_check,
  drop constraint accounts_receivable_minor_check,
  drop constraint accounts_check,
  add constraint accounts_check check (least(bonus_minor, held_minor, cash_minor - held_minor, -receivable_minor) >= 0) not valid;

-- Steps that became parts of one statement, that return something now, or whose names changed.
drop function if exists decide_stakes(timestamptz, uuid[], uuid[], text[], bigint[], bigint[], uuid[], bigint, bigint);
drop function if exists record_stakes(timestamptz, stake_decision[]);
drop function if exists use_free_bets(stakes[]);
drop function if exists stake_movements(stakes[]);
drop function if exists legs_of(bigint, bigint, bigint, bigint, bigint, bigint, text[], bigint[]);
drop function if exists bury_stakes(timestamptz, payout_decision[]);
drop function if exists lock_players(uuid[]);

-- Replaced by add_loss and count_closed.
drop function if exists counted_loss(timestamptz, timestamptz, bigint, text, bigint);
drop function if exists fold_closed();
