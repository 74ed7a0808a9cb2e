/** Claims of all players, and those that wait for an operator; one opens in a drawer. The URL holds the filter and the open claim. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { claimStatuses } from '@fairline/proto/promotions/claims';
import type { OperatorClaim } from '@fairline/proto/promotions/desk';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { claimStatusName } from '../../domain/promotions/claim-labels.ts';
import { isWagered } from '../../domain/promotions/terms.ts';
import { type ChangeAddress, useAddress } from '../../ui/browser/use-address.ts';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Chips } from '../../ui/controls/chips.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { ClaimBadges, ClaimSheet } from './claim-sheet.tsx';
import { type ClaimSearch, claimSearchOf, operatorClaimsQuery } from './queries.ts';

export function Claims({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const wanted = claimSearchOf(search);
  const query = useInfiniteQuery(operatorClaimsQuery(wanted));
  const claims = query.data?.pages.flatMap(({ items }) => items);
  const isNarrowed = wanted.status !== 'all' || wanted.promotionId !== '' || wanted.playerId !== '';
  return (
    <div className="flex flex-col gap-4">
      <Filters wanted={wanted} change={change} />
      <Listed
        query={query}
        items={claims}
        failed={i18n._({ id: 'deskClaims.failed', message: 'Claims could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={
              isNarrowed
                ? i18n._({ id: 'deskClaims.noMatch', message: 'No claims match these filters' })
                : i18n._({ id: 'deskClaims.none', message: 'No claims yet' })
            }
          >
            {isNarrowed && (
              <Button
                look="secondary"
                size="small"
                onClick={() => change({ status: null, promotion: null, player: null })}
              >
                {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
              </Button>
            )}
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} operator={operator} onOpen={(id) => change({ claim: id })} />}
      </Listed>
      <ClaimSheet
        claim={claims?.find(({ id }) => id === search.get('claim'))}
        operator={operator}
        onClose={() => change({ claim: null })}
      />
    </div>
  );
}

function Filters({ wanted, change }: { wanted: ClaimSearch; change: ChangeAddress }) {
  const narrowed = [
    wanted.promotionId && {
      name: 'promotion',
      label: i18n._({ id: 'deskClaims.onePromotion', message: 'One promotion' }),
    },
    wanted.playerId && { name: 'player', label: i18n._({ id: 'deskBets.onePlayer', message: 'One player' }) },
  ];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Chips
        label={i18n._({ id: 'approvals.status', message: 'Status' })}
        value={wanted.status}
        options={[
          { id: 'all', label: i18n._({ id: 'history.all', message: 'All' }) },
          { id: 'waiting', label: i18n._({ id: 'deskClaims.toReview', message: 'To review' }) },
          ...claimStatuses.map((status) => ({ id: status, label: claimStatusName(status)[0] })),
        ]}
        onChange={(status) => change({ status: status === 'all' ? null : status })}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {narrowed.map(
          (one) =>
            one && (
              <Button key={one.name} look="secondary" size="small" onClick={() => change({ [one.name]: null })}>
                {one.label}
                <Icon of={X} />
                <span className="sr-only">{i18n._({ id: 'deskBets.drop', message: 'remove this filter' })}</span>
              </Button>
            ),
        )}
      </div>
    </div>
  );
}

const wideOnly = 'hidden lg:table-cell';

function Rows({
  items,
  operator,
  onOpen,
}: {
  items: readonly OperatorClaim[];
  operator: Operator;
  onOpen: (id: string) => void;
}) {
  const players = usePlayers(
    items.map(({ playerId }) => playerId),
    hasPermission(operator, 'users.read'),
  );
  return (
    <Framed>
      <Table pinned label={i18n._({ id: 'promoDesk.claims', message: 'Claims' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th>{i18n._({ id: 'adjustments.player', message: 'Player' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'promoDesk.promotion', message: 'Promotion' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'deskClaims.claimed', message: 'Claimed' })}</Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'deskClaims.wagered', message: 'Wagered, required' })}
            </Th>
            <Th figures>{i18n._({ id: 'claim.bonus', message: 'Bonus' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((claim) => (
            <tr key={claim.id} className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
              <Td className="w-full max-w-0 py-2 lg:w-1/4">
                <button
                  type="button"
                  onClick={() => onOpen(claim.id)}
                  className="block w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
                >
                  {players.of(claim.playerId)?.email ?? claim.playerId.slice(-8)}
                </button>
                <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft lg:hidden">
                  <ClaimBadges claim={claim} />
                  {claim.name}
                </p>
              </Td>
              <Td className={`${wideOnly} max-w-48 truncate`}>{claim.name}</Td>
              <Td className={wideOnly}>
                <ClaimBadges claim={claim} />
              </Td>
              <Td className={`${wideOnly} text-ink-soft`}>
                <When at={claim.claimedAt} />
              </Td>
              <Td figures className={wideOnly}>
                {isWagered(claim.type) ? (
                  <>
                    <Money minor={claim.wageringCompletedMinor} currency={claim.currency} />
                    <span className="block text-12 text-ink-soft">
                      <Money minor={claim.wageringRequiredMinor} currency={claim.currency} />
                    </span>
                  </>
                ) : (
                  '–'
                )}
              </Td>
              <Td figures className="w-px font-strong">
                <Money minor={claim.bonusMinor} currency={claim.currency} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}
