-- Conversion: amounts at rates, quotes that are used once, deposits converted on arrival. Amounts are exact and rounded down once.

create or replace function decimals_of(money text) returns int language sql immutable as $$
  select case when money in ('BTC', 'ETH') then 8 else 2 end
$$;

-- Converts minor units at a rate, which is between whole units; rounded down.
create or replace function at_rate(amount bigint, rate numeric, "from" text, "to" text) returns numeric language sql immutable as $$
  select floor(amount * rate * power(10::numeric, decimals_of("to") - decimals_of("from")))
$$;

-- The rate less the spread: the amount that the player gets for one unit.
create or replace function customer_rate(mid numeric, spread_bp int) returns numeric language sql immutable as $$
  select trunc(mid * (10000 - spread_bp) * 0.0001, 12)
$$;

-- The worth of an amount in the play currency, by which it counts towards limits: at the current rate without the spread. Null if there is no rate.
create or replace function to_play(amount bigint, "from" text, "to" text) returns bigint language sql stable as $$
  select case when "from" = "to" then amount
    else (select least(at_rate(amount, r.rate, "from", "to"), 9000000000000000)::bigint from rates r where r.from_currency = "from" and r.to_currency = "to")
  end
$$;

-- The smallest amount of a currency that is worth at least `amount` in the play currency; null if there is no rate.
create or replace function least_worth(amount bigint, "from" text, "to" text) returns bigint language sql stable as $$
  select case when "from" = "to" then amount
    else (select (div(amount * power(10::numeric, 20) + x.den - 1, x.den))::bigint
      from rates r cross join lateral (select trunc(r.rate * power(10::numeric, 20 + decimals_of("to") - decimals_of("from"))) as den) x
      where r.from_currency = "from" and r.to_currency = "to")
  end
$$;

-- Whether money converts at a rate now: operators have set it (or demo mode lets seeded rates convert), and it is not older than the maximum age.
-- For limits and figures every rate counts, so an old rate blocks nobody's withdrawal.
create or replace function is_dealing(at timestamptz, r rates) returns boolean language sql stable as $$
  select (r.changed_by is not null or t.deals_seeded) and coalesce(at < r.changed_at + t.max_age, true) from rate_terms t
$$;

-- The sum of the versions of both rates of a pair; it grows with each change of either rate.
create or replace function rates_version("from" text, "to" text) returns bigint language sql stable as $$
  select coalesce(sum(r.version), 0)::bigint from rates r
  where (r.from_currency, r.to_currency) in (("from", "to"), ("to", "from"))
$$;

-- Stores a quote and ends the player's earlier quote of the pair, in either direction: with two quotes the player could choose the better rate.
-- The player is locked first, so that only one of two concurrent quotes remains.
create or replace function keep_quote(at timestamptz, q quotes) returns void language plpgsql as $$
begin
  perform lock_player(q.player_id);
  update quotes x set expires_at = at
  where x.player_id = q.player_id and x.used_at is null and x.expires_at > at
    and (x.from_currency, x.to_currency) in ((q.from_currency, q.to_currency), (q.to_currency, q.from_currency));
  insert into quotes select q.*;
end $$;

-- Opens a player's account in a currency if they have none. The player is locked.
create or replace function open_account(player uuid, money text) returns void language sql as $$
  insert into accounts (player_id, currency, book) select p.player_id, money, p.book from players p where p.player_id = player
  on conflict do nothing
$$;

-- Posts a quote: a transfer in each currency against `fx`, and the event. The player is locked and has the amount.
create or replace function post_conversion(at timestamptz, q quotes) returns void language plpgsql as $$
begin
  perform open_account(q.player_id, q.to_currency);
  perform post_transfers(at, array[
    draft_movement(q.player_id, q.from_currency, 'conversion', q.id, '{fx}', array[q.amount_minor], cash => -q.amount_minor),
    draft_movement(q.player_id, q.to_currency, 'conversion', q.id, '{fx}', array[-q.receive_minor], cash => q.receive_minor)]);
  insert into outbox (type, subject, version, data)
  values ('evt.wallet.CurrencyConverted.v1', q.id, 1, jsonb_build_object('playerId', q.player_id, 'quoteId', q.id,
    'from', q.from_currency, 'to', q.to_currency, 'amountMinor', q.amount_minor, 'receiveMinor', q.receive_minor));
end $$;

-- The code of the reason why a player cannot convert an amount now; null if they can.
create or replace function conversion_refusal(p players, money text, amount bigint) returns text language sql stable as $$
  select case
    when p.opened_at is null then 'not_found'
    when p.status <> 'active' then 'account_not_active'
    when amount > coalesce((select a.cash_minor - a.held_minor from accounts a where a.player_id = p.player_id and a.currency = money), 0) then 'insufficient_balance'
  end
$$;

create or replace function use_quote(at timestamptz, player uuid, quote uuid)
returns table (code text, params jsonb, made quotes) language plpgsql as $$
declare
  p players := lock_player(player);
  q quotes;
  refused text;
begin
  select x.* into q from quotes x where x.id = quote and x.player_id = player;
  refused := case
    when q.id is null then 'quote_unknown'
    when q.used_at is not null then 'quote_used'
    when q.expires_at <= at or q.rates_version is distinct from rates_version(q.from_currency, q.to_currency) then 'quote_expired'
    when exists (select from stop where reason is not null) then 'stopped'
    else conversion_refusal(p, q.from_currency, q.amount_minor)
  end;
  if refused is not null then
    return query select refused, jsonb_build_object('status', p.status), null::quotes;
    return;
  end if;
  update quotes x set used_at = at where x.id = quote returning x.* into q;
  perform post_conversion(at, q);
  return query select 'converted', null::jsonb, q;
end $$;

-- Converts a deposit that was credited in another currency than the play currency, if the player wants that. Returns null if nothing was converted.
create or replace function convert_on_arrival(at timestamptz, player uuid, money text, amount bigint, spread_bp int) returns quotes language plpgsql as $$
declare
  p players := lock_player(player);
  mid numeric := (select r.rate from rates r where r.from_currency = money and r.to_currency = p.currency and is_dealing(at, r));
  price numeric := customer_rate(mid, spread_bp);
  receive numeric := at_rate(amount, price, money, p.currency);
  q quotes;
begin
  if not p.auto_convert or money = p.currency or receive is null or receive < 1 or receive > 9000000000000000
    or conversion_refusal(p, money, amount) is not null then
    return null;
  end if;
  insert into quotes (id, player_id, from_currency, to_currency, amount_minor, mid_rate, rate, receive_minor, spread_minor, expires_at, used_at)
  values (uuidv7(), player, money, p.currency, amount, mid, price, receive, at_rate(amount, mid, money, p.currency) - receive, at, at)
  returning * into q;
  perform post_conversion(at, q);
  return q;
end $$;
