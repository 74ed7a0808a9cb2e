/** The strip under the reels: the win of the spin, and the line that is lit now. A win and a loss are equally easy to read. */
import { i18n } from '@lingui/core';
import { Money } from '../../../domain/money/money.tsx';
import { type LineWin, lineColour } from '../reels/lines.ts';
import { lineWinText, resultText, type SlotRound } from './slots-labels.ts';

interface ResultStripProps {
  round: SlotRound | null;
  /** False for a return of at most the stake where the jurisdiction does not let it look like a win. */
  isWin: boolean;
  /** The wins lit now. */
  tour: readonly LineWin[];
  isSpinning: boolean;
}

export function ResultStrip({ round, isWin, tour, isSpinning }: ResultStripProps) {
  const [one, ...others] = tour;
  return (
    <div className="flex min-h-14 flex-col items-center justify-center text-center">
      {round && round.payoutMinor > 0 && isWin ? (
        <>
          <p className="text-20 font-strong">
            {i18n._({ id: 'slots.win', message: 'Win' })}{' '}
            <Money minor={round.payoutMinor} currency={round.currency} className="display text-game" />
          </p>
          <p className="flex items-center gap-2 text-13 text-ink-soft">
            {one && others.length === 0 ? (
              <>
                <span aria-hidden className="size-2 rounded-full" style={{ background: lineColour(one.line) }} />
                {lineWinText(one, round.currency)}
              </>
            ) : (
              i18n._({
                id: 'slots.winLines',
                message: '{count, plural, one {# line} other {# lines}}',
                values: { count: round.outcome.lines.length },
              })
            )}
          </p>
        </>
      ) : (
        <p className="text-16 text-ink-soft">
          {round
            ? resultText(round, isWin)
            : isSpinning
              ? i18n._({ id: 'slots.goodLuck', message: 'Good luck' })
              : i18n._({ id: 'slots.ready', message: 'Ready to spin' })}
        </p>
      )}
    </div>
  );
}
