/** What a selection returns on average, as text: "Returns 93.8% on average". */
import type { Market } from '@fairline/proto/betting/offer';
import { averageReturn } from '@fairline/proto/margin';
import { i18n } from '@lingui/core';
import { percentText } from '../../../figures.ts';

/** Rounded down, so that no page promises more than is paid. */
export const sharePercent = (share: number) =>
  percentText(Math.floor(share * 1_000 + 1e-6) / 1_000, { minimumFractionDigits: 1 });

/** `most` if several markets are meant: from the least to the most that one of them returns. */
export function averageText(share: number, most = share): string {
  const [percent, mostPercent] = [sharePercent(share), sharePercent(most)];
  if (percent !== mostPercent)
    return i18n._({
      id: 'price.averages',
      message: 'Returns {percent} to {mostPercent} on average',
      values: { percent, mostPercent },
    });
  return i18n._({ id: 'price.average', message: 'Returns {percent} on average', values: { percent } });
}

export const averageOf = ({ selections }: Pick<Market, 'selections'>) =>
  averageReturn(selections.map(({ oddsMilli }) => oddsMilli));
