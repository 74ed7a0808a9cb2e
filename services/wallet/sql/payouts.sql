-- Payouts of bets: a batch is decided, recorded and posted in one call, under the locks of its players. Also the results of bets for the figures.

-- Pays a batch of bets: each gets the difference between the amount due and the amount paid before, up or down, split in the proportion of its stake.
-- A payout is never refused. One that contradicts the ledger gets a code and moves nothing. An item without a row lost a race and must be repeated.
-- `closed` is the part of each stake that was cashed out so far; null keeps the known amount.
create or replace function post_payouts(
  at timestamptz, bet_ids uuid[], player_ids uuid[], currencies text[], versions bigint[], dues bigint[], outcomes text[], closed bigint[] default null
) returns table (place bigint, code text) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  locked bigint := lock_players(player_ids);
  decided payout_decision[];
  tombstones uuid[];
begin
  decided := decide_payouts(bet_ids, player_ids, currencies, versions, dues, outcomes, coalesce(closed, array_fill(null::bigint, array[cardinality(bet_ids)])));
  tombstones := record_tombstones(at, decided);
  perform settle_stakes(decided);
  if exists (select from unnest(decided) d where d.bonus_claim_id is not null and d.bonus_minor < 0) then
    decided := restore_bonus_parts(at, decided);
  end if;
  perform post_transfers(at, payout_movements(decided));
  if outcomes && '{sold,sold_in_part}' then
    perform mark_cash_outs(decided);
  end if;
  perform count_outcomes(at, decided);
  perform return_free_bets(at, decided);
  return query
  select d.place, d.code from unnest(decided) d where d.code <> 'tombstone' or d.bet_id = any (tombstones);
end $$;

-- Maps a payout's outcome to that of its stake. The outcomes are `returned`, `settled`, `open` (a result was taken back), `sold` and `sold_in_part`.
-- A bet that was cashed out whole is settled; one that was cashed out in part is still open.
create or replace function stake_outcome(outcome text) returns text language sql immutable as $$
  select case outcome when 'sold' then 'settled' when 'sold_in_part' then 'open' else outcome end
$$;

-- The kind of transfer that posts an outcome; null if nothing moves. A cash-out is a `win` that is also listed in `cash_outs`.
create or replace function payout_kind(outcome text, difference bigint, own_difference bigint) returns text language sql immutable as $$
  select case
    when difference = 0 and own_difference = 0 then null
    when least(difference, own_difference) < 0 then 'correction'
    when outcome = 'returned' then 'refund'
    else 'win'
  end
$$;

-- The player's part of a payout: a returned free bet goes back to bonus expense.
create or replace function own_part(outcome text, paid bigint, claim uuid) returns bigint language sql immutable as $$
  select case when claim is not null and outcome = 'returned' then 0 else paid end
$$;

-- Decides each payout of a batch and how its amount is split. Writes nothing. The players are locked.
create or replace function decide_payouts(
  bet_ids uuid[], player_ids uuid[], currencies text[], versions bigint[], dues bigint[], outcomes text[], closed bigint[]
) returns payout_decision[] language plpgsql as $$
#variable_conflict use_column
begin
  return array(
    with dues as (
      select i.*, stake_outcome(i.outcome) as becomes, row_number() over (partition by i.player_id order by i.place) as turn
      from unnest(bet_ids, player_ids, currencies, versions, dues, outcomes, closed)
        with ordinality as i (bet_id, player_id, currency, version, due, outcome, closed, place)
    ),
    compared as materialized (
      select a.*, s.claim_id, s.bonus_claim_id, s.amount_minor as stake, s.outcome as was, s.paid_minor as paid,
        s.closed_minor as was_closed, least(coalesce(a.closed, s.closed_minor), s.amount_minor) as now_closed, a.due - s.paid_minor as difference, own_part(a.becomes, a.due, s.claim_id) - own_part(s.outcome, s.paid_minor, s.claim_id) as own,
        bonus_share(a.due, s.amount_minor, s.bonus_minor) - bonus_share(s.paid_minor, s.amount_minor, s.bonus_minor) as bonus_part,
        case
          when a.turn > 1 then 'again'
          when s.bet_id is null then case when a.becomes = 'returned' then 'tombstone' else 'not_taken' end
          when (s.player_id, s.currency) <> (a.player_id, a.currency) then 'other_player'
          when s.status <> 'taken' then case when a.becomes = 'returned' then 'ignored' else 'not_taken' end
          when a.due > greatest(s.max_payout_minor, s.amount_minor) then 'too_large'
          when s.claim_id is not null and a.becomes = 'returned' and a.due <> s.amount_minor then 'not_whole'
          when a.version <= s.version then 'ignored'
          else 'posted'
        end as code
      from dues a left join stakes s on s.bet_id = a.bet_id
    )
    select row(c.place, c.code, c.bet_id, c.player_id, c.currency, acc.book, c.version, c.claim_id, c.stake, c.was, c.paid, c.becomes, c.due,
      uuidv7(), payout_kind(c.becomes, c.difference, c.own), c.outcome in ('sold', 'sold_in_part'), c.difference, c.own, m.cash, m.bonus, m.receivable,
      c.was_closed, c.now_closed, c.bonus_claim_id
    )::payout_decision
    from compared c
    left join accounts acc on acc.player_id = c.player_id and acc.currency = c.currency
    left join grants g on g.claim_id = c.bonus_claim_id
    left join lateral split_difference(c.own, c.bonus_part, acc.cash_minor - acc.held_minor, bonus_found(g), -acc.receivable_minor) m on true
  );
end $$;

-- A bet that ended before its stake arrived leaves a tombstone, which refuses the stake for good. Returns the bets that no other call has recorded meanwhile.
create or replace function record_tombstones(at timestamptz, decided payout_decision[]) returns uuid[] language plpgsql as $$
declare
  recorded uuid[];
begin
  with made as (
    insert into stakes (bet_id, player_id, currency, amount_minor, max_payout_minor, status, outcome, version, created_at)
    select d.bet_id, d.player_id, d.currency, d.paid_minor, d.paid_minor, 'tombstone', 'returned', d.version, at
    from unnest(decided) d where d.code = 'tombstone'
    on conflict do nothing
    returning bet_id
  )
  select array_agg(m.bet_id) into recorded from made m;
  return coalesce(recorded, '{}');
end $$;

create or replace function settle_stakes(decided payout_decision[]) returns void language plpgsql as $$
begin
  update stakes s set version = d.version, paid_minor = d.paid_minor, outcome = d.outcome, closed_minor = d.closed_minor
  from unnest(decided) d where d.code = 'posted' and s.bet_id = d.bet_id;
end $$;

-- A bet's share of its player's figures: its stake, its payout, and the open part of the stake. The stake of a free bet is not the player's, so it is zero.
-- A returned bet counts only for the part that was cashed out before. If that part is unknown, the loss or gain on it counts.
create or replace function counted_play(outcome text, stake bigint, paid bigint, closed bigint, claim uuid)
returns table (wagered bigint, won bigint, open bigint) language sql immutable as $$
  select case when claim is not null then 0 when outcome = 'returned' then greatest(closed, stake - paid, 0) else stake end,
    case when outcome <> 'returned' then paid when claim is null then paid - stake + greatest(closed, stake - paid, 0) else 0 end,
    case when claim is null and outcome = 'open' then stake - closed else 0 end
$$;

-- The movements of payouts. A returned free bet moves from sports to bonus expense, without the player's accounts.
create or replace function payout_movements(decided payout_decision[]) returns movement[] language plpgsql as $$
begin
  return array(
    select draft_movement(d.player_id, d.currency, d.kind, d.bet_id, '{bonus_expense,sports}', array[d.difference_minor - d.own_minor, -d.difference_minor],
      cash => d.cash_minor, bonus => d.bonus_minor, receivable => d.receivable_minor,
      open_stakes => (d.outcome = 'open')::int - (d.old_outcome = 'open')::int, wagered => n.wagered - o.wagered, won => n.won - o.won,
      open_stake => n.open - o.open, lost => -d.own_minor, transfer_id => d.transfer_id, claim => d.bonus_claim_id)
    from unnest(decided) d
    cross join lateral counted_play(d.outcome, d.stake_minor, d.paid_minor, d.closed_minor, d.claim_id) n
    cross join lateral counted_play(d.old_outcome, d.stake_minor, d.old_paid_minor, d.old_closed_minor, d.claim_id) o
    where d.code = 'posted'
  );
end $$;

-- Restores the forfeited bonus part of payouts that are taken back. Their transfers must come after that, so they get new ids.
create or replace function restore_bonus_parts(at timestamptz, decided payout_decision[]) returns payout_decision[] language plpgsql as $$
begin
  for i in 1 .. cardinality(decided) loop
    if decided[i].code = 'posted' and decided[i].bonus_claim_id is not null and decided[i].bonus_minor < 0 then
      perform restore_forfeited(at, decided[i].bonus_claim_id, -decided[i].bonus_minor);
      decided[i].transfer_id := uuidv7();
    end if;
  end loop;
  return decided;
end $$;

create or replace function mark_cash_outs(decided payout_decision[]) returns void language plpgsql as $$
begin
  insert into cash_outs (player_id, transfer_id)
  select d.player_id, d.transfer_id from unnest(decided) d where d.code = 'posted' and d.is_sale and d.kind = 'win';
end $$;

-- Adds the changes of the results of real-money bets to `closings`, from which a job counts them.
create or replace function count_outcomes(at timestamptz, decided payout_decision[]) returns void language plpgsql as $$
begin
  insert into closings (at, bet_id, currency, wagered_minor, paid_minor, free_minor)
  select at, d.bet_id, d.currency, n.wagered - o.wagered, n.paid - o.paid, case when d.claim_id is null then 0 else n.wagered - o.wagered end
  from unnest(decided) d
  cross join lateral counted_bet(d.outcome, d.stake_minor, d.paid_minor) n
  cross join lateral counted_bet(d.old_outcome, d.stake_minor, d.old_paid_minor) o
  where d.code = 'posted' and d.book = 'real' and (n.wagered, n.paid) <> (o.wagered, o.paid);
end $$;

-- Returns a free bet if no other bet uses it. After a void was corrected, two bets may use the same free bet, so it returns with the last of them.
create or replace function return_free_bets(at timestamptz, decided payout_decision[]) returns void language plpgsql as $$
begin
  with returned as (
    update grants g set remaining_minor = case
        when d.outcome = 'returned' and g.forfeited_at is null and not exists (
          select from stakes o where o.claim_id = g.claim_id and o.bet_id <> d.bet_id and o.status = 'taken' and o.outcome <> 'returned') then g.amount_minor
        else 0
      end
    from unnest(decided) d
    where d.code = 'posted' and g.claim_id = d.claim_id
    returning g.claim_id, g.remaining_minor, g.expires_at, d.bet_id, d.player_id, d.currency, d.version
  )
  insert into outbox (type, subject, version, data)
  select 'evt.wallet.FreeBetReturned.v1', r.bet_id, r.version,
    jsonb_build_object('claimId', r.claim_id, 'playerId', r.player_id, 'betId', r.bet_id, 'currency', r.currency, 'amountMinor', r.remaining_minor)
  from returned r where r.remaining_minor > 0 and r.expires_at > at;
end $$;

-- A bet's share of operators' figures: nothing while it is open, even if cashed out in part; its stake and payout once it is settled.
-- If it was returned, the loss or gain of an earlier partial cash-out counts. Returns a table, because only such a function is inlined.
create or replace function counted_bet(outcome text, amount bigint, paid_so_far bigint) returns table (wagered bigint, paid bigint) language sql immutable as $$
  select case outcome when 'settled' then amount when 'returned' then greatest(amount - paid_so_far, 0) else 0 end,
    case outcome when 'settled' then paid_so_far when 'returned' then greatest(paid_so_far - amount, 0) else 0 end
$$;

-- Adds new results of bets (`closings`) to the figures by the minute. False if stakes from before `closings` existed are left to count. Those are counted in the order of
-- their bets, `most` per call, at the minute of the last payment or, without one, of the placement. A `closings` row of a bet that the mark has not passed waits; when the mark
-- passes, it is part of the stake's result. Reads first and writes last, under the lock of add_house_legs.
create or replace function count_closed(most int) returns boolean language plpgsql as $$
declare
  was_done boolean;
  is_done boolean;
  from_bet uuid;
begin
  perform pg_advisory_xact_lock(hashtext('wallet fold'));
  was_done := exists (select from marks m where m.reader = 'closed');
  is_done := was_done;
  from_bet := coalesce((select m.walked_to from marks m where m.reader = 'closing'), '00000000-0000-0000-0000-000000000000');
  if not is_done then
    is_done := count_stakes(from_bet, most);
  end if;
  with counted as (delete from closings k where was_done or k.bet_id <= from_bet returning *)
  insert into closed_minutes as c (minute, currency, wagered_minor, paid_minor, free_minor)
  select date_trunc('minute', k.at), k.currency, sum(k.wagered_minor), sum(k.paid_minor), sum(k.free_minor) from counted k group by 1, 2
  on conflict (minute, currency) do update set wagered_minor = c.wagered_minor + excluded.wagered_minor, paid_minor = c.paid_minor + excluded.paid_minor,
    free_minor = c.free_minor + excluded.free_minor;
  return is_done;
end $$;

-- Counts the next `most` stakes after a bet for `count_closed`; true if they were the last.
create or replace function count_stakes(from_bet uuid, most int) returns boolean language plpgsql set enable_seqscan = off as $$
declare
  to_bet uuid;
begin
  to_bet := (select s.bet_id from stakes s where s.bet_id > from_bet order by s.bet_id offset most - 1 limit 1);
  -- One statement reads one snapshot: the results of stakes, and the `closings` rows that they already include.
  with waiting as (
    -- Rows without a bet id are from earlier releases and were posted before the first of these steps.
    delete from closings k where (k.bet_id > from_bet and k.bet_id <= coalesce(to_bet, 'ffffffff-ffff-ffff-ffff-ffffffffffff')) or k.bet_id is null
  ),
  met as materialized (
    select s.bet_id, s.player_id, s.currency, s.claim_id, s.created_at, b.wagered, b.paid
    from stakes s
    join players p on p.player_id = s.player_id and p.book = 'real'
    cross join lateral counted_bet(s.outcome, s.amount_minor, s.paid_minor) b
    where s.bet_id > from_bet and s.bet_id <= coalesce(to_bet, 'ffffffff-ffff-ffff-ffff-ffffffffffff') and s.status = 'taken' and (b.wagered, b.paid) <> (0, 0)
  ),
  last_paid as materialized (
    select t.reference, t.at
    from (select distinct m.player_id from met m) p
    cross join lateral (
      select x.reference, max(x.created_at) as at from transfers x
      where x.player_id = p.player_id and x.kind in ('win', 'refund', 'correction') group by x.reference
    ) t
  )
  insert into closed_minutes as c (minute, currency, wagered_minor, paid_minor, free_minor)
  select date_trunc('minute', coalesce(t.at, m.created_at)), m.currency, sum(m.wagered), sum(m.paid), coalesce(sum(m.wagered) filter (where m.claim_id is not null), 0)
  from met m left join last_paid t on t.reference = m.bet_id
  group by 1, 2
  on conflict (minute, currency) do update set wagered_minor = c.wagered_minor + excluded.wagered_minor, paid_minor = c.paid_minor + excluded.paid_minor,
    free_minor = c.free_minor + excluded.free_minor;
  if to_bet is null then
    delete from marks where reader = 'closing';
    insert into marks (reader, snapshot) values ('closed', pg_current_snapshot());
  else
    insert into marks (reader, snapshot, walked_to) values ('closing', pg_current_snapshot(), to_bet)
    on conflict (reader) do update set snapshot = excluded.snapshot, walked_to = excluded.walked_to, at = clock_timestamp();
  end if;
  return to_bet is null;
end $$;
