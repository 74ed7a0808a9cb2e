-- Results weighted by stake, which the monitor and the published returns read. `weighed_rounds` counts the rounds in them: those recorded by a release that has these columns.
-- `returned`, `expected` and `variance` per unit of stake stay for the previous release.

-- Without it the round is not weighed.
alter type taken_step add attribute first_stake_minor bigint;

-- Sums over rounds, with w the first stake of a round: of 1, of w, of w times its return per unit of w, of w times the expected return, of w² times the variance; and the largest w.
alter table tallies
  add column weighed_rounds int not null default 0,
  add column first_stake_minor bigint not null default 0,
  add column returned_minor bigint not null default 0,
  add column expected_minor double precision not null default 0,
  add column variance_minor double precision not null default 0,
  add column largest_stake_minor bigint not null default 0;
alter table sums
  add column weighed_rounds bigint not null default 0,
  add column first_stake_minor bigint not null default 0,
  add column returned_minor bigint not null default 0,
  add column expected_minor double precision not null default 0,
  add column variance_minor double precision not null default 0,
  add column largest_stake_minor bigint not null default 0;
-- Of real money only.
alter table watches
  add column weighed_rounds bigint not null default 0,
  add column first_stake_minor bigint not null default 0,
  add column returned_minor bigint not null default 0,
  add column expected_minor double precision not null default 0,
  add column variance_minor double precision not null default 0,
  add column largest_stake_minor bigint not null default 0;
