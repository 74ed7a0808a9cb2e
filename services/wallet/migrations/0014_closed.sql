-- What bets come to once they are over, for the figures of operators: the ledger has no word of a bet that lost, and of a stake none whether its bet is still open.

-- What posting the outcomes of bets left to be counted: real money only.
create table closings (
  at timestamptz not null,
  currency text not null,
  wagered_minor bigint not null,
  paid_minor bigint not null,
  free_minor bigint not null
);

-- By the minute in which the bet was over: its stake, what it paid, and how much of the stake was a free bet.
create table closed_minutes (
  minute timestamptz not null,
  currency text not null,
  wagered_minor bigint not null,
  paid_minor bigint not null,
  free_minor bigint not null,
  primary key (minute, currency)
);
