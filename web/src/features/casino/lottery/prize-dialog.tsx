/** The prizes won in a draw, with a button to claim them; they are already in the balance. */

import { lotteryStakes } from '@fairline/proto/games/lottery';
import { i18n } from '@lingui/core';
import { Money, moneyText } from '../../../domain/money/money.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type LotteryRound, prizeName } from './lottery-labels.ts';
import { PrizeArt } from './prize-art.tsx';

/** A prize of a ticket at the largest stake. */
const megaStakeMinor = Math.max(...lotteryStakes);

export function PrizeDialog({ round, open, onClaim }: { round: LotteryRound; open: boolean; onClaim: () => void }) {
  const won = round.outcome.tickets.flatMap((ticket) => (ticket.prize ? [{ ...ticket, prize: ticket.prize }] : []));
  const [first] = won;
  if (!first) return null;
  const isMega = won.some(({ stakeMinor }) => stakeMinor >= megaStakeMinor);
  return (
    <Dialog
      open={open}
      onClose={onClaim}
      onSubmit={onClaim}
      title={
        isMega
          ? i18n._({ id: 'lottery.mega', message: 'MEGA PRIZE' })
          : i18n._({
              id: 'lottery.prizeWon',
              message: '{count, plural, one {You won a prize} other {You won # prizes}}',
              values: { count: won.length },
            })
      }
      foot={
        <Button type="submit" wide>
          {i18n._({ id: 'lottery.claim', message: 'Claim Prize' })}
        </Button>
      }
    >
      {won.length === 1 ? (
        <div className="lottery-stage flex flex-col items-center gap-2 rounded-card py-6">
          <PrizeArt prize={first.prize} className="lottery-pop size-40" />
          <p className="display text-20">{prizeName(first.prize)}</p>
          <Money minor={first.payoutMinor} currency={round.currency} className="display text-28 text-game" />
        </div>
      ) : (
        <ul className="flex flex-col gap-2">
          {won.map(({ prize, payoutMinor }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a ticket of a round is its place.
            <li key={index} className="lottery-stage flex items-center gap-3 rounded-card px-4 py-2">
              <PrizeArt prize={prize} className="size-14" />
              <span className="grow text-14 font-strong">{prizeName(prize)}</span>
              <Money minor={payoutMinor} currency={round.currency} className="text-16 font-strong text-game" />
            </li>
          ))}
        </ul>
      )}
      <p className="text-center text-13 text-ink-soft">
        {i18n._({
          id: 'lottery.paid',
          message: '{won} for a stake of {staked}, paid in cash to your balance.',
          values: {
            won: moneyText(round.payoutMinor, round.currency),
            staked: moneyText(round.wagerMinor, round.currency),
          },
        })}
      </p>
    </Dialog>
  );
}
