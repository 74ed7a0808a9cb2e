-- The only function that moves money: callers draft movements and pass them to `post_transfers`.
-- Nothing else writes transfers and entries, or changes the balance of an account.

-- Drafts a movement; absent amounts are zero. Each house account has an amount at the same index; house and player amounts must sum to zero.
create or replace function draft_movement(
  player uuid, money text, kind text, reference uuid, house_accounts text[] default '{}', house_minor bigint[] default '{}',
  cash bigint default 0, bonus bigint default 0, receivable bigint default 0, held bigint default 0,
  open_stakes int default 0, wagered bigint default 0, won bigint default 0, lost bigint default null,
  deposited bigint default 0, withdrawn bigint default 0, warns_low boolean default false, transfer_id uuid default uuidv7(), claim uuid default null, open_stake bigint default 0,
  payout_cash bigint default 0, payout_bonus bigint default 0, payout_receivable bigint default 0, is_round boolean default false
) returns movement language sql volatile as $$
  select row(transfer_id, player, money, kind, reference, house_accounts, house_minor, cash, bonus, receivable, held,
    open_stakes, wagered, won, lost, deposited, withdrawn, warns_low, claim, open_stake,
    payout_cash, payout_bonus, payout_receivable, is_round)::movement
$$;

-- Posts movements of locked players, at most one per account: changes the accounts, writes transfers with their entries, and publishes the balances that changed.
-- The payout of a casino round is a second transfer in the same step of the account, so that posting a round costs no more than posting a stake.
-- Entries have one branch per account of the player, because a `values` list would be evaluated again for every movement.
-- The function has its own settings, because the plan of the first call in a connection serves all later calls: it must use the index of accounts from the start.
create or replace function post_transfers(at timestamptz, movements movement[], trace text default null) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  tx bigint := pg_current_xact_id()::text::bigint; posted record;
  today timestamptz := period_start(at, 'day'); this_week timestamptz := period_start(at, 'week'); this_month timestamptz := period_start(at, 'month');
begin
  with moved as (
    update accounts acc set
      cash_minor = acc.cash_minor + m.cash_minor, bonus_minor = acc.bonus_minor + m.bonus_minor,
      receivable_minor = acc.receivable_minor + m.receivable_minor, held_minor = acc.held_minor + m.held_minor, version = acc.version + moves_balance(m)::int,
      open_stakes = acc.open_stakes + m.open_stakes, open_stake_minor = acc.open_stake_minor + m.open_stake_minor, wagered_minor = acc.wagered_minor + m.wagered_minor, won_minor = acc.won_minor + m.won_minor,
      casino_open_minor = acc.casino_open_minor + m.is_round::int * m.open_stake_minor, casino_open_rounds = acc.casino_open_rounds + m.is_round::int * m.open_stakes,
      casino_wagered_minor = acc.casino_wagered_minor + m.is_round::int * m.wagered_minor, casino_won_minor = acc.casino_won_minor + m.is_round::int * m.won_minor,
      deposited_minor = acc.deposited_minor + m.deposited_minor, withdrawn_minor = acc.withdrawn_minor + m.withdrawn_minor,
      loss_day_minor = add_loss(acc.loss_day_minor, acc.loss_at >= today, m.lost_minor),
      loss_week_minor = add_loss(acc.loss_week_minor, acc.loss_at >= this_week, m.lost_minor),
      loss_month_minor = add_loss(acc.loss_month_minor, acc.loss_at >= this_month, m.lost_minor),
      loss_at = case when m.lost_minor is null then acc.loss_at else at end, moved_at = at,
      session_at = case when m.kind is distinct from 'stake' or acc.staked_at > at - session_gap() then acc.session_at else at end,
      staked_at = case when m.kind = 'stake' then at else acc.staked_at end
    from unnest(movements) m where acc.player_id = m.player_id and acc.currency = m.currency
    returning acc.id as account_id, acc.book, acc.version, acc.cash_minor as cash, acc.bonus_minor as bonus, acc.receivable_minor as receivable,
      acc.held_minor as held, acc.cash_minor - acc.held_minor + acc.bonus_minor as playable,
      m.transfer_id, m.player_id, m.currency, m.kind, m.reference, m.house_accounts, m.house_minor, m.cash_minor, m.bonus_minor, m.receivable_minor, m.held_minor,
      m.warns_low, m.claim_id, m.payout_cash_minor, m.payout_bonus_minor, m.payout_receivable_minor, moves_balance(m) as moves_balance,
      case when m.payout_cash_minor + m.payout_bonus_minor + m.payout_receivable_minor > 0 then uuidv7() end as payout_id
  ),
  parts as (
    select m.transfer_id, m.player_id, m.kind, m.book, m.currency, m.reference, m.version, m.cash_minor - m.payout_cash_minor as cash_minor, m.bonus_minor - m.payout_bonus_minor as bonus_minor,
      m.receivable_minor - m.payout_receivable_minor as receivable_minor, m.cash - m.payout_cash_minor as cash, m.bonus - m.payout_bonus_minor as bonus, m.receivable - m.payout_receivable_minor as receivable, m.house_accounts, m.house_minor from moved m where m.kind is not null
    union all
    select m.payout_id, m.player_id, 'win', m.book, m.currency, m.reference, m.version, m.payout_cash_minor, m.payout_bonus_minor, m.payout_receivable_minor, m.cash, m.bonus, m.receivable,
      '{casino}', array[-m.payout_cash_minor - m.payout_bonus_minor - m.payout_receivable_minor] from moved m where m.payout_id is not null
  ),
  transferred as (
    insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
    select m.player_id, m.transfer_id, m.kind, m.currency, m.cash_minor + m.bonus_minor, m.cash + m.bonus, m.reference, at from parts m
  ),
  legs as (
    insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor, balance_after_minor, version)
    select tx, m.transfer_id, m.player_id, false, 'cash', m.book, m.currency, m.cash_minor, m.cash, m.version from parts m where m.cash_minor <> 0
    union all
    select tx, m.transfer_id, m.player_id, false, 'bonus', m.book, m.currency, m.bonus_minor, m.bonus, m.version from parts m where m.bonus_minor <> 0
    union all
    select tx, m.transfer_id, m.player_id, false, 'receivable', m.book, m.currency, m.receivable_minor, m.receivable, m.version from parts m where m.receivable_minor <> 0
    union all
    select tx, h.transfer_id, h.player_id, true, h.account, h.book, h.currency, h.amount, null, null
    from (select m.transfer_id, m.player_id, m.book, m.currency, unnest(m.house_accounts) as account, unnest(m.house_minor) as amount from parts m) h where h.amount <> 0
  ),
  published as (
    insert into outbox (type, subject, version, data, traceparent)
    select 'evt.wallet.BalanceChanged.v1', m.account_id, m.version, balance_event(m.player_id, m.currency, m.cash, m.bonus, m.held), trace from moved m where m.moves_balance
    union all
    select 'evt.wallet.BalanceLow.v1', m.account_id, m.version, low_balance_event(m.player_id, m.currency, m.playable), trace from moved m where m.warns_low and is_newly_low(m.playable, m.held_minor - m.cash_minor - m.bonus_minor)
  )
  select count(*) as movements, bool_or(m.claim_id is not null) as uses_grants into posted from moved m;
  if posted.movements <> cardinality(movements) then raise exception 'each movement needs an account of its own'; end if;
  if posted.uses_grants then perform change_grants(at, movements); end if;
end $$;

-- Whether a movement is a step of its account. A payout as large as the stake before it is a step, even though the balance stays the same.
create or replace function moves_balance(m movement) returns boolean language sql immutable as $$
  select m.cash_minor <> 0 or m.bonus_minor <> 0 or m.receivable_minor <> 0 or m.held_minor <> 0 or m.payout_cash_minor + m.payout_bonus_minor + m.payout_receivable_minor > 0
$$;

-- Posts one movement and returns its account.
create or replace function post_transfer(at timestamptz, m movement) returns accounts language plpgsql as $$
declare
  acc accounts;
begin
  perform post_transfers(at, array[m]);
  select a.* into strict acc from accounts a where a.player_id = m.player_id and a.currency = m.currency;
  return acc;
end $$;

-- Moves cash between a player and one house account. `release` also reduces the held amount, in the same step. Returns the account.
create or replace function post_cash(
  at timestamptz, player uuid, money text, kind text, reference uuid, counter text, amount bigint, release bigint default 0
) returns accounts language plpgsql as $$
begin
  return post_transfer(at, draft_movement(player, money, kind, reference, array[counter], array[-amount], cash => amount, held => -release,
    deposited => case when kind = 'deposit' then amount else 0 end,
    withdrawn => case when kind in ('withdrawal', 'returned') then -amount else 0 end));
end $$;

-- Holds cash for a withdrawal, or releases it if `amount` is below zero. Returns the account.
create or replace function hold_cash(at timestamptz, player uuid, money text, amount bigint, warns_low boolean default false) returns accounts language plpgsql as $$
begin
  return post_transfer(at, draft_movement(player, money, null, null, held => amount, warns_low => warns_low));
end $$;

create or replace function balance_event(player_id uuid, currency text, cash_minor bigint, bonus_minor bigint, held_minor bigint)
returns jsonb language sql stable as $$
  select jsonb_build_object('playerId', player_id, 'currency', currency, 'cashMinor', cash_minor, 'bonusMinor', bonus_minor, 'heldMinor', held_minor)
$$;

create or replace function low_balance_event(player_id uuid, currency text, playable bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('playerId', player_id, 'currency', currency, 'playableMinor', playable)
$$;

-- A player is warned below this balance; equals `lowBalanceMinor` in the contract.
create or replace function low_balance_minor() returns bigint language sql immutable as $$ select 5000::bigint $$;

-- Whether the playable balance has just fallen by `fell` to below that limit.
create or replace function is_newly_low(playable bigint, fell bigint) returns boolean language sql immutable as $$
  select playable < low_balance_minor() and playable + fell >= low_balance_minor()
$$;
