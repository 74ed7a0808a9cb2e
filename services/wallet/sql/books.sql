-- The lock with which every change of money begins, and the posting of the house's entries to its balances.

-- Locks a player for the rest of the transaction. Every change of money or permit begins here.
create or replace function lock_player(player uuid) returns players language sql as $$
  select * from players where player_id = player for no key update
$$;

-- Locks all players of a batch in the order of their ids. Players are always locked in this order, so no deadlock can occur. Returns their number.
create or replace function lock_players(player_ids uuid[]) returns bigint language plpgsql as $$
declare
  locked bigint;
begin
  perform from players p where p.player_id = any (player_ids) order by p.player_id for no key update;
  get diagnostics locked = row_count;
  return locked;
end $$;

-- The entries that a reader has not seen: those of transactions that were not visible in its last snapshot. With null it returns all entries.
create or replace function entries_since(seen pg_snapshot) returns setof entries language sql stable as $$
  select * from entries e
  where e.xid >= coalesce(pg_snapshot_xmin(seen)::text::bigint, 0)
    and (seen is null or e.xid >= pg_snapshot_xmax(seen)::text::bigint or not pg_visible_in_snapshot(e.xid::text::xid8, seen))
$$;

-- Adds the house's entries of all transactions committed since the last call to its balances. It reads first and writes last,
-- so that it holds no transaction id while it reads.
create or replace function add_house_legs() returns bigint language plpgsql as $$
declare
  seen pg_snapshot;
  posted bigint;
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
  select coalesce(sum(legs), 0) into posted from fresh;
  return posted;
end $$;
