-- What the steps of posting hand to each other, and functions whose arguments or names have changed since.

-- One movement of an account: a transfer where it has a kind; without one it moves no money, and only holds, releases or counts.
-- Amounts are what the account changes by, the house's legs are in pairs, and a `lost_minor` of null leaves the losses alone.
create type movement as (
  transfer_id uuid,
  player_id uuid,
  currency text,
  kind text,
  reference uuid,
  house_accounts text[],
  house_minor bigint[],
  cash_minor bigint,
  bonus_minor bigint,
  receivable_minor bigint,
  held_minor bigint,
  open_stakes int,
  wagered_minor bigint,
  won_minor bigint,
  lost_minor bigint,
  deposited_minor bigint,
  withdrawn_minor bigint,
  warns_low boolean
);

-- What became of one stake of a batch; `is_known` where its outcome was recorded before. `again` (another stake of its player comes first in the batch)
-- and `stopped` are no outcomes.
create type stake_decision as (
  bet_id uuid,
  player_id uuid,
  currency text,
  stake_minor bigint,
  potential_payout_minor bigint,
  claim_id uuid,
  is_known boolean,
  code text,
  bonus_minor bigint,
  params jsonb
);

-- What became of one payout of a batch: how its stake stood and stands, and what moves.
create type payout_decision as (
  place bigint,
  code text,
  bet_id uuid,
  player_id uuid,
  currency text,
  book text,
  version bigint,
  claim_id uuid,
  stake_minor bigint,
  old_outcome text,
  old_paid_minor bigint,
  outcome text,
  paid_minor bigint,
  transfer_id uuid,
  kind text,
  is_sale boolean,
  difference_minor bigint,
  own_minor bigint,
  cash_minor bigint,
  bonus_minor bigint,
  receivable_minor bigint
);

-- The same types in the same order under plainer names: instances of the release before go on calling what replaces them.
drop function if exists take_stakes(timestamptz, uuid[], uuid[], text[], bigint[], bigint[], uuid[], bigint, bigint, text);
drop function if exists restrict_account(uuid, bigint, text, text, text);
drop function if exists bind_play(uuid, bigint, timestamptz, jsonb);
drop function if exists open_player(timestamptz, uuid, text, text, bigint, text, text, text, bigint, text, text);
drop function if exists close_account(timestamptz, uuid, bigint, text, text, text);

-- post_transfers and what it calls stand for them; nothing but other functions of sql/ ever called them.
drop function if exists say_balance(accounts);
drop function if exists say_if_low(accounts, bigint);
drop function if exists balance_fact(uuid, text, bigint, bigint, bigint);
drop function if exists low_fact(uuid, text, bigint);
drop function if exists became_low(bigint, bigint);
drop function if exists post_deposit(timestamptz, payments);
drop function if exists give_back(timestamptz, players, bigint, bigint);
