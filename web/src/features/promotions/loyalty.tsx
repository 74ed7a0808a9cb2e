/** Loyalty: the points and their value, the tier and the progress to the next one, how points are earned, and every entry of the points account. */
import { loyaltyRules, type Points, type PointsEntry } from '@fairline/proto/promotions/loyalty';
import { tiers, wageringProducts } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { dayText, whenText } from '../../domain/people/display-settings.ts';
import { productName, tierName } from '../../domain/promotions/promotion-labels.ts';
import { countText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Listed, Loaded } from '../../ui/content/listed.tsx';
import { EmptyState, SkeletonRows } from '../../ui/content/states.tsx';
import { ProgressLine } from '../../ui/graphics/progress-line.tsx';
import { Rows } from './counting.tsx';
import { pointsToNext, tierProgress } from './points.ts';
import { pointsQuery } from './queries.ts';
import { Redeem } from './redeem.tsx';

export function Loyalty() {
  const query = useInfiniteQuery(pointsQuery);
  return (
    <Loaded
      query={{ ...query, data: query.data?.pages }}
      failed={i18n._({ id: 'loyalty.failed', message: 'Your points could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={4} className="h-14" />}
    >
      {([first, ...older]) =>
        first && (
          <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-2">
            <div className="flex flex-col gap-8">
              <PointsBalance points={first} />
              <Redeem balance={first.balance} currency={first.currency} isPaused={first.isPaused === true} />
            </div>
            <HowPointsWork points={first} />
            <section aria-labelledby="points-account" className="flex flex-col gap-3 lg:col-span-2">
              <h2 id="points-account" className="text-16 font-strong">
                {i18n._({ id: 'loyalty.account', message: 'Points history' })}
              </h2>
              <Listed
                query={query}
                items={[first, ...older].flatMap(({ entries }) => entries)}
                failed=""
                error={null}
                empty={
                  <EmptyState title={i18n._({ id: 'loyalty.none', message: 'No points yet' })}>
                    {i18n._({ id: 'loyalty.noneHelp', message: 'Settled stakes with real money earn points.' })}
                  </EmptyState>
                }
              >
                {(entries) => <Entries entries={entries} />}
              </Listed>
            </section>
          </div>
        )
      }
    </Loaded>
  );
}

/** The balance, its value, and the tier on the line. */
function PointsBalance({ points }: { points: Points }) {
  const { balance, tier, next, worthMinor, currency, expiring } = points;
  const toNext = points.isPaused
    ? i18n._({ id: 'loyalty.paused', message: 'Your tier cannot go up at the moment' })
    : next
      ? i18n._({
          id: 'loyalty.toNext',
          message: '{points} points to {tier}',
          values: { points: countText(pointsToNext(points)), tier: tierName(next.tier) },
        })
      : i18n._({ id: 'loyalty.highest', message: 'You are on the highest tier' });
  return (
    <section aria-labelledby="points-balance" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="points-balance" className="text-13 text-ink-soft">
            {i18n._({ id: 'loyalty.balance', message: 'Points balance' })}
          </h2>
          <p className="display figures text-28 sm:text-40">{countText(balance)}</p>
          <p className="text-13 text-ink-soft">
            {i18n._({
              id: 'loyalty.worth',
              message: 'Worth {amount}',
              values: { amount: moneyText(worthMinor, currency) },
            })}
          </p>
        </div>
        <Badge tone="act">{tierName(tier)}</Badge>
      </div>
      <ProgressLine
        share={tierProgress(points)}
        label={i18n._({ id: 'loyalty.progress', message: 'Progress to the next tier' })}
        text={toNext}
      />
      <p className="text-13 text-ink-soft">{toNext}</p>
      {expiring && (
        <p className="text-13">
          {i18n._({
            id: 'loyalty.expiring',
            message: '{count, plural, one {# point expires} other {# points expire}} on {day}',
            values: { count: expiring.points, day: dayText(expiring.at) },
          })}
        </p>
      )}
    </section>
  );
}

function HowPointsWork({ points: { currency, tier, earned } }: { points: Points }) {
  const { stakeMinorPerPoint, expiryDays } = loyaltyRules;
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col gap-2">
        <h2 className="text-16 font-strong">{i18n._({ id: 'loyalty.earn', message: 'How you earn points' })}</h2>
        <Rows
          rows={wageringProducts.map((product) => [
            productName(product),
            i18n._({
              id: 'loyalty.rate',
              message: '1 point per {amount} staked',
              values: { amount: moneyText(stakeMinorPerPoint[product], currency) },
            }),
          ])}
        />
        <p className="text-12 text-ink-soft">
          {i18n._({
            id: 'loyalty.earnNote',
            message:
              'Points come with the settled stake. Free bets and void bets earn none. Points expire after {days} days.',
            values: { days: expiryDays },
          })}
        </p>
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="text-16 font-strong">{i18n._({ id: 'loyalty.tiers', message: 'Tiers' })}</h2>
        <Rows
          rows={tiers.map(({ id, points }) => [
            tierName(id) + (id === tier ? ` · ${i18n._({ id: 'loyalty.yours', message: 'yours' })}` : ''),
            i18n._({ id: 'loyalty.from', message: 'from {points} points', values: { points: countText(points) } }),
          ])}
        />
        <p className="text-12 text-ink-soft">
          {i18n._({
            id: 'loyalty.tierNote',
            message:
              'Your tier counts the points earned in the last {days} days: {earned}. Redeeming points does not lower it.',
            values: { days: expiryDays, earned: countText(earned) },
          })}
        </p>
      </section>
    </div>
  );
}

function Entries({ entries }: { entries: readonly PointsEntry[] }) {
  return (
    <ul className="rounded-card border border-line bg-surface">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="flex items-center justify-between gap-4 border-b border-line px-4 py-2 text-13 last:border-b-0"
        >
          <span className="min-w-0">
            <span className="block font-medium">{entryText(entry)}</span>
            <time dateTime={entry.createdAt} className="figures text-12 text-ink-soft">
              {whenText(entry.createdAt)}
            </time>
          </span>
          <span className="figures flex shrink-0 flex-col items-end">
            <span className="font-strong">{signedText(entry.points)}</span>
            <span className="text-12 text-ink-soft">
              {i18n._({
                id: 'loyalty.after',
                message: 'Balance {points}',
                values: { points: countText(entry.balanceAfter) },
              })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** With a true minus sign, and a plus sign for points received. */
const signedText = (points: number): string =>
  points > 0 ? `+${countText(points)}` : countText(points).replace('-', '−');

function entryText({ kind, product }: PointsEntry): string {
  switch (kind) {
    case 'earned':
      return product
        ? i18n._({ id: 'points.earnedOn', message: 'Earned: {product}', values: { product: productName(product) } })
        : i18n._({ id: 'points.earned', message: 'Earned' });
    case 'bonus':
      return i18n._({ id: 'points.bonus', message: 'Bonus points' });
    case 'redeemed':
      return i18n._({ id: 'points.redeemed', message: 'Redeemed for cash' });
    case 'expired':
      return i18n._({ id: 'points.expired', message: 'Expired' });
    case 'reversed':
      return i18n._({ id: 'points.reversed', message: 'Reversed' });
  }
}
