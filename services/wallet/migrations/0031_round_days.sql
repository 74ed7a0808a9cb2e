-- What the rounds of a player came to, by the UTC day in which they began: a player has many more rounds than bets.
create table round_days (
  player_id uuid not null,
  day date not null,
  staked_minor bigint not null,
  open_minor bigint not null,
  returned_minor bigint not null,
  primary key (player_id, day)
) with (fillfactor = 70);

-- How many of the open stakes are of rounds.
alter table accounts add column casino_open_rounds int not null default 0;
