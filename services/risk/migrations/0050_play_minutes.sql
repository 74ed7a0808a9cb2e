-- Stakes of a player in the order of their times, for rules that ask what was staked before a moment: a sum per day does not tell. `offsets`: ms after the minute.
create table play_minutes (
  subject uuid not null,
  minute timestamptz not null,
  offsets int[] not null,
  stakes bigint[] not null,
  primary key (subject, minute)
);
create index play_minutes_age on play_minutes (minute);

-- Rules that compare do not judge a signal before what was delayed beside it has arrived.
alter table signals add column arrived_at timestamptz not null default now();
