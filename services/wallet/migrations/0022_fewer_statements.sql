-- A check is read from its text by every statement that writes its table, so the longest of them is written as short as it can be.
-- No row is read again: the kinds are those that were allowed before.
alter table transfers
  drop constraint transfers_kind_check,
  add constraint transfers_kind_check check (kind = any (
    '{stake,win,refund,correction,deposit,withdrawal,returned,welcome,opening,conversion,currency,adjustment,forfeit,rest,test_win}'::text[])) not valid;

-- Steps of stakes that became parts of one statement.
drop function if exists decide_stakes(timestamptz, uuid[], uuid[], text[], bigint[], bigint[], uuid[], bigint, bigint);
drop function if exists record_stakes(timestamptz, stake_decision[]);
drop function if exists use_free_bets(stakes[]);
drop function if exists stake_movements(stakes[]);
drop function if exists lock_players(uuid[]);
drop function if exists legs_of(bigint, bigint, bigint, bigint, bigint, bigint, text[], bigint[]);
