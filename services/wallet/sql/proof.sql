-- The proof that money is conserved, over one snapshot: the caller's transaction is repeatable read.
-- In part it reads what happened since the last proof and adds it to what was carried from there; whole, it believes nothing and reads everything.
-- What does not hold is listed with its difference, so that the mark may go on, and is looked at again each time until it holds.

create or replace function first_ten(offenders text[]) returns text[] language sql immutable as $$
  select coalesce((select array_agg(o) from (select distinct o from unnest(offenders) as o where o is not null order by o limit 10) x), '{}')
$$;

-- The holds that changed in transactions a reader has not seen.
create or replace function holds_since(seen pg_snapshot) returns setof holds language sql stable as $$
  select * from holds h
  where h.xid >= coalesce(pg_snapshot_xmin(seen)::text::bigint, 0)
    and (seen is null or h.xid >= pg_snapshot_xmax(seen)::text::bigint or not pg_visible_in_snapshot(h.xid::text::xid8, seen))
$$;

create or replace function moved_since(seen pg_snapshot) returns table (player_id uuid, currency text, cash numeric, bonus numeric, receivable numeric)
language sql stable as $$
  select e.player_id, e.currency,
    coalesce(sum(e.amount_minor) filter (where e.account = 'cash'), 0),
    coalesce(sum(e.amount_minor) filter (where e.account = 'bonus'), 0),
    coalesce(sum(e.amount_minor) filter (where e.account = 'receivable'), 0)
  from entries_since(seen) e where not e.house group by e.player_id, e.currency
$$;

-- Each step of an account counts one version: its transfers, and what is placed on hold and released.
create or replace function steps_since(seen pg_snapshot) returns table (player_id uuid, currency text, steps bigint, last bigint) language sql stable as $$
  select s.player_id, s.currency, count(*), max(s.version)
  from (
    select e.player_id, e.currency, e.version from entries_since(seen) e where not e.house
    union
    select h.player_id, h.currency, v.version
    from holds_since(seen) h
    cross join lateral (values (h.placed_version), (case when h.status = 'released' then h.resolved_version end)) as v (version)
    left join proven p on seen is not null and p.player_id = h.player_id and p.currency = h.currency
    where v.version > coalesce(p.last, 0)
  ) s
  group by s.player_id, s.currency
$$;

-- Whose accounts a proof in part compares: whoever moved, so many others in turn, and whoever did not hold before.
create or replace function proof_scope(seen pg_snapshot, from_player uuid, to_player uuid) returns uuid[] language sql stable as $$
  select array(
    select player_id from entries_since(seen) where not house
    union
    select player_id from holds_since(seen)
    union
    select player_id from accounts where player_id > from_player and player_id <= to_player
    union
    select player_id from proven where player_id > from_player and player_id <= to_player
    union
    select split_part(offender, ' ', 1)::uuid from mismatches where name in ('balances equal their entries', 'versions are gapless', 'holds have owners')
  )
$$;

-- Answers each invariant with what does not hold and by how much. Null scope: everybody, from the first entry.
create or replace function prove_books(scope uuid[]) returns table (name text, checked bigint, wrong jsonb) language plpgsql
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  whole boolean := scope is null;
  mark pg_snapshot := (select m.snapshot from marks m where m.reader = 'proof');
  seen pg_snapshot := case when not whole then mark end;
  folded pg_snapshot := (select m.snapshot from marks m where m.reader = 'fold');
  listed text[] := array(select m.offender from mismatches m where m.name = 'transfers sum to zero' and seen is not null);
  listed_xids bigint[] := array(select distinct x from mismatches m cross join lateral unnest(m.xids) x where m.name = 'transfers sum to zero' and seen is not null);
  n bigint;
  bad jsonb;
begin
  with legs as (
    select transfer_id, currency, amount_minor, xid from entries_since(seen)
    union all
    select transfer_id, currency, amount_minor, xid from entries
    where cardinality(listed) > 0 and xid = any (listed_xids) and transfer_id::text = any (listed) and pg_visible_in_snapshot(xid::text::xid8, seen)
  ),
  sums as (
    select transfer_id, currency, count(*) as legs, sum(amount_minor) as total, min(xid) as first_xid, max(xid) as last_xid from legs group by transfer_id, currency
  )
  select coalesce(sum(legs), 0), jsonb_agg(jsonb_build_object('offender', transfer_id, 'found', total || ' ' || currency, 'xids', jsonb_build_array(first_xid, last_xid)))
      filter (where total <> 0)
    into n, bad from sums;
  return query select 'transfers sum to zero', n, bad;

  with known as (select * from proven where not whole and player_id = any (scope)),
  standing as (select * from accounts where whole or player_id = any (scope)),
  compared as (
    select player_id, currency,
      coalesce(a.cash_minor, 0) - coalesce(k.cash_minor, 0) - coalesce(m.cash, 0) as cash,
      coalesce(a.bonus_minor, 0) - coalesce(k.bonus_minor, 0) - coalesce(m.bonus, 0) as bonus,
      coalesce(a.receivable_minor, 0) - coalesce(k.receivable_minor, 0) - coalesce(m.receivable, 0) as receivable
    from known k full join moved_since(seen) m using (player_id, currency) full join standing a using (player_id, currency)
  )
  select count(*), jsonb_agg(jsonb_build_object('offender', player_id || ' ' || currency, 'found', concat_ws(' ', cash, bonus, receivable)))
      filter (where (cash, bonus, receivable) <> (0, 0, 0))
    into n, bad from compared;
  return query select 'balances equal their entries', n, bad;

  with known as (select * from proven where not whole and player_id = any (scope)),
  standing as (select * from accounts where whole or player_id = any (scope)),
  compared as (
    select player_id, currency, coalesce(a.version, 0) - coalesce(k.version, 0) - coalesce(s.steps, 0) as missing,
      coalesce(a.version, 0) - coalesce(s.last, k.last, 0) as behind
    from known k full join steps_since(seen) s using (player_id, currency) full join standing a using (player_id, currency)
  )
  select count(*), jsonb_agg(jsonb_build_object('offender', player_id || ' ' || currency, 'found', missing || ' ' || behind)) filter (where missing <> 0 or behind <> 0)
    into n, bad from compared;
  return query select 'versions are gapless', n, bad;

  with open_holds as (
    select h.player_id, h.currency, sum(h.amount_minor) as held,
      bool_and(coalesce(p.type = 'withdrawal' and p.status = 'pending' and (p.player_id, p.currency, p.amount_minor) = (h.player_id, h.currency, h.amount_minor), false)) as owned
    from holds h left join payments p on p.id = h.id
    where h.status = 'held' and (whole or h.player_id = any (scope)) group by h.player_id, h.currency
  ),
  standing as (select * from accounts where held_minor <> 0 and (whole or player_id = any (scope)))
  select count(*), jsonb_agg(jsonb_build_object('offender', player_id || ' ' || currency, 'found', coalesce(a.held_minor, 0) - coalesce(o.held, 0) || case when o.owned then '' else ' not owned' end))
      filter (where coalesce(o.held, 0) <> coalesce(a.held_minor, 0) or not o.owned)
    into n, bad from standing a full join open_holds o using (player_id, currency);
  return query select 'holds have owners', n, bad;

  with sides as (
    select book, currency, amount_minor from proven_books where seen is not null
    union all
    select book, currency, amount_minor from entries_since(seen) where not house
    union all
    select book, currency, balance_minor from house_accounts
    union all
    select book, currency, amount_minor from entries_since(folded) where house
  ),
  books as (select book, currency, sum(amount_minor) as total from sides group by book, currency)
  select count(*), jsonb_agg(jsonb_build_object('offender', book || ' ' || currency, 'found', total::text)) filter (where total <> 0) into n, bad from books;
  return query select 'every book sums to zero', n, bad;

  if whole then
    return query select * from prove_house(folded) union all select * from prove_records() union all select * from prove_beginnings()
      union all select * from prove_carried(mark)
      union all select * from prove_closed();
  end if;
end $$;

-- What follows is of whole proofs alone. They read everything, so that joining whole is right however little the server knows of how large the books have become.

-- The house's side, account by account: what was folded and what waits to be comes to the entries, and so do the figures by the minute for what was folded.
create or replace function prove_house(folded pg_snapshot) returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'house accounts equal their entries', count(*),
    jsonb_agg(jsonb_build_object('offender', concat_ws(' ', book, account, currency), 'found', (has - should)::text)) filter (where has <> should)
  from (
    select book, account, currency, sum(has) as has, sum(should) as should
    from (
      select book, account, currency, balance_minor as has, 0 as should from house_accounts
      union all
      select book, account, currency, amount_minor, 0 from entries_since(folded) where house
      union all
      select book, account, currency, 0, amount_minor from entries where house
    ) sides group by book, account, currency
  ) accounts
  union all
  select 'figures equal their entries', count(*),
    jsonb_agg(jsonb_build_object('offender', concat_ws(' ', to_char(minute at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), book, account, currency, kind), 'found', (has - should)::text))
      filter (where has <> should)
  from (
    select minute, book, account, currency, kind, sum(has) as has, sum(should) as should
    from (
      select minute, book, account, currency, kind, amount_minor as has, 0 as should from house_minutes
      union all
      select date_trunc('minute', t.created_at), e.book, e.account, e.currency, t.kind, 0, e.amount_minor
      from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
      where e.house and pg_visible_in_snapshot(e.xid::text::xid8, folded)
    ) sides group by minute, book, account, currency, kind
  ) figures
$$;

-- What bets have come to, counted by the minute or left to be: their stakes say the same, as far as those from before anybody counted are taken.
create or replace function prove_closed() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  with reached as (
    select case when exists (select from marks m where m.reader = 'closed') then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
      else (select m.walked_to from marks m where m.reader = 'closing') end as bet_id
  )
  select 'figures equal their bets', coalesce(sum(bets), 0)::bigint,
    jsonb_agg(jsonb_build_object('offender', currency, 'found', concat_ws(' ', wagered, paid, free))) filter (where (wagered, paid, free) <> (0, 0, 0))
  from (
    select currency, sum(bets) as bets, sum(wagered) as wagered, sum(paid) as paid, sum(free) as free
    from (
      select currency, 0 as bets, sum(wagered_minor) as wagered, sum(paid_minor) as paid, sum(free_minor) as free from closed_minutes group by currency
      union all
      select currency, 0, wagered_minor, paid_minor, free_minor from closings
      where bet_id <= (select r.bet_id from reached r) or bet_id is null and exists (select from marks m where m.reader = 'closed')
      union all
      select s.currency, count(*), -sum(b.wagered), -sum(b.paid), -coalesce(sum(b.wagered) filter (where s.claim_id is not null), 0)
      from stakes s join players p on p.player_id = s.player_id cross join lateral counted_bet(s.outcome, s.amount_minor, s.paid_minor) b
      where p.book = 'real' and s.status = 'taken' and s.bet_id <= (select r.bet_id from reached r) group by s.currency
    ) sides group by currency
  ) bets
$$;

-- Transfers that are about nothing but their player: the first money is given once, a change of the play currency moves just that, at the same number, out of
-- one currency and into another until all of it lies in the one in force, only an account that was closed has given its bonus or a rest back, and who won in a
-- test won play money.
create or replace function prove_beginnings() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'players begin once', count(*), jsonb_agg(jsonb_build_object('offender', player_id, 'found', concat_ws(' ', gifts, given)))
      filter (where gifts > 1 or given <= 0 or opened_at is null or strange)
  from (
    select t.player_id, count(*) as gifts, sum(t.amount_minor) as given, min(p.opened_at) as opened_at,
      bool_or(t.reference <> t.player_id or t.kind is distinct from case p.book when 'real' then 'welcome' when 'play' then 'opening' end) as strange
    from transfers t left join players p on p.player_id = t.player_id where t.kind in ('welcome', 'opening') group by t.player_id
  ) first
  union all
  select 'play currencies change at par', count(*),
    jsonb_agg(jsonb_build_object('offender', player_id, 'found', concat_ws(' ', moved, steps, astray))) filter (where moved <> 0 or steps <> 0 or astray <> 0 or strange)
  from (
    select c.player_id, sum(c.moved) as moved, sum(c.steps) as steps, bool_or(c.strange) as strange,
      coalesce(sum(abs(c.moved + coalesce(g.amount_minor, 0))) filter (where c.currency is distinct from p.currency), 0) as astray
    from (
      select t.player_id, t.currency, sum(t.amount_minor) as moved, sum(sign(t.amount_minor)) as steps,
        bool_or(t.reference <> t.player_id or abs(t.amount_minor) is distinct from (
          select sum(f.amount_minor) from transfers f where f.player_id = t.player_id and f.kind in ('welcome', 'opening'))) as strange
      from transfers t where t.kind = 'currency' group by t.player_id, t.currency
    ) c
    left join players p on p.player_id = c.player_id
    left join lateral (
      select sum(t.amount_minor) as amount_minor from transfers t where t.player_id = c.player_id and t.currency = c.currency and t.kind in ('welcome', 'opening')
    ) g on true
    group by c.player_id
  ) changed
  union all
  select 'only closed accounts give back', count(*), jsonb_agg(jsonb_build_object('offender', t.id, 'found', t.amount_minor::text))
      filter (where p.was_closed is not true or t.amount_minor >= 0 or t.reference <> t.player_id
        -- A rest was worth nothing by some rate there was.
        or t.kind = 'rest' and coalesce(at_rate(-t.amount_minor, least_rate.rate, t.currency, p.currency), 1) > 0)
  from transfers t
  left join players p on p.player_id = t.player_id
  left join (select c.from_currency, c.to_currency, min(c.rate) as rate from rate_changes c group by c.from_currency, c.to_currency) least_rate
    on least_rate.from_currency = t.currency and least_rate.to_currency = p.currency
  where t.kind in ('forfeit', 'rest')
  union all
  select 'test wins are play money', count(*), jsonb_agg(jsonb_build_object('offender', t.id, 'found', t.amount_minor::text))
      filter (where p.book is distinct from 'play' or t.amount_minor <= 0 or t.reference <> t.player_id or played.amount_minor is distinct from -t.amount_minor)
  from transfers t
  left join players p on p.player_id = t.player_id
  left join (
    select e.transfer_id, sum(e.amount_minor) as amount_minor from entries e where e.house and e.account = 'play_money' and e.book = 'play' group by e.transfer_id
  ) played on played.transfer_id = t.id
  where t.kind = 'test_win'
$$;

-- What only a whole proof looks at: the order of entries, and that what is kept of stakes, payments, adjustments and conversions equals their transfers.
create or replace function prove_records() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'entries carry the balance after them', count(*),
    jsonb_agg(jsonb_build_object('offender', transfer_id, 'found', (balance_after_minor - before - amount_minor)::text)) filter (where balance_after_minor <> before + amount_minor)
  from (
    select transfer_id, amount_minor, balance_after_minor,
      coalesce(lag(balance_after_minor) over (partition by player_id, currency, account order by version), 0) as before
    from entries where not house
  ) chain
  union all
  select 'stakes equal their transfers', count(*), jsonb_agg(jsonb_build_object('offender', bet_id, 'found', (has - should)::text)) filter (where has <> should)
  from (
    select bet_id, coalesce(m.total, 0) as has, case when s.status = 'taken' then s.paid_minor - s.amount_minor else 0 end as should
    from stakes s full join (
      select t.reference as bet_id, sum(-e.amount_minor) as total
      from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
      where e.house and e.account = 'sports' and t.kind in ('stake', 'win', 'refund', 'correction') group by t.reference
    ) m using (bet_id)
  ) bets
  union all
  select 'payments equal their transfers', count(*), jsonb_agg(jsonb_build_object('offender', id, 'found', has - should || ' ' || times - wanted)) filter (where (has, times) <> (should, wanted))
  from (
    select id, coalesce(m.total, 0) as has, coalesce(m.times, 0) as times,
      case when p.status <> 'approved' or p.status is null then 0 when p.type = 'deposit' then p.amount_minor - p.fee_minor else -p.amount_minor end as should,
      case when p.status = 'approved' then 1 when p.type = 'withdrawal' and p.status = 'failed' then 2 else 0 end as wanted
    from payments p full join (
      select reference as id, sum(amount_minor)::bigint as total, count(*) as times from transfers where kind in ('deposit', 'withdrawal', 'returned') group by reference
    ) m using (id)
  ) paid
  union all
  select 'adjustments equal their transfers', count(*), jsonb_agg(jsonb_build_object('offender', id, 'found', has - should || ' ' || times - wanted)) filter (where (has, times) <> (should, wanted))
  from (
    select id, coalesce(m.total, 0) as has, coalesce(m.times, 0) as times, case when a.status = 'approved' and a.free_bet_until is null then a.amount_minor else 0 end as should,
      case when a.status = 'approved' and a.free_bet_until is null then 1 else 0 end as wanted
    from adjustments a full join (
      select reference as id, sum(amount_minor)::bigint as total, count(*) as times from transfers where kind = 'adjustment' group by reference
    ) m using (id)
  ) adjusted
  union all
  -- What is left of a free bet agrees with the stakes that stand on it, and bonus expense has paid for each of those, once.
  select 'grants equal their stakes', count(*), jsonb_agg(jsonb_build_object('offender', claim_id, 'found', concat_ws(' ', g.remaining_minor, s.standing, s.strange, s.unpaid)))
      filter (where g.claim_id is null or (g.remaining_minor = 0) <> (g.forfeited_at is not null or coalesce(s.standing, 0) > 0) or s.strange > 0 or s.unpaid <> 0)
  from (select * from grants where kind = 'free_bet') g full join (
    select s.claim_id, count(*) filter (where s.outcome <> 'returned') as standing,
      count(*) filter (where (s.player_id, s.currency, s.amount_minor) is distinct from (o.player_id, o.currency, o.amount_minor)) as strange,
      sum(coalesce(p.spent, 0) - case when s.outcome = 'returned' then 0 else s.amount_minor end) as unpaid
    from stakes s left join grants o on o.claim_id = s.claim_id left join (
      select t.reference as bet_id, sum(-e.amount_minor) as spent
      from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
      where e.house and e.account = 'bonus_expense' and t.kind in ('stake', 'win', 'refund', 'correction') group by t.reference
    ) p on p.bet_id = s.bet_id
    where s.claim_id is not null and s.status = 'taken' group by s.claim_id
  ) s using (claim_id)
  union all
  select 'conversions equal their transfers', count(*), jsonb_agg(jsonb_build_object('offender', id, 'found', concat_ws(' ', m.times, m.gone, m.come)))
      filter (where q.player_id is null or (m.times, -m.gone, m.come) is distinct from (2::bigint, q.amount_minor::numeric, q.receive_minor::numeric))
  from (select * from quotes where used_at is not null) q full join (
    select t.reference as id, count(*) as times, sum(t.amount_minor) filter (where t.currency = q.from_currency) as gone,
      sum(t.amount_minor) filter (where t.currency = q.to_currency) as come
    from transfers t left join quotes q on q.id = t.reference and q.player_id = t.player_id where t.kind = 'conversion' group by t.reference
  ) m using (id)
$$;

-- What the proofs in part carried up to their mark, against the entries up to there.
create or replace function prove_carried(mark pg_snapshot) returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'proofs carry the right sums', count(*), jsonb_agg(jsonb_build_object('offender', player_id || ' ' || currency, 'found', concat_ws(' ', cash, bonus, receivable)))
      filter (where (cash, bonus, receivable) <> (0, 0, 0))
  from (
    select player_id, currency, coalesce(p.cash_minor, 0) - coalesce(e.cash, 0) as cash, coalesce(p.bonus_minor, 0) - coalesce(e.bonus, 0) as bonus,
      coalesce(p.receivable_minor, 0) - coalesce(e.receivable, 0) as receivable
    from proven p full join (
      select player_id, currency,
        sum(amount_minor) filter (where account = 'cash') as cash,
        sum(amount_minor) filter (where account = 'bonus') as bonus,
        sum(amount_minor) filter (where account = 'receivable') as receivable
      from entries where not house and mark is not null and pg_visible_in_snapshot(xid::text::xid8, mark) group by player_id, currency
    ) e using (player_id, currency)
  ) carried
$$;

create or replace function found_in(run jsonb) returns table (name text, offender text, found text, xids bigint[]) language sql immutable as $$
  select r.name, w.offender, w.found, coalesce(w.xids, '{}')
  from jsonb_to_recordset(run) as r (name text, wrong jsonb)
  cross join lateral jsonb_to_recordset(case when jsonb_typeof(r.wrong) = 'array' then r.wrong else '[]' end) as w (offender text, found text, xids bigint[])
$$;

-- Keeps what a proof found: the list of what does not hold, the result, and the stop where an unbalanced transfer or a balance unlike its entries is new.
-- What is no longer found leaves the list. A whole proof leaves to the next one in part what that looks at again, and the stop too: its snapshot is old by
-- the time it is through, and what it lists is compared once more as it stands now.
-- What was found may be as many as there are players, and the server cannot know how many a list in jsonb holds: each statement takes it apart once and joins it whole.
create or replace function keep_proof(at timestamptz, of_whole boolean, run jsonb) returns void language plpgsql set enable_nestloop = off as $$
declare
  in_part text[] := '{"transfers sum to zero","balances equal their entries","versions are gapless","holds have owners","every book sums to zero"}';
  broken text;
begin
  insert into mismatches as m (name, offender, found, found_at)
  select f.name, f.offender, string_agg(f.found, ', ' order by f.found), at from found_in(run) f group by f.name, f.offender
  on conflict (name, offender) do update set found = excluded.found where m.found <> excluded.found;
  with x as materialized (
    select f.name, f.offender, unnest(f.xids) as xid from found_in(run) f
    union all
    select l.name, l.offender, unnest(l.xids) from mismatches l
  )
  update mismatches m set xids = k.xids
  from (select x.name, x.offender, array_agg(distinct x.xid order by x.xid) as xids from x group by x.name, x.offender) k
  where k.name = m.name and k.offender = m.offender and k.xids <> m.xids;
  with f as materialized (select name, offender from found_in(run))
  delete from mismatches m
  where (m.name = any (in_part)) <> of_whole and not exists (select from f where f.name = m.name and f.offender = m.offender);

  insert into proofs (ran_at, whole, holds, invariants)
  select at, of_whole, bool_and(i.offenders = '{}'),
    jsonb_agg(jsonb_build_object('name', i.name, 'holds', i.offenders = '{}', 'checked', i.checked, 'offenders', i.offenders) order by i.place)
  from (
    select n.name, n.checked, n.place, first_ten(array(select m.offender from mismatches m where m.name = n.name)) as offenders
    from (
      select r ->> 'name' as name, (r ->> 'checked')::bigint as checked, place from jsonb_array_elements(run) with ordinality as x (r, place)
      union all
      select m.name, count(*), 100 from mismatches m where m.name <> all (array(select r ->> 'name' from jsonb_array_elements(run) r)) group by m.name
    ) n
  ) i;

  select min(b.why) into broken
  from (
    select m.name || ': ' || array_to_string(first_ten(array_agg(m.offender)), ', ') as why
    from mismatches m where m.name in ('transfers sum to zero', 'balances equal their entries') and m.accepted is distinct from m.found group by m.name
  ) b;
  if broken is not null and not of_whole then
    update stop set reason = broken, since = at where reason is null;
  end if;
end $$;

-- A proof in part: proves what happened since the last one, carries its sums on and keeps what it found. So many accounts beside those that moved are compared in turn.
create or replace function prove_since(at timestamptz, in_turn int) returns void language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  mark marks := (select m from marks m where m.reader = 'proof');
  from_player uuid := coalesce(mark.walked_to, '00000000-0000-0000-0000-000000000000');
  to_player uuid := coalesce((select a.player_id from accounts a where a.player_id > from_player order by a.player_id offset in_turn - 1 limit 1), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  run jsonb;
begin
  select jsonb_agg(jsonb_build_object('name', p.name, 'checked', p.checked, 'wrong', p.wrong)) into run
  from prove_books(proof_scope(mark.snapshot, from_player, to_player)) p;

  insert into proven as p (player_id, currency, cash_minor, bonus_minor, receivable_minor, version, last)
  select player_id, currency, coalesce(m.cash, 0), coalesce(m.bonus, 0), coalesce(m.receivable, 0), coalesce(s.steps, 0), coalesce(s.last, 0)
  from moved_since(mark.snapshot) m full join steps_since(mark.snapshot) s using (player_id, currency)
  on conflict (player_id, currency) do update set cash_minor = p.cash_minor + excluded.cash_minor, bonus_minor = p.bonus_minor + excluded.bonus_minor,
    receivable_minor = p.receivable_minor + excluded.receivable_minor, version = p.version + excluded.version, last = greatest(p.last, excluded.last);
  insert into proven_books as b (book, currency, amount_minor)
  select e.book, e.currency, sum(e.amount_minor) from entries_since(mark.snapshot) e where not e.house group by e.book, e.currency
  on conflict (book, currency) do update set amount_minor = b.amount_minor + excluded.amount_minor;
  insert into marks as m (reader, snapshot, walked_to)
  values ('proof', pg_current_snapshot(), nullif(to_player, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  on conflict (reader) do update set snapshot = excluded.snapshot, walked_to = excluded.walked_to, at = clock_timestamp();

  perform keep_proof(at, false, run);
end $$;

-- The next proof in part begins from the first entry.
create or replace function forget_proven() returns void language sql as $$
  delete from marks where reader = 'proof';
  delete from proven;
  delete from proven_books
$$;

-- Puts the books in order in a database that a dump was restored to, where transactions are counted anew. The house's legs that were not folded are still
-- known by the old marks; then all that was written counts as seen by every reader but the proof, which begins from the first entry.
create or replace function restored() returns void language plpgsql as $$
begin
  perform fold_house();
  alter table entries disable trigger append_only;
  -- The legs of listed transfers keep a number of their own, by which the next proofs find them again.
  update entries set xid = case when transfer_id::text in (select offender from mismatches where name = 'transfers sum to zero') then 4 else 3 end;
  alter table entries enable trigger append_only;
  update mismatches set xids = '{4}' where name = 'transfers sum to zero';
  alter table holds disable trigger touched;
  update holds set xid = 3;
  alter table holds enable trigger touched;
  perform forget_proven();
  -- The next whole proof is due at once.
  update proofs set whole = false where whole;
end $$;
