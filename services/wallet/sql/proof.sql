-- The proof that money is conserved, over one snapshot: the caller's transaction must be repeatable read.
-- An incremental proof reads everything since the mark of the last one and adds it to the sums carried from there; a whole proof reads everything.
-- A mismatch is listed with its difference, so that the mark can move on, and is checked again each time until it is gone.

create or replace function first_ten(offenders text[]) returns text[] language sql immutable as $$
  select coalesce((select array_agg(o) from (select distinct o from unnest(offenders) as o where o is not null order by o limit 10) x), '{}')
$$;

-- The holds that changed in transactions that a reader has not seen.
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

-- Each step of an account counts one version: a transfer, and the placing or release of a hold.
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

-- The players whose accounts an incremental proof compares: those with movements, a range of others in rotation, and those with a mismatch.
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
    select split_part(offender, ' ', 1)::uuid from mismatches where name in ('balances equal their entries', 'versions are gapless', 'holds have owners', 'bonus money equals its grants')
  )
$$;

-- Each invariant that every proof checks has one function. `wrong` lists the offenders with their differences, and is null if the invariant holds.
-- `seen` is the mark from which an incremental proof continues, `scope` the players whose accounts it compares; both are null in a whole proof.

-- Transfers sum to zero: checks the entries since the mark, and those of listed transfers again.
create or replace function prove_transfers(seen pg_snapshot) returns table (name text, checked bigint, wrong jsonb) language plpgsql stable as $$
#variable_conflict use_column
declare
  listed text[] := array(select m.offender from mismatches m where m.name = 'transfers sum to zero' and seen is not null);
  listed_xids bigint[] := array(select distinct x from mismatches m cross join lateral unnest(m.xids) x where m.name = 'transfers sum to zero' and seen is not null);
begin
  return query
  with legs as (
    select transfer_id, currency, amount_minor, xid from entries_since(seen)
    union all
    select transfer_id, currency, amount_minor, xid from entries
    where cardinality(listed) > 0 and xid = any (listed_xids) and transfer_id::text = any (listed) and pg_visible_in_snapshot(xid::text::xid8, seen)
  ),
  sums as (
    select transfer_id, currency, count(*) as legs, sum(amount_minor) as total, min(xid) as first_xid, max(xid) as last_xid from legs group by transfer_id, currency
  )
  select 'transfers sum to zero', coalesce(sum(legs), 0)::bigint,
    jsonb_agg(jsonb_build_object('offender', transfer_id, 'found', total || ' ' || currency, 'xids', jsonb_build_array(first_xid, last_xid))) filter (where total <> 0)
  from sums;
end $$;

-- Each balance equals the carried sum plus the movements since.
create or replace function prove_balances(scope uuid[], seen pg_snapshot) returns table (name text, checked bigint, wrong jsonb) language plpgsql stable as $$
#variable_conflict use_column
declare
  whole boolean := scope is null;
begin
  return query
  with known as (select * from proven where not whole and player_id = any (scope)),
  current_accounts as (select * from accounts where whole or player_id = any (scope)),
  compared as (
    select player_id, currency,
      coalesce(a.cash_minor, 0) - coalesce(k.cash_minor, 0) - coalesce(m.cash, 0) as cash,
      coalesce(a.bonus_minor, 0) - coalesce(k.bonus_minor, 0) - coalesce(m.bonus, 0) as bonus,
      coalesce(a.receivable_minor, 0) - coalesce(k.receivable_minor, 0) - coalesce(m.receivable, 0) as receivable
    from known k full join moved_since(seen) m using (player_id, currency) full join current_accounts a using (player_id, currency)
  )
  select 'balances equal their entries', count(*),
    jsonb_agg(jsonb_build_object('offender', player_id || ' ' || currency, 'found', concat_ws(' ', cash, bonus, receivable))) filter (where (cash, bonus, receivable) <> (0, 0, 0))
  from compared;
end $$;

-- Each account's version equals the number of its steps, and the version of the last one.
create or replace function prove_versions(scope uuid[], seen pg_snapshot) returns table (name text, checked bigint, wrong jsonb) language plpgsql stable as $$
#variable_conflict use_column
declare
  whole boolean := scope is null;
begin
  return query
  with known as (select * from proven where not whole and player_id = any (scope)),
  current_accounts as (select * from accounts where whole or player_id = any (scope)),
  compared as (
    select player_id, currency, coalesce(a.version, 0) - coalesce(k.version, 0) - coalesce(s.steps, 0) as missing,
      coalesce(a.version, 0) - coalesce(s.last, k.last, 0) as behind
    from known k full join steps_since(seen) s using (player_id, currency) full join current_accounts a using (player_id, currency)
  )
  select 'versions are gapless', count(*),
    jsonb_agg(jsonb_build_object('offender', player_id || ' ' || currency, 'found', missing || ' ' || behind)) filter (where missing <> 0 or behind <> 0)
  from compared;
end $$;

-- The held amount of an account equals the pending withdrawals of its player.
create or replace function prove_holds(scope uuid[]) returns table (name text, checked bigint, wrong jsonb) language plpgsql stable as $$
#variable_conflict use_column
declare
  whole boolean := scope is null;
begin
  return query
  with open_holds as (
    select h.player_id, h.currency, sum(h.amount_minor) as held,
      bool_and(coalesce(p.type = 'withdrawal' and p.status = 'pending' and (p.player_id, p.currency, p.amount_minor) = (h.player_id, h.currency, h.amount_minor), false)) as owned
    from holds h left join payments p on p.id = h.id
    where h.status = 'held' and (whole or h.player_id = any (scope)) group by h.player_id, h.currency
  ),
  current_accounts as (select * from accounts where held_minor <> 0 and (whole or player_id = any (scope)))
  select 'holds have owners', count(*),
    jsonb_agg(jsonb_build_object('offender', player_id || ' ' || currency,
      'found', coalesce(a.held_minor, 0) - coalesce(o.held, 0) || case when o.owned then '' else ' not owned' end))
      filter (where coalesce(o.held, 0) <> coalesce(a.held_minor, 0) or not o.owned)
  from current_accounts a full join open_holds o using (player_id, currency);
end $$;

-- A player's bonus money equals the rest of their grants.
create or replace function prove_bonus(scope uuid[]) returns table (name text, checked bigint, wrong jsonb) language plpgsql stable as $$
#variable_conflict use_column
declare
  whole boolean := scope is null;
begin
  return query
  with left_of_grants as (
    select player_id, currency, sum(remaining_minor) as total from grants
    where kind = 'bonus' and remaining_minor > 0 and (whole or player_id = any (scope)) group by player_id, currency
  ),
  current_accounts as (select * from accounts where bonus_minor <> 0 and (whole or player_id = any (scope)))
  select 'bonus money equals its grants', count(*),
    jsonb_agg(jsonb_build_object('offender', player_id || ' ' || currency, 'found', (coalesce(a.bonus_minor, 0) - coalesce(g.total, 0))::text))
      filter (where coalesce(a.bonus_minor, 0) <> coalesce(g.total, 0))
  from current_accounts a full join left_of_grants g using (player_id, currency);
end $$;

-- Players and house together sum to zero, including the house's entries that are not added to its balances yet.
create or replace function prove_sums(seen pg_snapshot, posted pg_snapshot) returns table (name text, checked bigint, wrong jsonb) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  with sides as (
    select book, currency, amount_minor from proven_books where seen is not null
    union all
    select book, currency, amount_minor from entries_since(seen) where not house
    union all
    select book, currency, balance_minor from house_accounts
    union all
    select book, currency, amount_minor from entries_since(posted) where house
  ),
  books as (select book, currency, sum(amount_minor) as total from sides group by book, currency)
  select 'every book sums to zero', count(*),
    jsonb_agg(jsonb_build_object('offender', book || ' ' || currency, 'found', total::text)) filter (where total <> 0)
  from books;
end $$;

-- Checks all invariants. With a null scope it is a whole proof: all players, from the first entry, and the invariants that only a whole proof checks.
-- Plans are made for each call, because an incremental and a whole proof read different amounts.
create or replace function prove_books(scope uuid[]) returns table (name text, checked bigint, wrong jsonb) language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  mark pg_snapshot := (select m.snapshot from marks m where m.reader = 'proof');
  posted pg_snapshot := (select m.snapshot from marks m where m.reader = 'fold');
  seen pg_snapshot := case when scope is not null then mark end;
begin
  return query select * from prove_transfers(seen) union all select * from prove_balances(scope, seen) union all select * from prove_versions(scope, seen)
    union all select * from prove_holds(scope) union all select * from prove_bonus(scope) union all select * from prove_sums(seen, posted);
  if scope is null then
    return query select * from prove_house(posted) union all select * from prove_records() union all select * from prove_grants() union all select * from prove_bonus_grants()
      union all select * from prove_conversions() union all select * from prove_beginnings() union all select * from prove_carried(mark)
      union all select * from prove_closed() union all select * from prove_rounds() union all select * from prove_jackpots() union all select * from prove_round_figures();
  end if;
end $$;

create or replace function found_in(run jsonb) returns table (name text, offender text, found text, xids bigint[]) language sql immutable as $$
  select r.name, w.offender, w.found, coalesce(w.xids, '{}')
  from jsonb_to_recordset(run) as r (name text, wrong jsonb)
  cross join lateral jsonb_to_recordset(case when jsonb_typeof(r.wrong) = 'array' then r.wrong else '[]' end) as w (offender text, found text, xids bigint[])
$$;

-- Stores the findings of a proof: the list of mismatches, the result, and the stop if a transfer is unbalanced or a balance differs from its entries and nobody accepted that.
-- Mismatches that are gone leave the list. A whole proof neither removes mismatches that incremental proofs check nor sets the stop, because its snapshot is old when it ends;
-- the next incremental proof compares its findings with the current state.
-- There may be as many findings as players, and the planner cannot estimate the size of a jsonb list. So each statement unpacks the list once and joins it without nested loops.
create or replace function keep_proof(at timestamptz, of_whole boolean, run jsonb) returns void language plpgsql set enable_nestloop = off as $$
declare
  in_part text[] := '{"transfers sum to zero","balances equal their entries","versions are gapless","holds have owners","bonus money equals its grants","every book sums to zero"}';
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

-- An incremental proof: checks everything since the last one, carries the sums on and stores the findings. It also compares `in_turn` other accounts in rotation.
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

-- Deletes the carried sums, so that the next incremental proof begins from the first entry.
create or replace function forget_proven() returns void language sql as $$
  delete from marks where reader = 'proof';
  delete from proven;
  delete from proven_books
$$;

-- Adapts the books after a restore from a dump, because the new server counts transaction ids anew. First the house's pending entries are added, which the old marks still identify.
-- After that every reader treats all existing rows as seen, except the proof, which begins from the first entry.
create or replace function restored() returns void language plpgsql as $$
begin
  perform add_house_legs();
  alter table entries disable trigger append_only;
  -- The entries of listed transfers get an id of their own, by which the next proofs find them again.
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
