/** The draw of a round as it ended: the six balls and every ticket with its matches and its prize, for the page of the round. */
import { BallSheet } from '../drum/ball.tsx';
import './lottery.css';
import { Tray } from '../drum/tray.tsx';
import type { LotteryRound } from './lottery-labels.ts';
import { DecidedTickets } from './tickets.tsx';

export function LotteryResult({ round }: { round: Pick<LotteryRound, 'outcome' | 'currency'> }) {
  return (
    <div data-game="prize-lottery" className="flex w-full max-w-140 flex-col gap-4">
      <BallSheet />
      <Tray drawn={round.outcome.drawn} still />
      <DecidedTickets outcome={round.outcome} currency={round.currency} />
    </div>
  );
}
