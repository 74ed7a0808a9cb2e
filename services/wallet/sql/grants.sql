-- Grants: what the house gives a player. The key is the claim; a free bet moves no money until it is staked, bonus money and cash are posted when they are given.

-- Why a player cannot be given anything now; null where they can. Who is excluded from play is not invited back to it.
create or replace function grant_refusal(at timestamptz, p players, money text, until timestamptz) returns text language sql immutable as $$
  select case
    when p.opened_at is null then 'not_found'
    when p.currency <> money then 'currency_not_accepted'
    when p.status <> 'active' or p.excluded_until > at then 'player_not_playing'
    when until <= at then 'free_bet_expired'
  end
$$;

-- Whether a player may stake an amount: not below the least stake, nor above what their level and they themselves allow. Without limits nobody asks.
create or replace function may_stake(p players, amount bigint, limits jsonb) returns boolean language sql immutable as $$
  select coalesce(amount >= (limits ->> 'leastMinor')::bigint, true)
    and coalesce(amount <= least((limits -> p.level ->> 'maxBetMinor')::bigint, (p.own_limits ->> 'betMinor')::bigint), true)
$$;

-- Why a grant that is not known yet cannot be given to a player who is locked; null where it can. Bonus money and cash are of real money only.
create or replace function new_grant_refusal(at timestamptz, p players, wanted grants, limits jsonb) returns text language sql stable as $$
  select case
    when exists (select from forfeited_claims c where c.claim_id = wanted.claim_id) then 'bonus_forfeited'
    when wanted.kind = 'bonus' and wanted.expires_at <= at and p.opened_at is not null then 'bonus_expired'
    when grant_refusal(at, p, wanted.currency, wanted.expires_at) is not null then grant_refusal(at, p, wanted.currency, wanted.expires_at)
    when wanted.kind = 'free_bet' and not may_stake(p, wanted.amount_minor, limits) then 'free_bet_amount'
    when wanted.kind <> 'free_bet' and p.book <> 'real' then 'player_not_playing'
    when wanted.kind = 'bonus' and exists (
      select from grants g where g.player_id = p.player_id and g.kind = 'bonus' and coalesce(g.forfeited_at, g.converted_at, g.spent_at) is null) then 'bonus_active'
  end
$$;

-- What is asked about one claim waits for each other. It is taken before any player is locked.
create or replace function lock_claim(claim uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('fairline.wallet.claim ' || claim, 0))
$$;

-- Gives a grant once: the same again is `known`, another body under its claim `key_reused`. A refusal is no outcome, and the same may be asked again.
create or replace function give_grant(at timestamptz, asked jsonb) returns table (code text, params jsonb, given grants) language plpgsql as $$
declare
  wanted grants := jsonb_populate_record(null::grants, asked);
  p players;
  made grants;
  refused text;
begin
  perform lock_claim(wanted.claim_id);
  p := lock_player(wanted.player_id);
  select g.* into made from grants g where g.claim_id = wanted.claim_id;
  if made.claim_id is not null then
    return query select case when made.fingerprint = wanted.fingerprint then 'known' else 'key_reused' end, null::jsonb, made;
    return;
  end if;
  refused := new_grant_refusal(at, p, wanted, asked -> 'limits');
  if refused is not null then
    return query select refused, jsonb_build_object('currency', wanted.currency), null::grants;
    return;
  end if;
  insert into grants (claim_id, player_id, kind, currency, amount_minor, remaining_minor, products, max_stake_minor, min_odds_milli, expires_at, granted_at, spent_at, fingerprint)
  values (wanted.claim_id, p.player_id, wanted.kind, wanted.currency, wanted.amount_minor, case when wanted.kind = 'free_bet' then wanted.amount_minor else 0 end,
    coalesce(wanted.products, '{}'), wanted.max_stake_minor, wanted.min_odds_milli, wanted.expires_at, at,
    case when wanted.kind = 'cash' then at end, wanted.fingerprint)
  returning * into made;
  if made.kind = 'bonus' then
    perform post_transfers(at, array[draft_movement(p.player_id, made.currency, 'bonus', made.claim_id, '{bonus_expense}', array[-made.amount_minor],
      bonus => made.amount_minor, claim => made.claim_id)]);
  elsif made.kind = 'cash' then
    perform post_cash(at, p.player_id, made.currency, asked ->> 'source', made.claim_id, 'bonus_expense', made.amount_minor);
  end if;
  return query select 'granted', null::jsonb, made;
end $$;

-- Takes back what is left of a free bet or of bonus money, once. What was staked of it plays on; a free bet does not come back when its bet is void later, and
-- the bonus part of a payout goes back to bonus expense. A claim that is not known yet is never granted after this where `remembers`.
create or replace function forfeit_grant(at timestamptz, claim uuid, kinds text[], remembers boolean) returns table (code text, taken grants) language plpgsql as $$
declare
  g grants;
begin
  perform lock_claim(claim);
  perform lock_player(x.player_id) from grants x where x.claim_id = claim;
  select x.* into g from grants x where x.claim_id = claim;
  if g.claim_id is null and remembers then
    insert into forfeited_claims (claim_id, forfeited_at) values (claim, at) on conflict do nothing;
  end if;
  if g.claim_id is null or g.kind <> all (kinds) then
    return query select 'unknown', null::grants;
  elsif g.converted_at is not null then
    return query select 'bonus_converted', null::grants;
  elsif g.forfeited_at is not null then
    return query select 'known', g;
  else
    return query select 'forfeited', take_back(at, g);
  end if;
end $$;

-- Ends a grant of a player who is locked; what is left of bonus money goes back to bonus expense.
create or replace function take_back(at timestamptz, g grants) returns grants language plpgsql as $$
declare
  taken grants;
begin
  update grants x set forfeited_at = at, forfeited_minor = x.remaining_minor, remaining_minor = 0 where x.claim_id = g.claim_id returning x.* into taken;
  if g.kind = 'bonus' and taken.forfeited_minor > 0 then
    perform post_transfers(at, array[draft_movement(g.player_id, g.currency, 'bonus_forfeit', g.claim_id, '{bonus_expense}', array[taken.forfeited_minor],
      bonus => -taken.forfeited_minor)]);
  end if;
  return taken;
end $$;

-- Turns what is left of bonus money into cash, once; what the player owes is recovered first.
create or replace function convert_grant(at timestamptz, claim uuid) returns table (code text, converted grants) language plpgsql as $$
declare
  g grants;
begin
  perform lock_claim(claim);
  perform lock_player(x.player_id) from grants x where x.claim_id = claim;
  select x.* into g from grants x where x.claim_id = claim and x.kind = 'bonus';
  if g.claim_id is null or g.forfeited_at is not null then
    return query select case when g.claim_id is null then 'bonus_unknown' else 'bonus_forfeited' end, null::grants;
  elsif g.converted_at is not null then
    return query select 'known', g;
  else
    update grants x set converted_at = at, converted_minor = x.remaining_minor, remaining_minor = 0 where x.claim_id = claim returning x.* into g;
    perform post_transfers(at, array(select bonus_to_cash(g, g.converted_minor) where g.converted_minor > 0));
    return query select 'converted', g;
  end if;
end $$;

-- The movement of bonus money to cash.
create or replace function bonus_to_cash(g grants, amount bigint) returns movement language plpgsql as $$
begin
  return (
    select draft_movement(g.player_id, g.currency, 'bonus_conversion', g.claim_id, cash => m.cash, bonus => -amount, receivable => m.receivable)
    from accounts a cross join lateral split_difference(amount, 0, 0, 0, -a.receivable_minor) m
    where a.player_id = g.player_id and a.currency = g.currency
  );
end $$;

-- The bonus money that a stake on a product can take after cash now: of an account without any nothing is read. A round is staked with one grant only.
create or replace function usable_bonus(at timestamptz, player uuid, product text, bonus bigint, claim uuid) returns setof grants language sql stable as $$
  select * from grants g
  where bonus > 0 and g.player_id = player and g.kind = 'bonus' and g.remaining_minor > 0 and g.expires_at > at and product = any (g.products)
    and (claim is null or g.claim_id = claim)
  limit 1
$$;

-- Changes what is left of the grants that bonus money is taken from or goes to. What comes to one that has ended goes on: to cash where it was converted or
-- spent, else back to bonus expense. One of which nothing is left and on which no stake is open is spent.
create or replace function change_grants(at timestamptz, movements movement[]) returns void language plpgsql as $$
declare
  changed grants[];
begin
  with met as (
    update grants g set
      remaining_minor = g.remaining_minor + case when coalesce(g.forfeited_at, g.converted_at, g.spent_at) is null then m.bonus_minor else 0 end,
      later_minor = g.later_minor + case when coalesce(g.forfeited_at, g.converted_at, g.spent_at) is null then 0 else greatest(m.bonus_minor, 0) end
    from unnest(movements) m where g.claim_id = m.claim_id
    returning g
  )
  select array_agg(met.g) into changed from met;
  perform post_transfers(at, array(
    select case when c.forfeited_at is null then bonus_to_cash(c, m.bonus_minor)
      else draft_movement(c.player_id, c.currency, 'bonus_forfeit', c.claim_id, '{bonus_expense}', array[m.bonus_minor], bonus => -m.bonus_minor) end
    from unnest(changed) c join unnest(movements) m on m.claim_id = c.claim_id
    where m.bonus_minor > 0 and coalesce(c.forfeited_at, c.converted_at, c.spent_at) is not null));
  perform end_spent(at, array(select c.claim_id from unnest(changed) c where c.remaining_minor = 0 and coalesce(c.forfeited_at, c.converted_at, c.spent_at) is null));
end $$;

-- Ends those grants of which nothing is left where no stake and no round of them is open, and publishes it.
create or replace function end_spent(at timestamptz, claims uuid[]) returns void language plpgsql as $$
begin
  with ended as (
    update grants g set spent_at = at
    where g.claim_id = any (claims)
      and not exists (select from stakes s where s.bonus_claim_id = g.claim_id and s.status = 'taken' and s.outcome = 'open')
      and not exists (select from rounds k where k.bonus_claim_id = g.claim_id and k.status = 'open')
    returning g.claim_id, g.player_id, g.currency
  )
  insert into outbox (type, subject, version, data)
  select 'evt.wallet.BonusSpent.v1', e.claim_id, 2, jsonb_build_object('claimId', e.claim_id, 'playerId', e.player_id, 'currency', e.currency, 'book', p.book)
  from ended e join players p on p.player_id = e.player_id;
end $$;

-- How much bonus money a payout that is taken back finds: what is left of its grant, or what was forfeited of it. Of one that was spent before it was forfeited
-- nobody knows what was paid as cash.
create or replace function bonus_found(g grants) returns bigint language sql immutable as $$
  select coalesce(case when g.spent_at is not null then 0 when g.forfeited_at is not null then g.forfeited_minor + g.later_minor else g.remaining_minor end, 0)
$$;

-- A payout that is taken back finds what was forfeited of its bonus part where it is: it comes back from bonus expense first, so that the player does not owe it.
create or replace function restore_forfeited(at timestamptz, claim uuid, amount bigint) returns void language plpgsql as $$
declare
  g grants;
begin
  update grants x set later_minor = x.later_minor - amount where x.claim_id = claim and x.forfeited_at is not null returning x.* into g;
  if g.claim_id is not null then
    perform post_transfers(at, array[draft_movement(g.player_id, g.currency, 'bonus_forfeit', claim, '{bonus_expense}', array[-amount], bonus => amount)]);
  end if;
end $$;
