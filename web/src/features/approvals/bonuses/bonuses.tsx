/** Welcome bonuses: those held back because another account shares the mailbox, device or person, and the decided ones. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { bonusStatuses, type WelcomeBonus } from '@fairline/proto/wallet/grants';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { Money } from '../../../domain/money/money.tsx';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { usePlayers } from '../../../domain/people/players.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Framed, Listed } from '../../../ui/content/listed.tsx';
import { EmptyState } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { When } from '../../../ui/content/when.tsx';
import { StatusPick } from '../../../ui/forms/status-pick.tsx';
import { bonusDecisionText, bonusStateName, bonusStatusName, sharedName } from './bonus-labels.ts';
import { DecideBonus } from './decide-bonus.tsx';
import { bonusesQuery } from './queries.ts';

/** Narrow screens show the same under the player. */
const wideOnly = 'hidden md:table-cell';

export function Bonuses({ operator }: { operator: Operator }) {
  const [search, change] = useAddress();
  const asked = search.get('bonuses');
  const status = bonusStatuses.find((one) => one === asked) ?? (asked === 'all' ? 'all' : 'waiting');
  const query = useInfiniteQuery(bonusesQuery(status));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <div className="flex flex-col gap-4">
      <StatusPick
        statuses={bonusStatuses}
        status={status}
        nameOf={(one) => bonusStatusName(one)[0]}
        usual="waiting"
        onPick={(one) => change('bonuses', one)}
      />
      <Listed
        query={query}
        items={items}
        failed={i18n._({ id: 'bonuses.failed', message: 'Welcome bonuses could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState title={i18n._({ id: 'bonuses.none', message: 'No welcome bonuses' })}>
            {i18n._({
              id: 'bonuses.noneHelp',
              message: 'A bonus waits here when another player has the same mailbox, device or name and date of birth.',
            })}
          </EmptyState>
        }
      >
        {(bonuses) => <BonusTable bonuses={bonuses} operator={operator} />}
      </Listed>
    </div>
  );
}

function BonusTable({ bonuses, operator }: { bonuses: readonly WelcomeBonus[]; operator: Operator }) {
  const ids = bonuses.flatMap(({ userId, shared }) => [
    userId,
    ...shared.flatMap(({ userIds }) => userIds.slice(0, shownPlayers)),
  ]);
  const players = usePlayers(ids, hasPermission(operator, 'users.read'));
  const playerName = (id: string) => players.of(id)?.email ?? id.slice(-8);
  const nameOf = useOperatorName(operator);
  return (
    <Framed>
      <Table label={i18n._({ id: 'bonuses.label', message: 'Welcome bonuses' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'adjustments.player', message: 'Player' })}</Th>
            <Th figures>{i18n._({ id: 'field.amount', message: 'Amount' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'bonuses.why', message: 'Shared with' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'bonuses.since', message: 'Since' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th className={wideOnly}>
              <span className="sr-only">{i18n._({ id: 'adjustments.actions', message: 'Actions' })}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {bonuses.map((bonus) => {
            const why = <Why bonus={bonus} playerName={playerName} />;
            const decide = bonus.status === 'waiting' && (
              <DecideBonus bonus={bonus} operator={operator} player={playerName(bonus.userId)} />
            );
            return (
              <tr key={bonus.id} className="last:[&>td]:border-b-0">
                <Td className="max-md:py-3 max-md:align-top">
                  <Link
                    to={`/admin/users/${bonus.userId}`}
                    title={playerName(bonus.userId)}
                    className="block max-w-48 truncate font-medium hover:underline"
                  >
                    {playerName(bonus.userId)}
                  </Link>
                  <span className="mt-1 flex flex-col items-start gap-2 md:hidden">
                    {why}
                    <When at={bonus.createdAt} className="text-12 text-ink-soft" />
                    <State bonus={bonus} nameOf={nameOf} />
                    {decide}
                  </span>
                </Td>
                <Td figures className="max-md:w-px max-md:py-3 max-md:align-top">
                  <Money minor={bonus.amountMinor} currency={bonus.currency} />
                </Td>
                <Td className={`${wideOnly} max-w-64 py-2`}>{why}</Td>
                <Td className={wideOnly}>
                  <When at={bonus.createdAt} className="whitespace-nowrap" />
                </Td>
                <Td className={`${wideOnly} max-w-64 min-w-32 py-1`}>
                  <State bonus={bonus} nameOf={nameOf} />
                </Td>
                <Td className={`${wideOnly} w-px py-1`}>{decide}</Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Framed>
  );
}

/** The number of linked accounts to list; their pages lead to the others. */
const shownPlayers = 3;

/** Why a bonus waits: the shared attribute, and the other accounts. */
function Why({ bonus: { shared, status }, playerName }: { bonus: WelcomeBonus; playerName: (id: string) => string }) {
  if (shared.length === 0) {
    return status === 'waiting' ? (
      i18n._({ id: 'bonuses.mayNotPlay', message: 'The player may not play' })
    ) : (
      <span className="text-ink-soft">–</span>
    );
  }
  return (
    <ul className="flex flex-col gap-1">
      {shared.map(({ kind, userIds }) => (
        <li key={kind} className="break-words">
          <span className="text-ink-soft">{sharedName(kind)}:</span>{' '}
          {userIds.slice(0, shownPlayers).map((id, place) => (
            <span key={id}>
              {place > 0 && ', '}
              <Link to={`/admin/users/${id}`} className="wrap-anywhere hover:underline">
                {playerName(id)}
              </Link>
            </span>
          ))}
          {userIds.length > shownPlayers &&
            ` ${i18n._({ id: 'bonuses.others', message: '{count, plural, one {and # other} other {and # others}}', values: { count: userIds.length - shownPlayers } })}`}
        </li>
      ))}
    </ul>
  );
}

function State({ bonus, nameOf }: { bonus: WelcomeBonus; nameOf: (id: string) => string }) {
  const [label, tone] = bonusStateName(bonus);
  const decided = bonusDecisionText(bonus, nameOf);
  return (
    <span className="block">
      <Badge tone={tone}>{label}</Badge>
      {decided && <span className="block text-12 break-words text-ink-soft first-letter:uppercase">{decided}</span>}
    </span>
  );
}
