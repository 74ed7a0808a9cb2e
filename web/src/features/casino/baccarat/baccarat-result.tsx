/** A baccarat round as a still picture: the cards of both sides, the result, and the return of each bet. */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import { betName } from '../../../domain/casino/game-labels.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { resultText } from './baccarat-labels.ts';
import { SideHand } from './side-hand.tsx';
import { viewOf } from './table-view.ts';
import '../chips/chips.css';
import './baccarat.css';

export function BaccaratResult({ round }: { round: RoundOf<'elite-baccarat'> }) {
  const { outcome, wager, currency } = round;
  const view = viewOf(outcome);
  const isWinner = (side: 'player' | 'banker') => (outcome.result === 'tie' ? undefined : outcome.result === side);
  return (
    <div data-game={round.gameId} className="felt bac-still">
      <div className="bac-sides">
        <SideHand side="player" cards={view.player} isStill isWinner={isWinner('player')} />
        <SideHand side="banker" cards={view.banker} isStill isWinner={isWinner('banker')} />
      </div>
      <p className="bac-result" data-result={outcome.result}>
        {resultText(outcome)}
      </p>
      <ul className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-12">
        {wager.bets.map(({ type, amountMinor }, at) => (
          <li key={type} className="figures">
            {betName(type)}: {moneyText(amountMinor, currency)} →{' '}
            {moneyText(outcome.bets[at]?.payoutMinor ?? 0, currency)}
          </li>
        ))}
      </ul>
    </div>
  );
}
