-- Grants: what the house gives a player to play with. The key is the claim; a free bet moves no money until it is staked.

-- Why a player cannot be given anything now; null where he can. Who is excluded from play is not invited back to it.
create or replace function grant_refusal(at timestamptz, p players, money text, until timestamptz) returns text language sql immutable as $$
  select case
    when p.opened_at is null then 'not_found'
    when p.currency <> money then 'currency_not_accepted'
    when p.status <> 'active' or p.excluded_until > at then 'player_not_playing'
    when until <= at then 'free_bet_expired'
  end
$$;

-- Whether a player may stake an amount: not below the least stake, nor above what his level and he himself allow. Without limits nobody asks.
create or replace function may_stake(p players, amount bigint, limits jsonb) returns boolean language sql immutable as $$
  select coalesce(amount >= (limits ->> 'leastMinor')::bigint, true)
    and coalesce(amount <= least((limits -> p.level ->> 'maxBetMinor')::bigint, (p.own_limits ->> 'betMinor')::bigint), true)
$$;

-- Gives a grant once: the same again is `known`, another body under its claim `key_reused`. A refusal is no outcome, and the same may be asked again.
create or replace function give_grant(at timestamptz, asked jsonb) returns table (code text, params jsonb, given grants) language plpgsql as $$
declare
  wanted grants := jsonb_populate_record(null::grants, asked);
  p players := lock_player(wanted.player_id);
  made grants;
  refused text;
begin
  select g.* into made from grants g where g.claim_id = wanted.claim_id;
  if made.claim_id is null then
    refused := coalesce(grant_refusal(at, p, wanted.currency, wanted.expires_at), case when not may_stake(p, wanted.amount_minor, asked -> 'limits') then 'free_bet_amount' end);
    if refused is not null then
      return query select refused, jsonb_build_object('currency', wanted.currency), null::grants;
      return;
    end if;
    insert into grants (claim_id, player_id, kind, currency, amount_minor, remaining_minor, products, expires_at, granted_at, fingerprint)
    values (wanted.claim_id, p.player_id, wanted.kind, wanted.currency, wanted.amount_minor, wanted.amount_minor, wanted.products, wanted.expires_at, at,
      wanted.fingerprint)
    on conflict do nothing
    returning * into made;
    if found then
      return query select 'granted', null::jsonb, made;
      return;
    end if;
    -- Another player was given something under this claim at the same time.
    select g.* into made from grants g where g.claim_id = wanted.claim_id;
  end if;
  return query select case when made.fingerprint = wanted.fingerprint then 'known' else 'key_reused' end, null::jsonb, made;
end $$;

-- Takes back what is left of a grant, once. What was staked of it plays on; when its bet is void later, nothing comes back.
create or replace function forfeit_grant(at timestamptz, claim uuid) returns table (code text, taken grants) language plpgsql as $$
declare
  g grants;
begin
  perform lock_player(x.player_id) from grants x where x.claim_id = claim;
  select x.* into g from grants x where x.claim_id = claim;
  if g.claim_id is null then
    return query select 'free_bet_unknown', g;
  elsif g.forfeited_at is not null then
    return query select 'known', g;
  else
    update grants x set forfeited_at = at, forfeited_minor = x.remaining_minor, remaining_minor = 0 where x.claim_id = claim returning x.* into g;
    return query select 'forfeited', g;
  end if;
end $$;

-- The bonus that stakes on a product are taken from after cash: the one that ends first. Null where there is none. What is left of all of them
-- is the player's bonus money, and a movement of bonus money names its grant.
create or replace function active_grant(at timestamptz, player uuid, product text) returns grants language sql stable as $$
  select g from grants g
  where g.player_id = player and g.kind = 'bonus' and g.remaining_minor > 0 and g.expires_at > at and product = any (g.products)
  order by g.expires_at, g.claim_id limit 1
$$;
