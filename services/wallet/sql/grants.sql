-- Grants: free bets, bonus money and cash that the house gives a player. The key is the claim. A free bet moves no money until it is staked; bonus money and cash are posted at once.

-- The code of the reason why a player cannot get a grant now; null if they can. An excluded player gets none, so that nothing invites them to play.
create or replace function grant_refusal(at timestamptz, p players, money text, until timestamptz) returns text language sql immutable as $$
  select case
    when p.opened_at is null then 'not_found'
    when p.currency <> money then 'currency_not_accepted'
    when p.status <> 'active' or p.excluded_until > at then 'player_not_playing'
    when until <= at then 'free_bet_expired'
  end
$$;

-- Whether an amount lies between the minimum stake and the largest bet of the player's level and own limit. Without `limits` only the own limit counts.
create or replace function may_stake(p players, amount bigint, limits jsonb) returns boolean language sql immutable as $$
  select coalesce(amount >= (limits ->> 'leastMinor')::bigint, true)
    and coalesce(amount <= least((limits -> p.level ->> 'maxBetMinor')::bigint, (p.own_limits ->> 'betMinor')::bigint), true)
$$;

-- The code of the reason why a new grant is refused; null if it can be given. The player is locked. Bonus money and cash exist in the real book only.
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

-- The bound that a new grant would exceed, of the claim or of the player's UTC day: its name and size; null if it exceeds none. The player is locked.
create or replace function broken_grant_bound(at timestamptz, wanted grants, bounds jsonb) returns jsonb language sql stable as $$
  select case
    when wanted.amount_minor > (bounds ->> 'claimMinor')::bigint then jsonb_build_object('limit', 'claim', 'limitMinor', (bounds ->> 'claimMinor')::bigint)
    when wanted.amount_minor + (
      select coalesce(sum(g.amount_minor), 0) from grants g where g.player_id = wanted.player_id and g.granted_at >= date_trunc('day', at, 'UTC')
    ) > (bounds ->> 'dayMinor')::bigint then jsonb_build_object('limit', 'day', 'limitMinor', (bounds ->> 'dayMinor')::bigint)
  end
$$;

-- Makes requests about one claim run one after the other. The lock is taken before any player is locked.
create or replace function lock_claim(claim uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('fairline.wallet.claim ' || claim, 0))
$$;

-- Gives a grant once. A repeat is `known`; another body under the same claim is `key_reused`. A refusal is not stored, so the request may be repeated.
create or replace function give_grant(at timestamptz, asked jsonb) returns table (code text, params jsonb, given grants) language plpgsql as $$
declare
  wanted grants := jsonb_populate_record(null::grants, asked);
  p players;
  made grants;
  refused text;
  broken jsonb;
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
  broken := broken_grant_bound(at, wanted, asked -> 'bounds');
  if broken is not null then
    insert into bounded_claims (claim_id, refused_at) values (wanted.claim_id, at) on conflict do nothing;
    return query select 'grant_limit', broken || jsonb_build_object('currency', wanted.currency, 'isFirst', found), null::grants;
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

-- Takes back the rest of a free bet or of bonus money, once. Stakes from it go on: if a free bet's bet is void later, the free bet does not come back, and
-- the bonus part of a payout goes to bonus expense. With `remembers`, a claim that is unknown now is refused when it is granted later.
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

-- Ends a grant; the rest of bonus money goes back to bonus expense. The player is locked.
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

-- Turns the rest of bonus money into cash, once. The player's debt is recovered first.
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

-- Drafts the movement of bonus money to cash.
create or replace function bonus_to_cash(g grants, amount bigint) returns movement language plpgsql as $$
begin
  return (
    select draft_movement(g.player_id, g.currency, 'bonus_conversion', g.claim_id, cash => m.cash, bonus => -amount, receivable => m.receivable)
    from accounts a cross join lateral split_difference(amount, 0, 0, 0, -a.receivable_minor) m
    where a.player_id = g.player_id and a.currency = g.currency
  );
end $$;

-- The grant whose bonus money a stake on a product can take after cash now. Nothing is read if the account has no bonus money. A round uses one grant only.
create or replace function usable_bonus(at timestamptz, player uuid, product text, bonus bigint, claim uuid) returns setof grants language sql stable as $$
  select * from grants g
  where bonus > 0 and g.player_id = player and g.kind = 'bonus' and g.remaining_minor > 0 and g.expires_at > at and product = any (g.products)
    and (claim is null or g.claim_id = claim)
  limit 1
$$;

-- Changes the rest of the grants that movements take bonus money from or add it to. Money that comes to an ended grant moves on: to cash if the grant was
-- converted or spent, else back to bonus expense. A grant with nothing left and no open stake is spent.
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

-- Marks as spent those of the emptied grants that have no open stake or round, and publishes it.
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

-- The bonus money from which a payout can be taken back: the rest of its grant or, once forfeited, the forfeited amount. Zero if the grant was spent before,
-- because it is not recorded which part of later payouts became cash.
create or replace function bonus_found(g grants) returns bigint language sql immutable as $$
  select coalesce(case when g.spent_at is not null then 0 when g.forfeited_at is not null then g.forfeited_minor + g.later_minor else g.remaining_minor end, 0)
$$;

-- Before a payout is taken back, its forfeited bonus part returns from bonus expense, so that the player does not owe it.
create or replace function restore_forfeited(at timestamptz, claim uuid, amount bigint) returns void language plpgsql as $$
declare
  g grants;
begin
  update grants x set later_minor = x.later_minor - amount where x.claim_id = claim and x.forfeited_at is not null returning x.* into g;
  if g.claim_id is not null then
    perform post_transfers(at, array[draft_movement(g.player_id, g.currency, 'bonus_forfeit', claim, '{bonus_expense}', array[-amount], bonus => amount)]);
  end if;
end $$;
