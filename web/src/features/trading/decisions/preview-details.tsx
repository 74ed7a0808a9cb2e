/** The effect of a decision: bets settled, bets with a changed leg, players, and the money that moves in each direction. */
import type { DecisionPreview } from '@fairline/proto/betting/desk';
import { i18n } from '@lingui/core';
import { parNote, parText } from '../../../domain/money/par.ts';
import { countText } from '../../../figures.ts';
import { cx } from '../../../ui/theme/cx.ts';

export function PreviewDetails({ preview }: { preview: DecisionPreview }) {
  const count = (value: number) => countText(value);
  const details: [string, string, (string | undefined)?][] = [
    [i18n._({ id: 'preview.bets', message: 'Bets checked' }), count(preview.bets)],
    [i18n._({ id: 'preview.settled', message: 'Bets settled or resettled' }), count(preview.changedBets)],
    // Previews stored before these counts existed lack them.
    ...(preview.legBets === undefined
      ? []
      : ([[i18n._({ id: 'preview.legs', message: 'Bets with only a leg changed' }), count(preview.legBets)]] satisfies [
          string,
          string,
        ][])),
    [i18n._({ id: 'preview.players', message: 'Players' }), count(preview.players)],
    [i18n._({ id: 'preview.pay', message: 'Additional payout' }), parText(preview.payMinor)],
    [i18n._({ id: 'preview.take', message: 'Clawed back' }), parText(preview.takeMinor)],
    [
      i18n._({ id: 'preview.net', message: 'Net for players' }),
      netText(preview.netMinor),
      preview.netMinor === 0 ? undefined : 'font-strong',
    ],
    [
      i18n._({ id: 'preview.second', message: 'Second operator' }),
      preview.needsSecond
        ? i18n._({ id: 'preview.needed', message: 'needed' })
        : i18n._({ id: 'preview.notNeeded', message: 'not needed' }),
      preview.needsSecond ? 'text-live font-strong' : undefined,
    ],
  ];
  return (
    <section
      aria-label={i18n._({ id: 'decide.preview', message: 'Preview' })}
      className="rounded-card border border-line"
    >
      <dl>
        {details.map(([term, value, look]) => (
          <div
            key={term}
            className="flex min-h-9 items-center justify-between gap-4 border-b border-line px-3 py-1 text-13"
          >
            <dt className="text-ink-soft">{term}</dt>
            <dd className={cx('figures', look)}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="px-3 py-2 text-12 text-ink-soft">{parNote()}</p>
    </section>
  );
}

/** All bets that the decision changes. */
export function changedBy({ changedBets, legBets = 0 }: DecisionPreview): number {
  return changedBets + legBets;
}

export function netText(minor: number): string {
  return `${minor > 0 ? '+' : ''}${parText(minor)}`;
}
