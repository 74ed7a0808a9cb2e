/** The progressive jackpot: the pools, contributions since the last win, and the winners. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { casinoDeskRoutes } from '@fairline/proto/casino/desk';
import type { Infer } from '@fairline/proto/contract';
import { catalogue, jackpotRules, roundReference } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { Money, moneyText } from '../../domain/money/money.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { countText, numberText } from '../../figures.ts';
import { Framed, Loaded } from '../../ui/content/listed.tsx';
import { EmptyState, SkeletonRows } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { operatorJackpotQuery } from './queries.ts';

type Data = Infer<typeof casinoDeskRoutes.operatorJackpot.reply>;

export function Jackpot({ operator }: { operator: Operator }) {
  const query = useQuery(operatorJackpotQuery);
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'deskJackpot.failed', message: 'The jackpot could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={6} className="h-10" />}
    >
      {({ pools, wins }) => (
        <div className="flex flex-col gap-6">
          <Pools pools={pools} />
          <Wins wins={wins} operator={operator} />
        </div>
      )}
    </Loaded>
  );
}

function Pools({ pools }: { pools: Data['pools'] }) {
  return (
    <section aria-labelledby="pools" className="flex flex-col gap-2">
      <h2 id="pools" className="text-16 font-strong">
        {i18n._({ id: 'deskJackpot.pools', message: 'Pools' })}
      </h2>
      <Framed>
        <Table label={i18n._({ id: 'deskJackpot.pools', message: 'Pools' })}>
          <thead>
            <tr>
              <Th>{i18n._({ id: 'deskJackpot.currency', message: 'Currency' })}</Th>
              <Th figures>{i18n._({ id: 'deskJackpot.pool', message: 'Pool' })}</Th>
              <Th figures>{i18n._({ id: 'deskJackpot.contributed', message: 'Contributed since last win' })}</Th>
              <Th figures>{i18n._({ id: 'deskJackpot.wins', message: 'Wins' })}</Th>
              <Th figures>{i18n._({ id: 'deskJackpot.paid', message: 'Total paid' })}</Th>
            </tr>
          </thead>
          <tbody>
            {pools.map(({ currency, amountMinor, contributedMinor, wins, paidMinor }) => (
              <tr key={currency} className="last:[&>td]:border-b-0">
                <Td>{currency}</Td>
                <Td figures className="font-strong">
                  <Money minor={amountMinor} currency={currency} />
                </Td>
                <Td figures>
                  <Money minor={contributedMinor} currency={currency} />
                </Td>
                <Td figures>{countText(wins)}</Td>
                <Td figures>
                  <Money minor={paidMinor} currency={currency} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Framed>
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'deskJackpot.rules',
          message:
            'Each pool starts at {seed} and grows by {share} % of every slot stake in its currency. At a stake of 1.00 the chance is 1 in {odds} per spin.',
          values: {
            seed: numberText(jackpotRules.seedMinor / 100, { minimumFractionDigits: 2 }),
            share: jackpotRules.contributionPercent,
            odds: countText(jackpotRules.oneIn / 100),
          },
        })}
      </p>
    </section>
  );
}

function Wins({ wins, operator }: { wins: Data['wins']; operator: Operator }) {
  const players = usePlayers(
    wins.map(({ playerId }) => playerId),
    hasPermission(operator, 'users.read'),
  );
  return (
    <section aria-labelledby="jackpot-wins" className="flex flex-col gap-2">
      <h2 id="jackpot-wins" className="text-16 font-strong">
        {i18n._({ id: 'deskJackpot.won', message: 'Jackpots won' })}
      </h2>
      {wins.length === 0 ? (
        <EmptyState title={i18n._({ id: 'deskJackpot.none', message: 'No jackpot has been won yet' })} />
      ) : (
        <ul className="rounded-card border border-line bg-surface">
          {wins.map(({ roundId, playerId, currency, amountMinor, gameId, wonAt }) => (
            <li
              key={roundId}
              className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-13 last:border-b-0 hover:bg-raised"
            >
              <span>
                <Link to={`/admin/games/rounds?round=${roundId}`} className="font-medium after:absolute after:inset-0">
                  {catalogue[gameId].name} · <span className="figures">{roundReference(roundId)}</span>
                </Link>
                <span className="block text-12 text-ink-soft">
                  {players.of(playerId)?.email ?? playerId.slice(-8)} · <When at={wonAt} exact />
                </span>
              </span>
              <strong className="figures font-strong">{moneyText(amountMinor, currency)}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
