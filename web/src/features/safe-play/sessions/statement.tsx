/** The activity of a month and of the whole lifetime, per product. Months are UTC; the URL holds the chosen one. */
import { Month, type Statement } from '@fairline/proto/risk/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { Money } from '../../../domain/money/money.tsx';
import { periodName, playNames } from '../../../domain/money/play-labels.ts';
import { lengthText } from '../../../domain/safe-play/limit-labels.ts';
import { countText } from '../../../figures.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { Framed, Loaded } from '../../../ui/content/listed.tsx';
import { SkeletonRows } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { statementQuery } from './queries.ts';

export function StatementView() {
  const [search, change] = useAddress();
  const asked = search.get('month');
  const month = asked && Month.safeParse(asked).success ? asked : null;
  const query = useQuery(statementQuery(month));
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'safe.statement.failed', message: 'Your statement could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={8} className="h-10" />}
    >
      {(statement) => (
        <div className="flex flex-col gap-8" aria-busy={query.isPlaceholderData || undefined}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <PickOne
              label={i18n._({ id: 'safe.statement.month', message: 'Month' })}
              value={month ?? statement.month}
              onChange={({ target }) => change('month', target.value)}
            >
              {monthsOf(statement, month).map((one) => (
                <option key={one} value={one}>
                  {monthName(one)}
                </option>
              ))}
            </PickOne>
            <p className="text-12 text-ink-soft">
              {i18n._({
                id: 'safe.statement.utc',
                message: 'Months are in UTC. Open stakes count in neither returns nor net result.',
              })}
            </p>
          </div>
          <Figures title={monthName(statement.month)} figures={statement} currency={statement.currency} />
          <Figures title={periodName('all')} figures={statement.lifetime} currency={statement.currency} />
        </div>
      )}
    </Loaded>
  );
}

/** The months with activity, and the month shown or requested. */
function monthsOf(statement: Statement, asked: string | null): string[] {
  return [...new Set([...statement.months, statement.month, ...(asked ? [asked] : [])])].sort().reverse();
}

function monthName(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(i18n.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

type Sums = Statement['lifetime'];

const sumFields = ['stakedMinor', 'openStakeMinor', 'returnedMinor', 'netMinor'] as const;
type SumField = (typeof sumFields)[number];

interface SumsProps {
  title: string;
  figures: Sums;
  currency: Statement['currency'];
}

function Figures(props: SumsProps) {
  const { depositedMinor, withdrawnMinor, stakedMinor, returnedMinor, sessions } = props.figures;
  const isEmpty = [depositedMinor, withdrawnMinor, stakedMinor, returnedMinor, sessions].every((one) => one === 0);
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-16 font-strong first-letter:uppercase">{props.title}</h2>
      {isEmpty ? (
        <p className="text-13 text-ink-soft">
          {i18n._({ id: 'safe.statement.none', message: 'No deposits, withdrawals or play.' })}
        </p>
      ) : (
        <AllSums {...props} />
      )}
    </section>
  );
}

function AllSums({ title, figures, currency }: SumsProps) {
  const money = (minor: number, net = false): ReactNode => <Money minor={minor} currency={currency} net={net} />;
  const { sports, casino } = figures.byProduct;
  const columns: readonly [name: string, sums: Pick<Sums, SumField>][] = [
    [i18n._({ id: 'nav.sports', message: 'Sports' }), sports],
    [i18n._({ id: 'nav.casino', message: 'Casino' }), casino],
    [i18n._({ id: 'balance.total', message: 'Total' }), figures],
  ];
  const others: [name: string, value: ReactNode][] = [
    [i18n._({ id: 'settings.deposits', message: 'Deposits' }), money(figures.depositedMinor)],
    [i18n._({ id: 'settings.withdrawals', message: 'Withdrawals' }), money(figures.withdrawnMinor)],
    [i18n._({ id: 'safe.statement.sessions', message: 'Sessions' }), countText(figures.sessions)],
    [i18n._({ id: 'safe.statement.played', message: 'Time played' }), lengthText(figures.playMinutes)],
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {others.map(([name, value]) => (
          <div key={name} className="min-w-0 rounded-card border border-line bg-surface px-3 py-2">
            <dt className="text-12 text-ink-soft">{name}</dt>
            <dd className="figures overflow-x-clip text-14 font-strong">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-col gap-2 sm:hidden">
        {columns.map(([name, sums]) => (
          <Product key={name} name={name}>
            {sumFields.map((field) => [sumName(field), money(sums[field], field === 'netMinor')])}
          </Product>
        ))}
      </div>
      <div className="hidden sm:block">
        <Framed>
          <Table label={i18n._({ id: 'safe.statement.table', message: 'Play: {title}', values: { title } })}>
            <thead>
              <tr>
                <Th>
                  <span className="sr-only">{i18n._({ id: 'safe.statement.figure', message: 'Figure' })}</span>
                </Th>
                {columns.map(([name]) => (
                  <Th key={name} figures>
                    {name}
                  </Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sumFields.map((field) => (
                <tr key={field}>
                  <Td>{sumName(field)}</Td>
                  {columns.map(([name, sums]) => (
                    <Td key={name} figures>
                      {money(sums[field], field === 'netMinor')}
                    </Td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </Framed>
      </div>
    </>
  );
}

/** On a phone three amounts do not fit side by side. */
function Product({
  name,
  children,
}: {
  name: string;
  children: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <section className="rounded-card border border-line bg-surface px-3 py-1">
      <h3 className="py-2 text-13 font-strong">{name}</h3>
      <dl>
        {children.map(([label, value]) => (
          <div key={label} className="flex min-h-9 items-center justify-between gap-4 border-t border-line text-13">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function sumName(field: SumField): string {
  switch (field) {
    case 'stakedMinor':
      return playNames.staked();
    case 'openStakeMinor':
      return playNames.open();
    case 'returnedMinor':
      return i18n._({ id: 'safe.returned', message: 'Returns' });
    case 'netMinor':
      return i18n._({ id: 'safe.net', message: 'Net result' });
  }
}
