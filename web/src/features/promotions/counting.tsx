/** How stakes count towards the wagering requirement: products with their rates, odds, sports and the highest stake. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import type { ClaimCounting } from '@fairline/proto/promotions/claims';
import type { PromotionType } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { OddsFormatContext } from '../../domain/betting/odds.tsx';
import { moneyText } from '../../domain/money/money.tsx';
import { perCentText, productName } from '../../domain/promotions/promotion-labels.ts';
import { contributions, isWagered } from '../../domain/promotions/terms.ts';
import { oddsText } from '../../figures.ts';
import { translate } from '../../server-texts.ts';
import { sportNamesQuery } from './queries.ts';

/** Names and values, one to a line. */
export function Rows({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="text-13">
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 last:border-b-0"
        >
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CountingProps {
  type: PromotionType;
  counting: ClaimCounting;
  currency: PlayCurrencyCode;
}

export function Counting({ type, counting, currency }: CountingProps) {
  const format = useContext(OddsFormatContext);
  const sports = useSports(counting.sports);
  const counted = isWagered(type) ? contributions(counting) : [];
  const onSports = type === 'free_bet' || counted.some(({ product }) => product === 'sports');
  const rows: ([string, string] | false)[] = [
    ...counted.map(({ product, percent }): [string, string] => [
      productName(product),
      i18n._({
        id: 'offer.counts',
        message: '{percent} of each stake counts',
        values: { percent: perCentText(percent) },
      }),
    ]),
    onSports && [
      i18n._({ id: 'offer.minOdds', message: 'Minimum odds' }),
      i18n._({
        id: 'offer.oddsFrom',
        message: '{odds} or higher',
        values: { odds: oddsText(counting.minOddsMilli, format) },
      }),
    ],
    onSports && [i18n._({ id: 'offer.sports', message: 'Sports' }), sports],
    isWagered(type) && [
      i18n._({ id: 'offer.covered', message: 'Bets that cover each other' }),
      i18n._({ id: 'offer.atRisk', message: 'Only what is at risk counts' }),
    ],
    isWagered(type) && [
      i18n._({ id: 'offer.maxStake', message: 'Maximum stake with bonus money' }),
      moneyText(counting.maxStakeMinor, currency),
    ],
  ];
  const shown = rows.filter((row) => row !== false);
  return shown.length > 0 && <Rows rows={shown} />;
}

function useSports(slugs: readonly string[]): string {
  const { data } = useQuery({ ...sportNamesQuery, enabled: slugs.length > 0 });
  if (slugs.length === 0) return i18n._({ id: 'offer.allSports', message: 'All' });
  return slugs.map((slug) => translate(data?.get(slug) ?? slug)).join(', ');
}
