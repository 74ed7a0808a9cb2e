-- The welcome bonus: paid once per player and once per person, and withdrawable only after it was staked once.

-- Lets one welcome bonus be decided at a time, so that the second account of a person sees the first. The lock is taken before any player is locked.
create or replace function lock_welcome() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('fairline.wallet.welcome', 0))
$$;

-- The part of the welcome bonus that the player has not staked yet, in the play currency. It cannot be withdrawn. A returned stake does not count.
create or replace function unplayed_bonus(player uuid, money text) returns bigint language sql stable as $$
  select coalesce((
    select greatest(w.amount_minor - greatest(a.wagered_minor - w.wagered_before_minor, 0), 0)
    from welcome_bonuses w join accounts a on a.player_id = w.player_id and a.currency = w.currency
    where w.player_id = player and w.currency = money and w.status = 'paid'), 0)
$$;

-- Whether another player shares a key (mailbox, device or person) with this player.
create or replace function is_known_person(player uuid) returns boolean language sql stable as $$
  select exists (select from person_keys own join person_keys o on o.kind = own.kind and o.key = own.key and o.player_id <> own.player_id where own.player_id = player)
$$;

-- Pays the bonus in the play currency. The player is locked.
create or replace function pay_welcome(at timestamptz, p players, operator uuid) returns welcome_bonuses language plpgsql as $$
declare
  w welcome_bonuses;
  acc accounts;
begin
  select a.* into strict acc from accounts a where a.player_id = p.player_id and a.currency = p.currency;
  update welcome_bonuses x set status = 'paid', currency = p.currency, wagered_before_minor = acc.wagered_minor, decided_by = operator, decided_at = at,
    version = x.version + 1
  where x.player_id = p.player_id returning x.* into strict w;
  perform post_cash(at, p.player_id, p.currency, 'welcome', p.player_id, 'bonus_expense', w.amount_minor);
  return w;
end $$;

-- Handles a confirmed address: pays the bonus once, or leaves it `waiting` for an operator if another player shares a key or the player may not play.
-- Before the accounts are open it is stored as `unopened`. `known`: it was handled before, and nothing changed.
create or replace function settle_welcome(at timestamptz, player uuid, amount bigint) returns table (code text, bonus welcome_bonuses) language plpgsql as $$
declare
  p players := lock_or_make_player(player);
  w welcome_bonuses;
begin
  select x.* into w from welcome_bonuses x where x.player_id = player;
  if w.id is not null and w.status <> 'unopened' or p.book = 'play' then
    return query select 'known', w;
    return;
  end if;
  insert into welcome_bonuses as x (player_id, status, amount_minor, created_at)
  values (player, case when p.opened_at is null then 'unopened' else 'waiting' end, amount, at)
  on conflict (player_id) do update set status = excluded.status returning x.* into w;
  if w.status = 'unopened' or p.status <> 'active' or p.excluded_until > at or is_known_person(player) then
    return query select w.status, w;
  else
    return query select 'paid', pay_welcome(at, p, null);
  end if;
end $$;

-- Handles a player who declines the welcome bonus: it is stored as rejected, without an operator, and never paid. One that was paid before stays.
create or replace function decline_welcome(at timestamptz, player uuid, amount bigint) returns void language plpgsql as $$
begin
  perform lock_or_make_player(player);
  insert into welcome_bonuses as x (player_id, status, amount_minor, created_at, decided_at) values (player, 'rejected', amount, at, at)
  on conflict (player_id) do update set status = 'rejected', decided_at = at, version = x.version + 1 where x.status in ('unopened', 'waiting');
end $$;

-- An operator's decision on a waiting bonus; a repeat is `known`. A paid bonus counts with the operator's adjustments of the UTC day. `flagged`: paid, and the sum is close to
-- the two-operator threshold. If the sum would reach it, another operator must decide (`second_operator_needed`).
create or replace function decide_welcome(at timestamptz, bonus_id uuid, wanted text, why text, operator uuid, control jsonb) returns table (code text, bonus welcome_bonuses) language plpgsql as $$
declare
  p players;
  w welcome_bonuses;
  decision text;
begin
  p := lock_player((select x.player_id from welcome_bonuses x where x.id = bonus_id));
  select x.* into w from welcome_bonuses x where x.id = bonus_id;
  if w.id is null or w.status = 'unopened' then
    return query select 'not_found', null::welcome_bonuses;
  elsif w.status = wanted then
    return query select 'known', w;
  elsif w.status <> 'waiting' then
    return query select 'already_decided', w;
  elsif wanted = 'rejected' then
    update welcome_bonuses x set status = 'rejected', reason = why, decided_by = operator, decided_at = at, version = x.version + 1
    where x.id = w.id returning x.* into w;
    return query select 'rejected', w;
  elsif p.status <> 'active' or p.excluded_until > at then
    return query select 'player_not_playing', w;
  else
    decision := control_decision(at, 'adjustment', operator, control_worth(w.amount_minor, p.currency, p.currency), control);
    if decision = 'second' then
      return query select 'second_operator_needed', w;
    else
      return query select case decision when 'flagged' then 'flagged' else 'paid' end, pay_welcome(at, p, operator);
    end if;
  end if;
end $$;
