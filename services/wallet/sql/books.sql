-- What every posting shares: the fact it says, a single transfer of cash, and the folding of the house's legs.

create or replace function balance_fact(player_id uuid, currency text, cash_minor bigint, bonus_minor bigint, held_minor bigint)
returns jsonb language sql stable as $$
  select jsonb_build_object('playerId', player_id, 'currency', currency, 'cashMinor', cash_minor, 'bonusMinor', bonus_minor, 'heldMinor', held_minor)
$$;

-- Locks a player for the rest of the transaction. Every change of money or permit begins here.
create or replace function lock_player(player uuid) returns players language sql as $$
  select * from players where player_id = player for no key update
$$;

-- Moves cash between a player and a house account; `release` lifts that much of what is held in the same step. Answers the account after it.
create or replace function post_cash(
  at timestamptz, player uuid, money text, kind text, reference uuid, counter text, amount bigint, release bigint default 0
) returns accounts language plpgsql as $$
declare
  acc accounts;
  transfer uuid := uuidv7();
begin
  update accounts a set
    cash_minor = a.cash_minor + amount,
    held_minor = a.held_minor - release,
    deposited_minor = a.deposited_minor + case when kind = 'deposit' then amount else 0 end,
    withdrawn_minor = a.withdrawn_minor - case when kind = 'withdrawal' then amount else 0 end,
    version = a.version + 1,
    moved_at = at
  where a.player_id = player and a.currency = money
  returning a.* into strict acc;
  insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
  values (player, transfer, kind, money, amount, acc.cash_minor + acc.bonus_minor, reference, at);
  insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor, balance_after_minor, version)
  select pg_current_xact_id()::text::bigint, transfer, player, l.house, l.account, acc.book, money, l.amount, l.after, l.version
  from (values (false, 'cash', amount, acc.cash_minor, acc.version), (true, counter, -amount, null, null)) as l (house, account, amount, after, version);
  perform say_balance(acc);
  return acc;
end $$;

create or replace function say_balance(acc accounts) returns void language sql as $$
  insert into outbox (type, subject, version, data)
  values ('evt.wallet.BalanceChanged.v1', acc.id, acc.version, balance_fact(acc.player_id, acc.currency, acc.cash_minor, acc.bonus_minor, acc.held_minor))
$$;

-- The entries a reader has not seen: those of transactions that were not visible in its last snapshot. Null reads all of them.
create or replace function entries_since(seen pg_snapshot) returns setof entries language sql stable as $$
  select * from entries e
  where e.xid >= coalesce(pg_snapshot_xmin(seen)::text::bigint, 0)
    and (seen is null or e.xid >= pg_snapshot_xmax(seen)::text::bigint or not pg_visible_in_snapshot(e.xid::text::xid8, seen))
$$;

-- Adds the house's legs of all transactions committed since the last fold to its balances. It reads first and writes last,
-- so that it holds no transaction id while it reads.
create or replace function fold_house() returns bigint language plpgsql as $$
declare
  seen pg_snapshot;
  folded bigint;
begin
  perform pg_advisory_xact_lock(hashtext('wallet fold'));
  seen := (select m.snapshot from marks m where m.reader = 'fold');
  with legs as materialized (
    select e.book, e.account, e.currency, e.amount_minor, e.player_id, t.kind, t.created_at
    from entries_since(seen) e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
    where e.house
  ),
  fresh as materialized (
    select book, account, currency, sum(amount_minor)::bigint as amount_minor, count(*) as legs from legs group by book, account, currency
  ),
  figured as (
    insert into house_minutes as h (minute, book, currency, account, kind, amount_minor)
    select date_trunc('minute', created_at), book, currency, account, kind, sum(amount_minor) from legs group by 1, 2, 3, 4, 5
    on conflict (minute, book, currency, account, kind) do update set amount_minor = h.amount_minor + excluded.amount_minor
  ),
  played as (
    insert into staked_hours (hour, player_id)
    select distinct date_trunc('hour', created_at), player_id from legs where kind = 'stake' and book = 'real'
    on conflict do nothing
  ),
  added as (
    insert into house_accounts as h (book, account, currency, balance_minor)
    select book, account, currency, amount_minor from fresh
    on conflict (book, account, currency) do update set balance_minor = h.balance_minor + excluded.balance_minor
  ),
  marked as (
    insert into marks (reader, snapshot) select 'fold', pg_current_snapshot() from (select count(*) from fresh) counted
    on conflict (reader) do update set snapshot = excluded.snapshot, at = clock_timestamp()
  )
  select coalesce(sum(legs), 0) into folded from fresh;
  return folded;
end $$;
