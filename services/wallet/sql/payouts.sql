-- Pays what bets are due, a batch in one round trip: the difference to what was paid before, either way, in the proportion the stake was taken in.
-- An outcome is `returned`, `settled`, or `open` where a result was taken back; `sold` and `sold_in_part` are `settled` and `open`, marked as the
-- price of a sale; what cannot be given back becomes receivable and is recovered first.
-- A payout is never refused, and a fact that cannot be true gets a code and moves nothing. An item without a row lost a race and is asked again.
create or replace function post_payouts(
  at timestamptz, bet_ids uuid[], player_ids uuid[], currencies text[], versions bigint[], dues bigint[], outcomes text[]
) returns table (place bigint, code text) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  tx bigint;
  today timestamptz := date_trunc('day', at, 'UTC');
  this_week timestamptz := date_trunc('week', at, 'UTC');
  this_month timestamptz := date_trunc('month', at, 'UTC');
begin
  perform from players p where p.player_id = any (player_ids) order by p.player_id for no key update;
  tx := pg_current_xact_id()::text::bigint;
  return query
  with decided as materialized (
    select a.*, d.diff, d.own_diff, d.bonus_diff, s.claim_id, case when s.claim_id is null then s.amount_minor else 0 end as staked, s.outcome as was, s.paid_minor as paid,
      case
        when a.turn > 1 then 'again'
        when s.bet_id is null then case when a.outcome = 'returned' then 'tombstone' else 'not_taken' end
        when (s.player_id, s.currency) <> (a.player_id, a.currency) then 'other_player'
        when s.status <> 'taken' then case when a.outcome = 'returned' then 'ignored' else 'not_taken' end
        when a.due > greatest(s.max_payout_minor, s.amount_minor) then 'too_large'
        when s.claim_id is not null and a.outcome = 'returned' and a.due <> s.amount_minor then 'not_whole'
        when a.version <= s.version then 'ignored'
        else 'posted'
      end as code
    from (
      select i.bet_id, i.player_id, i.currency, i.version, i.due, i.place, i.outcome in ('sold', 'sold_in_part') as is_sale,
        case i.outcome when 'sold' then 'settled' when 'sold_in_part' then 'open' else i.outcome end as outcome,
        row_number() over (partition by i.player_id order by i.place) as turn
      from unnest(bet_ids, player_ids, currencies, versions, dues, outcomes) with ordinality as i (bet_id, player_id, currency, version, due, outcome, place)
    ) a
    left join stakes s on s.bet_id = a.bet_id
    left join lateral (
      -- A free bet that is returned goes back to bonus expense, and its grant can be used again; its player is paid what it wins.
      select a.due - s.paid_minor as diff,
        case when s.claim_id is null then a.due - s.paid_minor
          else case when a.outcome = 'returned' then 0 else a.due end - case when s.outcome = 'returned' then 0 else s.paid_minor end
        end as own_diff,
        case when s.bonus_minor = 0 then 0
          else (floor(a.due::numeric * s.bonus_minor / s.amount_minor) - floor(s.paid_minor::numeric * s.bonus_minor / s.amount_minor))::bigint
        end as bonus_diff
    ) d on true
  ),
  buried as (
    insert into stakes (bet_id, player_id, currency, amount_minor, max_payout_minor, status, outcome, version, created_at)
    select d.bet_id, d.player_id, d.currency, d.due, d.due, 'tombstone', 'returned', d.version, at from decided d where d.code = 'tombstone'
    on conflict do nothing
    returning stakes.bet_id
  ),
  settled as (
    update stakes s set version = d.version, paid_minor = d.due, outcome = d.outcome
    from decided d
    where d.code = 'posted' and s.bet_id = d.bet_id
    returning d.bet_id, d.player_id, d.currency, d.claim_id, d.version, d.was, d.paid, d.due, s.amount_minor, d.outcome as becomes, d.diff, d.own_diff, d.bonus_diff, d.is_sale,
      (d.was = 'open')::int - (d.outcome = 'open')::int as closes,
      -- Of a stake that was returned after a part of the bet was sold, what that sale lost or won is left.
      case when d.outcome = 'returned' then greatest(d.staked - d.due, 0) else d.staked end
        - case when d.was = 'returned' then greatest(d.staked - d.paid, 0) else d.staked end as wagered,
      case when d.outcome = 'settled' then d.due when d.outcome = 'returned' and d.claim_id is null then greatest(d.due - d.staked, 0) else 0 end
        - case when d.was = 'settled' then d.paid when d.was = 'returned' and d.claim_id is null then greatest(d.paid - d.staked, 0) else 0 end as won
  ),
  regranted as (
    -- A correction may stand beside a bet that used the same free bet while this one was void: it comes back with the last of them.
    update grants g set remaining_minor = case
        when s.becomes = 'returned' and g.forfeited_at is null and not exists (
          select from stakes o where o.claim_id = g.claim_id and o.bet_id <> s.bet_id and o.status = 'taken' and o.outcome <> 'returned') then g.amount_minor
        else 0
      end
    from settled s
    where g.claim_id = s.claim_id
    returning g.claim_id, g.remaining_minor, g.expires_at, s.bet_id, s.player_id, s.currency, s.version
  ),
  moved as (
    update accounts acc set
      cash_minor = acc.cash_minor + m.cash,
      bonus_minor = acc.bonus_minor + m.bonus,
      receivable_minor = acc.receivable_minor + m.receivable,
      version = acc.version + case when s.own_diff <> 0 then 1 else 0 end,
      open_stakes = acc.open_stakes - s.closes,
      wagered_minor = acc.wagered_minor + s.wagered,
      won_minor = acc.won_minor + s.won,
      loss_day_minor = case when acc.loss_at >= today then acc.loss_day_minor else 0 end - s.own_diff,
      loss_week_minor = case when acc.loss_at >= this_week then acc.loss_week_minor else 0 end - s.own_diff,
      loss_month_minor = case when acc.loss_at >= this_month then acc.loss_month_minor else 0 end - s.own_diff,
      loss_at = at,
      moved_at = at
    from settled s
    join accounts o on o.player_id = s.player_id and o.currency = s.currency
    cross join lateral (
      select least(greatest(s.own_diff, 0), -o.receivable_minor) as recovered,
        least(greatest(-s.bonus_diff, 0), o.bonus_minor) as bonus_back
    ) r
    cross join lateral (
      select least(greatest(-s.own_diff, 0) - r.bonus_back, o.cash_minor - o.held_minor) as cash_back,
        least(r.recovered, greatest(s.own_diff - s.bonus_diff, 0)) as from_cash
    ) c
    cross join lateral (
      select
        case when s.own_diff >= 0 then s.own_diff - s.bonus_diff - c.from_cash else -c.cash_back end as cash,
        case when s.own_diff >= 0 then s.bonus_diff - (r.recovered - c.from_cash) else -r.bonus_back end as bonus,
        case when s.own_diff >= 0 then r.recovered else s.own_diff + c.cash_back + r.bonus_back end as receivable
    ) m
    where acc.player_id = s.player_id and acc.currency = s.currency
    returning acc.id as account_id, acc.player_id, acc.currency, acc.book, acc.cash_minor, acc.bonus_minor, acc.held_minor, acc.receivable_minor, acc.version,
      s.bet_id, s.becomes, s.was, s.amount_minor, s.paid, s.due, s.claim_id, s.diff, s.own_diff, s.is_sale, m.cash, m.bonus, m.receivable, uuidv7() as transfer_id
  ),
  counted as (
    insert into closings (at, bet_id, currency, wagered_minor, paid_minor, free_minor)
    select at, m.bet_id, m.currency, n.wagered - o.wagered, n.paid - o.paid, case when m.claim_id is null then 0 else n.wagered - o.wagered end
    from moved m
    cross join lateral counted_bet(m.becomes, m.amount_minor, m.due) n
    cross join lateral counted_bet(m.was, m.amount_minor, m.paid) o
    where m.book = 'real' and (n.wagered, n.paid) <> (o.wagered, o.paid)
  ),
  written as (
    insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
    select m.player_id, m.transfer_id, case when least(m.diff, m.own_diff) < 0 then 'correction' when m.becomes = 'returned' then 'refund' else 'win' end,
      m.currency, m.cash + m.bonus, m.cash_minor + m.bonus_minor, m.bet_id, at
    from moved m where m.diff <> 0 or m.own_diff <> 0
    returning player_id, id, kind
  ),
  marked as (
    insert into cash_outs (player_id, transfer_id)
    select w.player_id, w.id from written w join moved m on m.transfer_id = w.id where m.is_sale and w.kind = 'win'
  ),
  legs as (
    insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor, balance_after_minor, version)
    select tx, m.transfer_id, m.player_id, l.house, l.account, m.book, m.currency, l.amount, l.after, case when not l.house then m.version end
    from moved m
    cross join lateral (values
      (false, 'cash', m.cash, m.cash_minor),
      (false, 'bonus', m.bonus, m.bonus_minor),
      (false, 'receivable', m.receivable, m.receivable_minor),
      (true, 'bonus_expense', m.diff - m.own_diff, null),
      (true, 'sports', -m.diff, null)
    ) as l (house, account, amount, after)
    where l.amount <> 0
  ),
  said as (
    insert into outbox (type, subject, version, data)
    select 'evt.wallet.BalanceChanged.v1', m.account_id, m.version, balance_fact(m.player_id, m.currency, m.cash_minor, m.bonus_minor, m.held_minor)
    from moved m where m.own_diff <> 0
    union all
    select 'evt.wallet.FreeBetReturned.v1', r.bet_id, r.version,
      jsonb_build_object('claimId', r.claim_id, 'playerId', r.player_id, 'betId', r.bet_id, 'currency', r.currency, 'amountMinor', r.remaining_minor)
    from regranted r where r.remaining_minor > 0 and r.expires_at > at
  )
  select d.place, d.code from decided d where d.code <> 'tombstone' or d.bet_id in (select b.bet_id from buried b);
end $$;

-- What a bet counts for in the figures: nothing while it is open, sold in part or not; its stake and what it paid once it is settled; and of one that was
-- returned what a sale before that lost or won. A table, since only such a function becomes part of the query that asks it.
create or replace function counted_bet(outcome text, amount bigint, paid_so_far bigint) returns table (wagered bigint, paid bigint) language sql immutable as $$
  select case outcome when 'settled' then amount when 'returned' then greatest(amount - paid_so_far, 0) else 0 end,
    case outcome when 'settled' then paid_so_far when 'returned' then greatest(paid_so_far - amount, 0) else 0 end
$$;

-- Adds to the figures by the minute what bets have come to since the last time; false where there are stakes left from before anybody counted. Those are
-- taken in the order of their bets, so many at a time, by the last time anything was paid, or by their placement where nothing was. What is posted meanwhile
-- waits behind the mark and is part of what its stake has come to once the mark passes it. It reads first and writes last, under the lock of the fold.
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

-- So many stakes after a bet, as `count_closed` takes them; true where those were the last.
create or replace function count_stakes(from_bet uuid, most int) returns boolean language plpgsql set enable_seqscan = off as $$
declare
  to_bet uuid;
begin
  to_bet := (select s.bet_id from stakes s where s.bet_id > from_bet order by s.bet_id offset most - 1 limit 1);
  -- One statement, so of one snapshot: what a stake has come to, and what of that was left to be counted.
  with waiting as (
    -- What was left before bets had a name there was posted before the first of these steps.
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

-- As instances of the release before call it.
create or replace function fold_closed() returns void language plpgsql as $$
begin
  perform count_closed(1000);
end $$;
