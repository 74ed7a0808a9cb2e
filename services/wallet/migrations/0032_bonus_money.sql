-- Bonus money of promotions: a grant that is staked after cash until it is converted, forfeited or spent, and grants of cash.

-- `later_minor` is what of its stakes came in after it had ended, and went on to cash or back to bonus expense. A grant of cash is spent when it is given.
alter table grants
  add column converted_at timestamptz,
  add column converted_minor bigint check (converted_minor >= 0),
  add column spent_at timestamptz,
  add column later_minor bigint not null default 0,
  alter column expires_at drop not null,
  drop constraint grants_kind_check,
  add constraint grants_kind_check check (kind in ('free_bet', 'bonus', 'cash')),
  add constraint grants_expiry_check check ((expires_at is null) = (kind = 'cash')),
  add constraint grants_converted_check check ((converted_at is null) = (converted_minor is null) and (converted_at is null or forfeited_at is null)),
  add constraint grants_ended_check check (remaining_minor = 0 or coalesce(forfeited_at, converted_at, spent_at) is null);

-- One grant of bonus money at a time; and those that are past their expiry, to forfeit.
create unique index grants_active on grants (player_id) where kind = 'bonus' and forfeited_at is null and converted_at is null and spent_at is null;
create index grants_expiring on grants (expires_at) where kind = 'bonus' and forfeited_at is null and converted_at is null and spent_at is null;

-- Claims that were forfeited before their grant came: it is never given.
create table forfeited_claims (
  claim_id uuid primary key,
  forfeited_at timestamptz not null
);

-- The grant that the bonus part of a stake or of a round was taken from.
alter table stakes add column bonus_claim_id uuid;
alter table rounds add column bonus_claim_id uuid;
create index stakes_of_bonus on stakes (bonus_claim_id) where bonus_claim_id is not null;
create index rounds_of_bonus on rounds (bonus_claim_id) where bonus_claim_id is not null;
alter type stake_decision add attribute bonus_claim_id uuid;
alter type payout_decision add attribute bonus_claim_id uuid;
alter type step_decision add attribute bonus_claim_id uuid;

alter table transfers
  drop constraint transfers_kind_check,
  add constraint transfers_kind_check check (kind = any (
    '{stake,win,jackpot,refund,correction,deposit,withdrawal,returned,welcome,opening,conversion,currency,adjustment,forfeit,rest,test_win,bonus,bonus_conversion,bonus_forfeit,cashback,loyalty}'::text[]))
    not valid;

-- The arguments or results of these changed.
drop function if exists active_grant(timestamptz, uuid, text);
drop function if exists change_grants(movement[]);
drop function if exists forfeit_grant(timestamptz, uuid);
drop function if exists step_code(players, accounts, boolean, timestamptz, bigint, boolean, bigint, bigint, jsonb);
drop function if exists decide_steps(timestamptz, uuid[], int[], uuid[], text[], bigint[], bigint[], boolean[], boolean[], bigint, bigint);
drop function if exists play_rounds(timestamptz, uuid[], int[], uuid[], text[], bigint[], bigint[], boolean[], boolean[], bigint, bigint, bigint, int, text);
drop function if exists round_movement(uuid, text, uuid, bigint, bigint, bigint, bigint, bigint, boolean, boolean, bigint, bigint, bigint, bigint);
