-- A leg that is decided is no exposure any more, though its bet is open: what open bets could cost is counted anew, by their open legs alone.
update exposure e set bets = coalesce(x.bets, 0), stake_minor = coalesce(x.stake_minor, 0), liability_minor = coalesce(x.liability_minor, 0)
from exposure o left join (
  select l.selection_id, count(*) as bets, sum(b.stake_minor - b.closed_stake_minor)::bigint as stake_minor,
    sum(least(greatest(b.potential_minor - case when b.free_bet_claim_id is null then b.stake_minor else 0 end, 0), b.stake_minor * (l.odds_milli - 1000) / 1000)
      * (b.stake_minor - b.closed_stake_minor) / b.stake_minor)::bigint as liability_minor
  from bets b join bet_legs l on l.player_id = b.player_id and l.bet_id = b.id
  where b.status in ('pending', 'accepted') and b.book = 'real' and l.status = 'open'
  group by l.selection_id
) x on x.selection_id = o.selection_id
where o.selection_id = e.selection_id;
