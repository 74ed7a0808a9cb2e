-- Grants of bonus money: what is left of one may exceed what was given once its bets have won, and a stake on it has a limit of its own.
alter table grants
  add column max_stake_minor bigint check (max_stake_minor > 0),
  drop constraint grants_kind_check,
  drop constraint grants_check,
  drop constraint grants_check1,
  add constraint grants_kind_check check (kind in ('free_bet', 'bonus')),
  add constraint grants_remaining_check check (remaining_minor >= 0 and (kind = 'bonus' or remaining_minor <= amount_minor)),
  add constraint grants_forfeited_check check (forfeited_minor >= 0 and (kind = 'bonus' or forfeited_minor <= amount_minor));

-- The grant that the bonus part of a movement is taken from or goes to.
alter type movement add attribute claim_id uuid;
