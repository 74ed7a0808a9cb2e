/** Cashback statements: for each week cash stakes and returns, the net loss, and the cashback paid. */
import type { CashbackStatement } from '@fairline/proto/promotions/loyalty';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { Money, moneyText } from '../../domain/money/money.tsx';
import { dayText } from '../../domain/people/display-settings.ts';
import { perCentText } from '../../domain/promotions/promotion-labels.ts';
import { Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { Rows } from './counting.tsx';
import { cashbackQuery } from './queries.ts';

export function Cashback() {
  const query = useInfiniteQuery(cashbackQuery);
  return (
    <Listed
      query={query}
      items={query.data?.pages.flatMap(({ items }) => items)}
      failed={i18n._({ id: 'cashback.failed', message: 'Your cashback statements could not be loaded' })}
      error={query.error && errorText(query.error)}
      empty={
        <EmptyState title={i18n._({ id: 'cashback.none', message: 'No cashback statements yet' })}>
          {i18n._({
            id: 'cashback.noneHelp',
            message: 'With a cashback promotion you get a statement here after each week, Monday to Sunday (UTC).',
          })}
        </EmptyState>
      }
    >
      {(statements) => (
        <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
          {statements.map((statement) => (
            <Statement key={statement.id} statement={statement} />
          ))}
        </ul>
      )}
    </Listed>
  );
}

function Statement({ statement }: { statement: CashbackStatement }) {
  const {
    name,
    weekStartsAt,
    weekEndsAt,
    stakedMinor,
    returnedMinor,
    netLossMinor,
    percent,
    amountMinor,
    currency,
    paidAt,
    unpaid,
  } = statement;
  const money = (minor: number) => <Money minor={minor} currency={currency} />;
  return (
    <li className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="text-14 font-strong">{weekText(weekStartsAt, weekEndsAt)}</h3>
          <p className="text-12 break-words text-ink-soft">{name}</p>
        </div>
        <Money minor={amountMinor} currency={currency} className="text-16 font-strong" />
      </div>
      <Rows
        rows={[
          [i18n._({ id: 'play.staked', message: 'Staked' }), money(stakedMinor)],
          [i18n._({ id: 'cashback.returned', message: 'Returned' }), money(returnedMinor)],
          [i18n._({ id: 'cashback.netLoss', message: 'Net loss' }), money(Math.max(0, netLossMinor))],
        ]}
      />
      <p className="text-12 text-ink-soft">
        {paidAt
          ? i18n._({
              id: 'cashback.paid',
              message: '{percent} of the net loss: {amount}, paid as cash {day}',
              values: { percent: perCentText(percent), amount: moneyText(amountMinor, currency), day: dayText(paidAt) },
            })
          : unpaidText(amountMinor, percent, unpaid)}
      </p>
    </li>
  );
}

function unpaidText(amountMinor: number, percent: number, unpaid: CashbackStatement['unpaid']): string {
  const values = { percent: perCentText(percent) };
  if (unpaid === 'at_risk')
    return i18n._({ id: 'cashback.paused', message: 'Not paid: promotions were not available to you at that time' });
  if (unpaid)
    return i18n._({ id: 'cashback.notPlaying', message: 'Not paid: your account was suspended or excluded from play' });
  return amountMinor === 0
    ? i18n._({ id: 'cashback.noLoss', message: '{percent} of the net loss: nothing to pay this week', values })
    : i18n._({ id: 'cashback.unpaid', message: '{percent} of the net loss: not paid yet', values });
}

/** The week ends where the next one begins; its days are UTC. */
function weekText(startsAt: string, endsAt: string): string {
  const day = (instant: string | number) =>
    new Date(instant).toLocaleDateString(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return i18n._({
    id: 'cashback.week',
    message: '{from} to {to}',
    values: { from: day(startsAt), to: day(Date.parse(endsAt) - 1) },
  });
}
