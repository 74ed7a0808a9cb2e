/** The money of a bet in one line, whether it can be cashed out, and the badge of a free bet. */
import type { Bet } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { Money } from '../../../domain/money/money.tsx';
import { Badge } from '../../../ui/content/badge.tsx';

/** The stake was a free bet, so it is not returned. */
export function FreeBetBadge() {
  return <Badge tone="info">{i18n._({ id: 'bet.free', message: 'Free bet' })}</Badge>;
}

/** The stake, and the possible or actual return. */
export function BetMoney({ bet }: { bet: Bet }) {
  const paid = bet.payoutMinor;
  return (
    <span className="text-ink-soft">
      <Money minor={bet.stakeMinor} currency={bet.currency} />
      {bet.status !== 'rejected' && (
        <>
          <span aria-hidden> → </span>
          <span className="sr-only">
            {paid === undefined
              ? i18n._({ id: 'bet.couldReturn', message: 'could return' })
              : i18n._({ id: 'bet.returned', message: 'returned' })}
          </span>
          <Money minor={paid ?? bet.potentialPayoutMinor} currency={bet.currency} className="font-medium text-ink" />
        </>
      )}
    </span>
  );
}

/** An accepted bet with the player's own money. */
export function canCashOut(bet: Pick<Bet, 'status' | 'freeBet' | 'openStakeMinor'>): boolean {
  return bet.status === 'accepted' && !bet.freeBet && bet.openStakeMinor > 0;
}
