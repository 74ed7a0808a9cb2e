-- The proof that money is conserved, over one snapshot: the caller's transaction is repeatable read.
-- In part it reads the entries since the last proof and builds on what was proven then; whole, it believes nothing and reads everything.

create or replace function first_ten(offenders text[]) returns text[] language sql immutable as $$
  select coalesce((select array_agg(o) from (select distinct o from unnest(offenders) as o where o is not null order by o limit 10) x), '{}')
$$;

create or replace function prove(whole boolean) returns table (name text, holds boolean, checked bigint, offenders text[]) language plpgsql as $$
#variable_conflict use_column
declare
  seen pg_snapshot := (select m.snapshot from marks m where m.reader = 'proof' and not whole);
  folded pg_snapshot := (select m.snapshot from marks m where m.reader = 'fold');
  n bigint;
  bad text[];
begin
  select coalesce(sum(t.legs), 0), array_agg(t.transfer_id::text) filter (where t.total <> 0) into n, bad
  from (select transfer_id, count(*) as legs, sum(amount_minor) as total from entries_since(seen) group by transfer_id, currency) t;
  return query select 'transfers sum to zero', bad is null, n, first_ten(bad);

  with moved as (
    select player_id, currency,
      sum(amount_minor) filter (where account = 'cash') as cash,
      sum(amount_minor) filter (where account = 'bonus') as bonus,
      sum(amount_minor) filter (where account = 'receivable') as receivable
    from entries_since(seen) where not house group by player_id, currency
  ),
  expected as (
    select player_id, currency,
      coalesce(p.cash_minor, 0) + coalesce(m.cash, 0) as cash,
      coalesce(p.bonus_minor, 0) + coalesce(m.bonus, 0) as bonus,
      coalesce(p.receivable_minor, 0) + coalesce(m.receivable, 0) as receivable
    from (select * from proven where not whole) p full join moved m using (player_id, currency)
  )
  select count(*), array_agg(player_id || ' ' || currency) filter (
      where (coalesce(a.cash_minor, 0), coalesce(a.bonus_minor, 0), coalesce(a.receivable_minor, 0)) <> (coalesce(e.cash, 0), coalesce(e.bonus, 0), coalesce(e.receivable, 0)))
    into n, bad
  from expected e full join accounts a using (player_id, currency);
  return query select 'balances equal their entries', bad is null, n, first_ten(bad);

  with counted as (
    select player_id, currency, count(*) as versions, max(version) as last
    from (
      select player_id, currency, version from entries_since(seen) where not house
      union
      select h.player_id, h.currency, v.version
      from holds h
      cross join lateral (values (h.placed_version), (case when h.status = 'released' then h.resolved_version end)) as v (version)
      left join (select * from proven where not whole) p on p.player_id = h.player_id and p.currency = h.currency
      where v.version > coalesce(p.version, 0)
    ) steps
    group by player_id, currency
  )
  select count(*), array_agg(a.player_id || ' ' || a.currency) filter (
      where coalesce(p.version, 0) + coalesce(c.versions, 0) <> a.version or coalesce(c.last, p.version, 0) <> a.version)
    into n, bad
  from accounts a
  left join counted c on c.player_id = a.player_id and c.currency = a.currency
  left join (select * from proven where not whole) p on p.player_id = a.player_id and p.currency = a.currency;
  return query select 'versions are gapless', bad is null, n, first_ten(bad);

  with open_holds as (
    select h.player_id, h.currency, sum(h.amount_minor) as held,
      bool_and(coalesce(p.type = 'withdrawal' and p.status = 'pending' and (p.player_id, p.currency, p.amount_minor) = (h.player_id, h.currency, h.amount_minor), false)) as owned
    from holds h left join payments p on p.id = h.id
    where h.status = 'held' group by h.player_id, h.currency
  )
  select count(*), array_agg(player_id || ' ' || currency) filter (where coalesce(o.held, 0) <> coalesce(a.held_minor, 0) or not o.owned) into n, bad
  from (select * from accounts where held_minor <> 0) a full join open_holds o using (player_id, currency);
  return query select 'holds have owners', bad is null, n, first_ten(bad);

  with sides as (
    select book, currency, cash_minor + bonus_minor + receivable_minor as amount from accounts
    union all
    select book, currency, balance_minor from house_accounts
    union all
    select book, currency, amount_minor from entries_since(folded) where house
  )
  select count(*), array_agg(book || ' ' || currency) filter (where total <> 0) into n, bad
  from (select book, currency, sum(amount) as total from sides group by book, currency) b;
  return query select 'every book sums to zero', bad is null, n, first_ten(bad);

  if not whole then
    return;
  end if;

  select count(*), array_agg(transfer_id::text) filter (where balance_after_minor <> before + amount_minor) into n, bad
  from (
    select transfer_id, amount_minor, balance_after_minor,
      coalesce(lag(balance_after_minor) over (partition by player_id, currency, account order by version), 0) as before
    from entries where not house
  ) chain;
  return query select 'entries carry the balance after them', bad is null, n, first_ten(bad);

  with moved as (
    select t.reference as bet_id, sum(-e.amount_minor) as total
    from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
    where e.house and t.kind in ('stake', 'win', 'refund', 'correction') group by t.reference
  )
  select count(*), array_agg(bet_id::text) filter (
      where coalesce(m.total, 0) <> case when s.status = 'taken' then s.paid_minor - s.amount_minor else 0 end)
    into n, bad
  from stakes s full join moved m using (bet_id);
  return query select 'stakes equal their transfers', bad is null, n, first_ten(bad);

  with moved as (
    select reference as id, sum(amount_minor)::bigint as total, count(*) as times from transfers where kind in ('deposit', 'withdrawal', 'returned') group by reference
  )
  select count(*), array_agg(id::text) filter (
      where (coalesce(m.total, 0), coalesce(m.times, 0)) <>
        case
          when p.status = 'approved' then (case p.type when 'deposit' then p.amount_minor - p.fee_minor else -p.amount_minor end, 1::bigint)
          when p.type = 'withdrawal' and p.status = 'failed' then (0::bigint, 2::bigint)
          else (0::bigint, 0::bigint)
        end)
    into n, bad
  from payments p full join moved m using (id);
  return query select 'payments equal their transfers', bad is null, n, first_ten(bad);

  with moved as (
    select reference as id, sum(amount_minor)::bigint as total, count(*) as times from transfers where kind = 'adjustment' group by reference
  )
  select count(*), array_agg(id::text) filter (
      where (coalesce(m.total, 0), coalesce(m.times, 0)) <> case when a.status = 'approved' then (a.amount_minor, 1::bigint) else (0::bigint, 0::bigint) end)
    into n, bad
  from adjustments a full join moved m using (id);
  return query select 'adjustments equal their transfers', bad is null, n, first_ten(bad);

  with moved as (
    select t.reference as id, count(*) as times, sum(t.amount_minor) filter (where t.currency = q.from_currency) as gone,
      sum(t.amount_minor) filter (where t.currency = q.to_currency) as come
    from transfers t left join quotes q on q.id = t.reference and q.player_id = t.player_id where t.kind = 'conversion' group by t.reference
  )
  select count(*), array_agg(id::text) filter (
      where q.player_id is null or (m.times, -m.gone, m.come) is distinct from (2::bigint, q.amount_minor::numeric, q.receive_minor::numeric))
    into n, bad
  from (select * from quotes where used_at is not null) q full join moved m using (id);
  return query select 'conversions equal their transfers', bad is null, n, first_ten(bad);
end $$;

-- What a proof may build on next time: the books as they stand in this snapshot.
create or replace function accept_books() returns void language sql as $$
  insert into proven as p (player_id, currency, cash_minor, bonus_minor, receivable_minor, version)
  select a.player_id, a.currency, a.cash_minor, a.bonus_minor, a.receivable_minor, a.version
  from accounts a left join proven k on k.player_id = a.player_id and k.currency = a.currency
  where k.version is distinct from a.version or (k.cash_minor, k.bonus_minor, k.receivable_minor) is distinct from (a.cash_minor, a.bonus_minor, a.receivable_minor)
  on conflict (player_id, currency) do update set
    cash_minor = excluded.cash_minor, bonus_minor = excluded.bonus_minor, receivable_minor = excluded.receivable_minor, version = excluded.version;
  insert into marks (reader, snapshot) values ('proof', pg_current_snapshot())
  on conflict (reader) do update set snapshot = excluded.snapshot, at = clock_timestamp()
$$;

-- Proves and keeps the result. Books that hold are accepted; an unbalanced transfer or a balance unlike its entries stops stakes and withdrawals.
create or replace function prove_and_keep(at timestamptz) returns boolean language plpgsql as $$
declare
  found_all jsonb;
  all_hold boolean;
  broken text;
begin
  select jsonb_agg(jsonb_build_object('name', p.name, 'holds', p.holds, 'checked', p.checked, 'offenders', p.offenders)), bool_and(p.holds),
    min(p.name || ': ' || array_to_string(p.offenders, ', ')) filter (where not p.holds and p.name in ('transfers sum to zero', 'balances equal their entries'))
  into found_all, all_hold, broken
  from prove(false) p;
  insert into proofs (ran_at, holds, invariants) values (at, all_hold, found_all);
  if all_hold then
    perform accept_books();
  elsif broken is not null then
    update stop set reason = broken, since = at where reason is null;
  end if;
  return all_hold;
end $$;
