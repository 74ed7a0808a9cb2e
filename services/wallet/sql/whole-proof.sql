-- The invariants that only a whole proof checks. They read all rows, so nested loops are switched off: statistics may underestimate the size of the books.

-- Each house account equals its entries: its balance plus the entries not added yet. The figures by the minute equal the entries that were added.
create or replace function prove_house(posted pg_snapshot) returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'house accounts equal their entries', count(*),
    jsonb_agg(jsonb_build_object('offender', concat_ws(' ', book, account, currency), 'found', (has - should)::text)) filter (where has <> should)
  from (
    select book, account, currency, sum(has) as has, sum(should) as should
    from (
      select book, account, currency, balance_minor as has, 0 as should from house_accounts
      union all
      select book, account, currency, amount_minor, 0 from entries_since(posted) where house
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
      where e.house and pg_visible_in_snapshot(e.xid::text::xid8, posted)
    ) sides group by minute, book, account, currency, kind
  ) figures
$$;

-- Results of bets, both counted and still waiting in `closings`, equal the stakes that the count has reached.
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

-- Transfers whose reference is the player. First money is given once. A change of the play currency moves exactly its worth, and all of it ends in the present play currency.
-- Only a closed account has returned its bonus or a rest. A test win is play money.
create or replace function prove_beginnings() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'players begin once', count(*), jsonb_agg(jsonb_build_object('offender', player_id, 'found', concat_ws(' ', gifts, given)))
      filter (where gifts > 1 or given <= 0 or opened_at is null or strange)
  from (
    select t.player_id, count(*) as gifts, sum(t.amount_minor) as given, min(p.opened_at) as opened_at,
      bool_or(t.reference <> t.player_id or t.kind is distinct from case p.book when 'real' then 'welcome' when 'play' then 'opening' end) as strange
    from transfers t left join players p on p.player_id = t.player_id where t.kind in ('welcome', 'opening') group by t.player_id
  ) first
  union all
  select 'play currencies change at their worth', count(*),
    jsonb_agg(jsonb_build_object('offender', player_id, 'found', concat_ws(' ', steps, astray))) filter (where steps <> 0 or astray <> 0 or strange)
  from (
    select c.player_id, sum(c.steps) as steps, bool_or(c.strange or not coalesce(
        case when c.currency is distinct from p.currency then true
          when c.currency = f.currency then c.moved = 0
          -- The same number: it is play money, or an earlier release moved it, which did not convert bonuses.
          else c.moved = f.amount_minor or c.moved between 1 and r.most end, false)) as strange,
      coalesce(sum(abs(c.moved + case when c.currency = f.currency then f.amount_minor else 0 end)) filter (where c.currency is distinct from p.currency), 0) as astray
    from (
      select t.player_id, t.currency, sum(t.amount_minor) as moved, sum(sign(t.amount_minor)) as steps, bool_or(t.reference <> t.player_id) as strange
      from transfers t where t.kind = 'currency' group by t.player_id, t.currency
    ) c
    left join players p on p.player_id = c.player_id
    left join lateral (
      select t.currency, t.amount_minor from transfers t where t.player_id = c.player_id and t.kind in ('welcome', 'opening') order by t.id limit 1
    ) f on true
    left join lateral (
      select max(at_rate(f.amount_minor, k.rate, f.currency, c.currency)) as most from rate_changes k where k.from_currency = f.currency and k.to_currency = c.currency
    ) r on true
    group by c.player_id
  ) changed
  union all
  select 'only closed accounts give back', count(*), jsonb_agg(jsonb_build_object('offender', t.id, 'found', t.amount_minor::text))
      filter (where p.was_closed is not true or t.amount_minor >= 0 or t.reference <> t.player_id
        -- A rest must have been worth less than one minor unit at some rate of the pair's history.
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

-- Entries carry the balance after them (a round's stake and payout are one step of the account). Stakes, payments and adjustments equal their transfers.
create or replace function prove_records() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'entries carry the balance after them', count(*),
    jsonb_agg(jsonb_build_object('offender', transfer_id, 'found', (balance_after_minor - before - amount_minor)::text)) filter (where balance_after_minor <> before + amount_minor)
  from (
    select transfer_id, amount_minor, balance_after_minor,
      coalesce(lag(balance_after_minor) over (partition by player_id, currency, account order by version, transfer_id), 0) as before
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
$$;

-- The rest of a free bet agrees with the stakes that use it, and bonus expense has paid each of these once.
create or replace function prove_grants() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'grants equal their stakes', count(*), jsonb_agg(jsonb_build_object('offender', claim_id, 'found', concat_ws(' ', g.remaining_minor, s.in_use, s.strange, s.unpaid)))
      filter (where g.claim_id is null or (g.remaining_minor = 0) <> (g.forfeited_at is not null or coalesce(s.in_use, 0) > 0) or s.strange > 0 or s.unpaid <> 0)
  from (select * from grants where kind = 'free_bet') g full join (
    select s.claim_id, count(*) filter (where s.outcome <> 'returned') as in_use,
      count(*) filter (where (s.player_id, s.currency, s.amount_minor) is distinct from (o.player_id, o.currency, o.amount_minor)) as strange,
      sum(coalesce(p.spent, 0) - case when s.outcome = 'returned' then 0 else s.amount_minor end) as unpaid
    from stakes s left join grants o on o.claim_id = s.claim_id left join (
      select t.reference as bet_id, sum(-e.amount_minor) as spent
      from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
      where e.house and e.account = 'bonus_expense' and t.kind in ('stake', 'win', 'refund', 'correction') group by t.reference
    ) p on p.bet_id = s.bet_id
    where s.claim_id is not null and s.status = 'taken' group by s.claim_id
  ) s using (claim_id)
$$;

-- Bonus money and cash were given once, in the amount of the grant. The rest of bonus money and its final amount equal its entries: those of the grant itself and of the
-- bets and rounds that staked it.
create or replace function prove_bonus_grants() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'bonus grants equal their movements', count(*),
    jsonb_agg(jsonb_build_object('offender', claim_id, 'found', concat_ws(' ', g.remaining_minor - coalesce(m.has, 0), m.given - g.amount_minor, m.ended)))
      filter (where g.claim_id is null or m.claim_id is null or m.strange or (m.times, m.given) <> (1, g.amount_minor) or m.has <> g.remaining_minor
        or m.ended <> coalesce(g.forfeited_minor, 0) + coalesce(g.converted_minor, 0) + g.later_minor)
  from (select * from grants where kind in ('bonus', 'cash')) g full join (
    select claim_id, sum(t.bonus) as has, coalesce(sum(t.times), 0) as times, coalesce(sum(t.amount_minor) filter (where t.times > 0), 0) as given,
      coalesce(-sum(t.bonus) filter (where t.kind in ('bonus_conversion', 'bonus_forfeit')), 0) as ended,
      bool_or((o.player_id, o.currency) is distinct from (t.player_id, t.currency)) as strange
    from (
      select coalesce(s.bonus_claim_id, k.bonus_claim_id, t.reference) as claim_id, t.player_id, t.currency, t.kind, t.amount_minor,
        (t.kind in ('bonus', 'cashback', 'loyalty'))::int as times, coalesce(b.bonus, 0) as bonus
      from transfers t
      left join (select transfer_id, sum(amount_minor) as bonus from entries where not house and account = 'bonus' group by transfer_id) b on b.transfer_id = t.id
      left join stakes s on s.bet_id = t.reference and s.bonus_claim_id is not null
      left join rounds k on k.round_id = t.reference and k.bonus_claim_id is not null
      where t.kind in ('bonus', 'cashback', 'loyalty', 'bonus_conversion', 'bonus_forfeit') or b.bonus <> 0
    ) t left join grants o using (claim_id) group by claim_id
  ) m using (claim_id)
$$;

-- A used quote has one transfer in each of its currencies, with its amounts.
create or replace function prove_conversions() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'conversions equal their transfers', count(*), jsonb_agg(jsonb_build_object('offender', id, 'found', concat_ws(' ', m.times, m.gone, m.come)))
      filter (where q.player_id is null or (m.times, -m.gone, m.come) is distinct from (2::bigint, q.amount_minor::numeric, q.receive_minor::numeric))
  from (select * from quotes where used_at is not null) q full join (
    select t.reference as id, count(*) as times, sum(t.amount_minor) filter (where t.currency = q.from_currency) as gone,
      sum(t.amount_minor) filter (where t.currency = q.to_currency) as come
    from transfers t left join quotes q on q.id = t.reference and q.player_id = t.player_id where t.kind = 'conversion' group by t.reference
  ) m using (id)
$$;

-- The sums that incremental proofs carry equal the entries up to their mark.
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

-- Each round agrees with its transfers, kind by kind: stakes, payouts, jackpots, and the refunds and corrections of a void.
create or replace function prove_rounds() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'rounds equal their transfers', count(*), jsonb_agg(jsonb_build_object('offender', round_id, 'found', concat_ws(' ', staked, paid, jackpot, void)))
      filter (where (staked, paid, jackpot, void) <> (0, 0, 0, 0) or is_strange)
  from (
    select round_id, coalesce(m.staked, 0) - coalesce(k.staked_minor, 0) as staked, coalesce(m.paid, 0) - coalesce(k.paid_minor, 0) as paid,
      coalesce(m.jackpot, 0) - coalesce(k.jackpot_minor, 0) as jackpot,
      coalesce(m.void, 0) - case when k.status = 'void' then k.staked_minor - k.paid_minor - k.jackpot_minor else 0 end as void,
      k.round_id is null or m.players > 1 or m.player_id <> k.player_id or m.currency <> k.currency or k.status = 'refused' and m.round_id is not null
        or (k.staked_minor, k.bonus_minor) <> (s.staked, s.bonus) as is_strange
    from rounds k
    left join lateral (
      select coalesce(sum(x.stake_minor), 0) as staked, coalesce(sum(x.bonus_minor), 0) as bonus from unnest(k.steps) x where x.code is null
    ) s on true
    full join (
      select t.reference as round_id, min(t.player_id::text)::uuid as player_id, min(t.currency) as currency, count(distinct t.player_id) as players,
        coalesce(sum(e.amount_minor) filter (where t.kind = 'stake'), 0) as staked, coalesce(-sum(e.amount_minor) filter (where t.kind = 'win'), 0) as paid,
        coalesce(-sum(e.amount_minor) filter (where t.kind = 'jackpot'), 0) as jackpot, coalesce(-sum(e.amount_minor) filter (where t.kind in ('refund', 'correction')), 0) as void
      from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
      where e.house and e.account in ('casino', 'jackpot') group by t.reference
    ) m using (round_id)
  ) rounds
$$;

-- The figures of rounds by day, and their totals on the player's account, equal the rounds.
create or replace function prove_round_figures() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'play by day equals its rounds', count(*), jsonb_agg(jsonb_build_object('offender', player_id, 'found', concat_ws(' ', staked, open, returned)))
      filter (where (staked, open, returned) <> (0, 0, 0))
  from (
    select player_id, sum(abs(staked)) as staked, sum(abs(open)) as open, sum(abs(returned)) as returned
    from (
      select player_id, day, sum(staked_minor) as staked, sum(open_minor) as open, sum(returned_minor) as returned
      from (
        select player_id, day, staked_minor, open_minor, returned_minor from round_days
        union all
        select k.player_id, day_of_round(k.round_id, k.created_at), -n.wagered, -n.open, -n.won
        from rounds k cross join lateral counted_round(k.status, k.staked_minor, k.paid_minor, k.jackpot_minor) n
      ) days group by player_id, day having (sum(staked_minor), sum(open_minor), sum(returned_minor)) <> (0, 0, 0)
      union all
      select a.player_id, null, a.casino_wagered_minor - coalesce(d.staked, 0), a.casino_open_minor - coalesce(d.open, 0), a.casino_won_minor - coalesce(d.returned, 0)
      from accounts a join players p on p.player_id = a.player_id and p.currency = a.currency left join (
        select player_id, sum(staked_minor) as staked, sum(open_minor) as open, sum(returned_minor) as returned from round_days group by player_id
      ) d on d.player_id = a.player_id
    ) sides group by player_id
  ) figures
$$;

-- Each jackpot pool equals its entries, and its totals equal the stakes and jackpots of its rounds.
create or replace function prove_jackpots() returns table (name text, checked bigint, wrong jsonb) language sql stable set enable_nestloop = off as $$
  select 'jackpots equal their rounds', count(*), jsonb_agg(jsonb_build_object('offender', concat_ws(' ', book, currency), 'found', concat_ws(' ', balance, staked, paid)))
      filter (where (balance, staked, paid) <> (0, 0, 0))
  from (
    select book, currency, coalesce(j.amount_minor, 0) - coalesce(e.balance, 0) as balance, coalesce(j.staked_minor, 0) - coalesce(r.staked, 0) as staked,
      coalesce(j.paid_minor, 0) - coalesce(r.paid, 0) as paid
    from jackpots j
    full join (select book, currency, sum(amount_minor) as balance from entries where house and account = 'jackpot' group by book, currency) e using (book, currency)
    full join (
      select p.book, k.currency, sum(s.staked) as staked, sum(k.jackpot_minor) filter (where k.status <> 'void') as paid
      from rounds k join players p on p.player_id = k.player_id
      cross join lateral (select coalesce(sum(x.stake_minor), 0) as staked, count(*) as steps from unnest(k.steps) x where x.code is null and x.jackpot) s
      where s.steps > 0 group by p.book, k.currency
    ) r using (book, currency)
  ) pools
$$;
