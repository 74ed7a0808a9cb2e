/** What counts towards the wagering requirement: products with their rates, odds, sports and the highest stake. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import type { Promotion } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { OddsFormatContext } from '../../domain/betting/odds.tsx';
import { moneyText } from '../../domain/money/money.tsx';
import { perCentText, productName } from '../../domain/promotions/promotion-labels.ts';
import { countingTerms, isWagered } from '../../domain/promotions/terms.ts';
import { oddsText } from '../../figures.ts';
import { said } from '../../server-texts.ts';
import { sportNamesQuery } from './queries.ts';

type Terms = Pick<Promotion, 'type' | 'wagering' | 'eligibility'>;

/** Names and values, one to a line. */
export function Rows({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="text-13">
      {rows.map(([name, value]) => (
        <div key={name} className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 last:border-b-0">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Counting({ promotion, currency }: { promotion: Terms; currency: PlayCurrencyCode }) {
  const format = useContext(OddsFormatContext);
  const sports = useSports(promotion.eligibility.sports);
  const { contributions, minOddsMilli, maxStakeMinor } = countingTerms(promotion);
  const odds = i18n._({ id: 'offer.oddsFrom', message: '{odds} or higher', values: { odds: oddsText(minOddsMilli, format) } });
  const onSports = promotion.type === 'free_bet' || (isWagered(promotion.type) && contributions.some(({ product }) => product === 'sports'));
  const rows: [string, string][] = [
    ...(isWagered(promotion.type)
      ? contributions.map(({ product, percent }): [string, string] => [
          productName(product),
          i18n._({ id: 'offer.counts', message: '{percent} of each stake counts', values: { percent: perCentText(percent) } }),
        ])
      : []),
    ...(onSports
      ? [
          [i18n._({ id: 'offer.minOdds', message: 'Minimum odds' }), odds] as [string, string],
          [i18n._({ id: 'offer.sports', message: 'Sports' }), sports] as [string, string],
        ]
      : []),
    ...(isWagered(promotion.type)
      ? [[i18n._({ id: 'offer.maxStake', message: 'Maximum stake with bonus money' }), moneyText(maxStakeMinor, currency)] as [string, string]]
      : []),
  ];
  if (rows.length === 0) return null;
  return <Rows rows={rows} />;
}

function useSports(slugs: readonly string[]): string {
  const { data } = useQuery({ ...sportNamesQuery, enabled: slugs.length > 0 });
  if (slugs.length === 0) return i18n._({ id: 'offer.allSports', message: 'All' });
  return slugs.map((slug) => said(data?.get(slug) ?? slug)).join(', ');
}
