-- Opening players and writing permits. Each part of a permit keeps its writer's version; an older version is ignored.

-- Makes sure a player's row exists and locks it; a restriction may be the first message about the player.
create or replace function lock_or_make_player(player uuid) returns players language plpgsql as $$
begin
  insert into players (player_id) values (player) on conflict do nothing;
  return lock_player(player);
end $$;

create or replace function restrict_account(player uuid, new_version bigint, new_status text, new_level text, new_jurisdiction text) returns bigint language plpgsql as $$
declare
  p players := lock_or_make_player(player);
begin
  if new_version <= p.account_version then
    return p.account_version;
  end if;
  update players x set account_version = new_version, status = new_status, level = new_level, jurisdiction = new_jurisdiction,
    was_closed = x.was_closed or new_status = 'closed' where x.player_id = player;
  -- Rules of automatic approval check the player's pending payments again, because their result may change.
  update payments y set looks = 0, next_look_at = null
  from (select w.id from payments w where w.player_id = player and w.status = 'pending' and w.next_look_at is not null order by w.id for no key update) waiting
  where y.id = waiting.id;
  return new_version;
end $$;

-- Writes the play part of the permit. Null limits or reality checks leave those in force; an empty object, or a JSON null, removes them.
-- An exclusion is never shortened, whatever the version, because a writer with a restored database may have lost it. It ends at its time. Only one that lasts until the
-- player asks to return (`open_end`) ends at `returns`.
create or replace function bind_play(
  player uuid, new_version bigint, until timestamptz, limits jsonb, checks jsonb default null, returns_at timestamptz default null, open_end timestamptz default null
) returns bigint language plpgsql as $$
declare
  p players := lock_or_make_player(player);
begin
  if new_version <= p.play_version then
    return p.play_version;
  end if;
  update players set play_version = new_version, excluded_until = greatest(case when returns_at is null or p.excluded_until is distinct from open_end then p.excluded_until end, returns_at, until), own_limits = nullif(coalesce(limits, p.own_limits), '{}'),
    check_minutes = case when checks is null then p.check_minutes else (checks ->> 'minutes')::int end,
    checked_at = case when checks is null then p.checked_at else (checks ->> 'acknowledgedAt')::timestamptz end
  where player_id = player;
  return new_version;
end $$;

-- Opens a player's account in the play currency, once, and posts the first money once: the welcome bonus in demo mode, or the play money of a demo player.
-- The key is the player. Returns the play currency and whether this call opened the account.
create or replace function open_player(
  at timestamptz, player uuid, play_book text, play_currency text, new_version bigint, new_status text, new_level text, new_jurisdiction text,
  gift bigint, gift_kind text, gift_account text
) returns table (currency text, opened boolean) language plpgsql as $$
#variable_conflict use_column
declare
  p players;
begin
  perform restrict_account(player, new_version, new_status, new_level, new_jurisdiction);
  p := lock_player(player);
  if p.opened_at is not null then
    return query select p.currency, false;
    return;
  end if;
  update players set book = play_book, currency = play_currency, opened_at = at where player_id = player;
  insert into accounts (player_id, currency, book) values (player, play_currency, play_book);
  if gift > 0 then
    perform post_cash(at, player, play_currency, gift_kind, player, gift_account, gift);
  end if;
  if gift > 0 and gift_kind = 'welcome' then
    insert into welcome_bonuses (player_id, status, amount_minor, currency, created_at, decided_at) values (player, 'paid', gift, play_currency, at, at)
    on conflict (player_id) do update set status = 'paid', amount_minor = excluded.amount_minor, currency = excluded.currency, decided_at = at;
  end if;
  return query select play_currency, true;
end $$;

-- Posts a test win of play money, for a player of the play book who may play.
create or replace function post_test_win(at timestamptz, player uuid, amount bigint) returns table (code text, status text, currency text) language plpgsql as $$
#variable_conflict use_column
declare
  p players := lock_player(player);
  refused text;
begin
  refused := case
    when p.book is distinct from 'play' then 'not_found'
    when p.status <> 'active' then 'account_not_active'
    when p.excluded_until > at then 'excluded'
  end;
  if refused is null then
    perform post_cash(at, player, p.currency, 'test_win', player, 'play_money', amount);
  end if;
  return query select coalesce(refused, 'posted'), p.status, p.currency;
end $$;
