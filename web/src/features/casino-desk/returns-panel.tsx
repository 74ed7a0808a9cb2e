/** What a game returned against what its maths says, with the range that fair results stay in. */
import type { OperatorGame } from '@fairline/proto/casino/desk';
import { i18n } from '@lingui/core';
import { rtpText } from '../../domain/casino/game-labels.ts';
import { countText } from '../../figures.ts';
import { Facts } from '../../ui/content/details.tsx';

export function ReturnsPanel({ game: { returns, version } }: { game: OperatorGame }) {
  const title = i18n._({ id: 'returns.title', message: 'Return of version {version}', values: { version } });
  if (!returns || returns.observed === null || returns.computed === null) {
    return <Facts title={title} facts={[[i18n._({ id: 'returns.rounds', message: 'Rounds' }), '0']]} />;
  }
  const { observed, computed, low, high, rounds } = returns;
  const isOut = (high !== null && observed > high) || (low !== null && observed < low);
  return (
    <div className="flex flex-col gap-2">
      <Facts
        title={title}
        facts={[
          [i18n._({ id: 'returns.rounds', message: 'Rounds' }), countText(rounds)],
          [
            i18n._({ id: 'returns.observed', message: 'Observed' }),
            <span key="observed" className={isOut ? 'figures text-down' : 'figures'}>
              {rtpText(observed)}
            </span>,
          ],
          [
            i18n._({ id: 'returns.computed', message: 'Computed' }),
            <span key="computed" className="figures">
              {rtpText(computed)}
            </span>,
          ],
          [
            i18n._({ id: 'returns.range', message: 'Expected range' }),
            <span key="range" className="figures">
              {rangeText(low, high)}
            </span>,
          ],
        ]}
      />
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'returns.note',
          message:
            'Per round, jackpots apart, demo play included. A fair game leaves the range in 1 of 10,000 cases, however often you look; then it pauses itself.',
        })}
      </p>
    </div>
  );
}

function rangeText(low: number | null, high: number | null): string {
  if (high === null) return '–';
  if (low === null) return i18n._({ id: 'returns.atMost', message: 'at most {high}', values: { high: rtpText(high) } });
  return i18n._({ id: 'returns.between', message: '{low} to {high}', values: { low: rtpText(low), high: rtpText(high) } });
}
