-- The rules that divide an amount between a player's cash, bonus money and debt. No other file divides amounts.
-- Functions that return a table do so because only such a function is inlined into the calling query.

-- A stake takes cash first, then bonus. `available` is cash that is not held.
create or replace function split_stake(stake bigint, available bigint) returns table (cash bigint, bonus bigint) language sql immutable as $$
  select least(stake, available), stake - least(stake, available)
$$;

-- The bonus part of a payout: in the proportion the stake was taken in, rounded down.
create or replace function bonus_share(paid bigint, stake bigint, bonus_part bigint) returns bigint language sql immutable as $$
  select case when bonus_part = 0 then 0 else floor(paid::numeric * bonus_part / stake)::bigint end
$$;

-- The change of a player's accounts when a payout changes by `difference`, of which `bonus_part` is bonus; both are below zero if money is taken back.
-- If more is paid, the cash part first repays the player's debt, and the rest goes to cash. The whole bonus part goes to bonus, because bonus money repays no debt until it becomes cash.
-- If money is taken back, the bonus part comes from bonus money as far as possible, the rest from available cash as far as possible; the shortfall becomes debt.
create or replace function split_difference(difference bigint, bonus_part bigint, available bigint, bonus_left bigint, owed bigint)
returns table (cash bigint, bonus bigint, receivable bigint) language sql immutable as $$
  select
    case when difference >= 0 then difference - bonus_part - b.recovered else -c.cash_back end,
    case when difference >= 0 then bonus_part else -b.bonus_back end,
    case when difference >= 0 then b.recovered else difference + c.cash_back + b.bonus_back end
  from (select least(greatest(difference - bonus_part, 0), owed) as recovered, least(greatest(-bonus_part, 0), bonus_left) as bonus_back) b
  cross join lateral (select least(greatest(-difference, 0) - b.bonus_back, available) as cash_back) c
$$;
