-- Claims of a player to whom no bonus is given any more, by their harm score.
alter table claims drop constraint claims_end_reason_check,
  add constraint claims_end_reason_check check (end_reason in ('expired', 'spent', 'excluded', 'no_bonus', 'operator', 'player', 'withdrawal', 'closed'));
