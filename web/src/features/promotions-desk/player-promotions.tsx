/** Tier, points and claims of one player, on the player's page. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { tierName } from '../../domain/promotions/promotion-labels.ts';
import { countText } from '../../figures.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { DetailList } from '../../ui/content/details.tsx';
import { Framed, Listed, Loaded } from '../../ui/content/listed.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { ClaimBadges, ClaimSheet } from './claim-sheet.tsx';
import { operatorClaimsQuery, playerLoyaltyQuery } from './queries.ts';

export function PlayerPromotions({ id, operator }: { id: string; operator: Operator }) {
  const [search, change] = useAddress();
  const loyalty = useQuery(playerLoyaltyQuery(id));
  const query = useInfiniteQuery(operatorClaimsQuery({ status: 'all', promotionId: '', playerId: id }));
  const claims = query.data?.pages.flatMap(({ items }) => items);
  return (
    <div className="flex flex-col gap-4">
      <Loaded
        query={loyalty}
        failed={i18n._({ id: 'userPromo.loyaltyFailed', message: 'Loyalty could not be loaded' })}
        error={loyalty.error && errorText(loyalty.error)}
        waiting={<SkeletonRows count={3} className="h-10" />}
      >
        {({ tier, balance, earned }) => (
          <DetailList
            title={i18n._({ id: 'promotions.loyalty', message: 'Loyalty' })}
            details={[
              [i18n._({ id: 'userPromo.tier', message: 'Tier' }), tierName(tier)],
              [i18n._({ id: 'loyalty.balance', message: 'Points balance' }), countText(balance)],
              [i18n._({ id: 'userPromo.earned', message: 'Points earned in 365 days' }), countText(earned)],
            ]}
          />
        )}
      </Loaded>
      <Listed
        query={query}
        items={claims}
        failed={i18n._({ id: 'deskClaims.failed', message: 'Claims could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'deskClaims.none', message: 'No claims yet' })}
      >
        {(items) => (
          <Framed>
            <Table label={i18n._({ id: 'promoDesk.claims', message: 'Claims' })}>
              <thead>
                <tr>
                  <Th>{i18n._({ id: 'promoDesk.promotion', message: 'Promotion' })}</Th>
                  <Th>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
                  <Th>{i18n._({ id: 'deskClaims.claimed', message: 'Claimed' })}</Th>
                  <Th figures>{i18n._({ id: 'claim.bonus', message: 'Bonus' })}</Th>
                </tr>
              </thead>
              <tbody>
                {items.map((claim) => (
                  <tr key={claim.id} className="relative hover:bg-raised last:[&>td]:border-b-0">
                    <Td>
                      <button
                        type="button"
                        onClick={() => change('claim', claim.id)}
                        className="text-left font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
                      >
                        {claim.name}
                      </button>
                    </Td>
                    <Td>
                      <ClaimBadges claim={claim} />
                    </Td>
                    <Td>
                      <When at={claim.claimedAt} />
                    </Td>
                    <Td figures>
                      <Money minor={claim.bonusMinor} currency={claim.currency} />
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Framed>
        )}
      </Listed>
      <Link to={`/admin/promotions/claims?player=${id}`} className="self-start text-13 underline underline-offset-4">
        {i18n._({ id: 'userPromo.all', message: 'Open in Promotions' })}
      </Link>
      <ClaimSheet
        claim={claims?.find((claim) => claim.id === search.get('claim'))}
        operator={operator}
        onClose={() => change('claim', null)}
      />
    </div>
  );
}
