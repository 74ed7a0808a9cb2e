-- What each operator alone moved by settling bets of real money by hand within a UTC day: a bet once, by the most that was moved of it.
create table hand_moves (
  operator_id uuid not null,
  day date not null,
  bet_id uuid not null,
  moved_minor bigint not null check (moved_minor >= 0),
  primary key (operator_id, day, bet_id)
);
