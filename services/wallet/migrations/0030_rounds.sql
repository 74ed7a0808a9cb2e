-- Casino rounds and the pools of the progressive jackpot.

-- A step of a round that was decided: its body, the part of its stake that bonus money paid, and why it was refused. `jackpot` is null where its game has none.
create type round_step as (
  stake_minor bigint,
  payout_minor bigint,
  closes boolean,
  jackpot boolean,
  wins boolean,
  bonus_minor bigint,
  code text,
  params jsonb
);

-- One row per round, with every step that was decided, in their order: step 0 is the first element. The sums are over the steps that were taken.
-- A round that was voided before its first step has no game and no steps, and refuses them for good.
create table rounds (
  round_id uuid primary key,
  player_id uuid not null,
  game_id text,
  currency text not null,
  status text not null,
  staked_minor bigint not null default 0,
  bonus_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  jackpot_minor bigint not null default 0,
  steps round_step[] not null default '{}',
  created_at timestamptz not null,
  check (status = any ('{open,closed,void,refused}'::text[])),
  check (least(bonus_minor, staked_minor - bonus_minor, paid_minor, jackpot_minor) >= 0)
) with (fillfactor = 85);

-- One pool per book and play currency, made and seeded by its first round. `rest` is what was contributed below a minor unit, in hundredths of one.
-- `contributed_minor` counts since the pool was last won, the other sums from the start; what a void gave back is no longer paid.
create table jackpots (
  book text not null,
  currency text not null,
  amount_minor bigint not null default 0 check (amount_minor >= 0),
  rest bigint not null default 0 check (rest between 0 and 99),
  contributed_minor bigint not null default 0,
  staked_minor bigint not null default 0,
  seeded_minor bigint not null default 0,
  received_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  primary key (book, currency),
  check (amount_minor = seeded_minor + received_minor - paid_minor)
);

-- Of what an account changes by, the part that is a payout: a transfer of its own after the first, in the same step of the account. `is_round` counts for casino.
alter type movement
  add attribute payout_cash_minor bigint,
  add attribute payout_bonus_minor bigint,
  add attribute payout_receivable_minor bigint,
  add attribute is_round boolean;
drop function if exists draft_movement(uuid, text, text, uuid, text[], bigint[], bigint, bigint, bigint, bigint, int, bigint, bigint, bigint, bigint, bigint, boolean, uuid, uuid, bigint);

-- What became of one step of a batch, and how its round stands after it. `is_known` where it was decided before; `is_new` where it is an outcome of now,
-- which `again`, `stopped`, `not_found`, `key_reused` and `round_step` are not. `wins` is null where the game has no jackpot.
create type step_decision as (
  place bigint,
  round_id uuid,
  player_id uuid,
  game_id text,
  book text,
  currency text,
  code text,
  is_known boolean,
  is_new boolean,
  stake_minor bigint,
  bonus_minor bigint,
  payout_minor bigint,
  closes boolean,
  wins boolean,
  params jsonb,
  jackpot_minor bigint,
  was_open boolean,
  was_staked_minor bigint,
  status text,
  staked_minor bigint,
  staked_bonus_minor bigint,
  paid_minor bigint,
  steps round_step[],
  owed_minor bigint
);

-- What casino play of an account comes to; everything else in the same sums is sports.
alter table accounts
  add column casino_open_minor bigint not null default 0,
  add column casino_wagered_minor bigint not null default 0,
  add column casino_won_minor bigint not null default 0;

alter table transfers
  drop constraint transfers_kind_check,
  add constraint transfers_kind_check check (kind = any (
    '{stake,win,jackpot,refund,correction,deposit,withdrawal,returned,welcome,opening,conversion,currency,adjustment,forfeit,rest,test_win}'::text[])) not valid;
