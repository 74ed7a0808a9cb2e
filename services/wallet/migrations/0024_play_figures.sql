-- What a player's open bets hold, and which part of a stake was cashed out, so that the figures of a player are sums over their bets.
alter table stakes add column closed_minor bigint not null default 0;
alter table accounts add column open_stake_minor bigint not null default 0;
alter type movement add attribute open_stake_minor bigint;
alter type payout_decision add attribute old_closed_minor bigint, add attribute closed_minor bigint;

-- Of a bet that was cashed out in part before, only the price of that part is known: it counts as neither won nor lost until the bet is settled.
update stakes set closed_minor = least(paid_minor, amount_minor) where outcome = 'open' and status = 'taken' and claim_id is null and paid_minor > 0;
update accounts a set open_stake_minor = o.open_minor, won_minor = a.won_minor + o.paid_minor
from (
  select player_id, currency, coalesce(sum(amount_minor - closed_minor) filter (where claim_id is null), 0)::bigint as open_minor, sum(paid_minor)::bigint as paid_minor
  from stakes where outcome = 'open' and status = 'taken' group by 1, 2
) o where a.player_id = o.player_id and a.currency = o.currency;

-- The arguments or results of these changed.
drop function if exists draft_movement(uuid, text, text, uuid, text[], bigint[], bigint, bigint, bigint, bigint, int, bigint, bigint, bigint, bigint, bigint, boolean, uuid, uuid);
drop function if exists post_payouts(timestamptz, uuid[], uuid[], text[], bigint[], bigint[], text[]);
drop function if exists decide_payouts(uuid[], uuid[], text[], bigint[], bigint[], text[]);
drop function if exists counted_play(text, bigint, bigint, uuid);
