/** The promotions: figures, filters, one row each with its cost, and one promotion in a drawer. The URL holds the filter. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorPromotion } from '@fairline/proto/promotions/desk';
import { promotionStatuses } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { promotionStatusName, promotionTypeName } from '../../domain/promotions/promotion-labels.ts';
import { rewardCurrency } from '../../domain/promotions/terms.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Chips } from '../../ui/controls/chips.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { createText, PromotionFormDialog } from './promotion-form.tsx';
import { PromotionSheet, placesText } from './promotion-sheet.tsx';
import { operatorPromotionsQuery, promotionSearchOf } from './queries.ts';
import { Stats } from './stats.tsx';

export function Promotions({ operator }: { operator: Operator }) {
  const [search, change, changeAll] = useAddress();
  const wanted = promotionSearchOf(search);
  const query = useInfiniteQuery(operatorPromotionsQuery(wanted));
  const [creating, setCreating] = useState(false);
  const isNarrowed = wanted.q !== '' || wanted.status !== 'all';
  const acts = hasPermission(operator, 'promotions');
  const label = i18n._({ id: 'promoDesk.search', message: 'Name or promotion id' });
  return (
    <div className="flex flex-col gap-4">
      <Stats />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          className="md:max-w-96"
          q={wanted.q}
          onSearch={(text) => change('q', text.trim() || null)}
          label={label}
          placeholder={label}
        />
        {acts && (
          <Button size="small" className="ml-auto" onClick={() => setCreating(true)}>
            {createText()}
          </Button>
        )}
      </div>
      <Chips
        label={i18n._({ id: 'approvals.status', message: 'Status' })}
        value={wanted.status}
        options={[
          { id: 'all', label: i18n._({ id: 'history.all', message: 'All' }) },
          ...promotionStatuses.map((status) => ({ id: status, label: promotionStatusName(status)[0] })),
        ]}
        onChange={(status) => change('status', status === 'all' ? null : status)}
      />
      <Listed
        query={query}
        items={query.data?.pages.flatMap(({ items }) => items)}
        failed={i18n._({ id: 'offers.failed', message: 'Promotions could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={
              isNarrowed
                ? i18n._({ id: 'promoDesk.noMatch', message: 'No promotions match these filters' })
                : i18n._({ id: 'promoDesk.none', message: 'No promotions created yet' })
            }
          >
            {isNarrowed && (
              <Button look="secondary" size="small" onClick={() => changeAll({ q: null, status: null })}>
                {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
              </Button>
            )}
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} onOpen={(id) => change('promotion', id)} />}
      </Listed>
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'promoDesk.note',
          message:
            'Real money only. Amounts in USD, EUR and GBP are added unchanged. Cost so far: bonuses that became cash or were paid.',
        })}
      </p>
      <PromotionSheet id={search.get('promotion')} operator={operator} onClose={() => change('promotion', null)} />
      {creating && <PromotionFormDialog operator={operator} onClose={() => setCreating(false)} />}
    </div>
  );
}

const wideOnly = 'hidden lg:table-cell';

function Rows({ items, onOpen }: { items: readonly OperatorPromotion[]; onOpen: (id: string) => void }) {
  return (
    <Framed>
      <Table pinned label={i18n._({ id: 'promotions.name', message: 'Promotions' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th>{i18n._({ id: 'promoDesk.promotion', message: 'Promotion' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'promoDesk.period', message: 'Starts, ends' })}</Th>
            <Th figures>{i18n._({ id: 'promoDesk.claims', message: 'Claims' })}</Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'promoDesk.granted', message: 'Bonuses granted' })}
            </Th>
            <Th figures>{i18n._({ id: 'promoDesk.cost', message: 'Cost so far' })}</Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'promoDesk.atMost', message: 'Cost at most' })}
            </Th>
          </tr>
        </thead>
        <tbody>
          {items.map((promotion) => (
            <PromotionRow key={promotion.id} promotion={promotion} onOpen={() => onOpen(promotion.id)} />
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

function PromotionRow({ promotion, onOpen }: { promotion: OperatorPromotion; onOpen: () => void }) {
  const { name, type, startsAt, endsAt, usage, grantedMinor, costMinor, worstCostMinor } = promotion;
  const money = (minor: number) => <Money minor={minor} currency={rewardCurrency} />;
  return (
    <tr className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
      <Td className="w-full max-w-0 py-2 lg:w-1/3">
        <button
          type="button"
          onClick={onOpen}
          className="block w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
        >
          {name}
        </button>
        <p className="truncate text-12 text-ink-soft">{promotionTypeName(type)}</p>
        <p className="mt-1 lg:hidden">
          <StatusBadges promotion={promotion} />
        </p>
      </Td>
      <Td className={wideOnly}>
        <StatusBadges promotion={promotion} />
      </Td>
      <Td className={`${wideOnly} text-12 text-ink-soft`}>
        <When at={startsAt} className="block" />
        <When at={endsAt} className="block" />
      </Td>
      <Td figures className="w-px">
        {placesText(usage)}
      </Td>
      <Td figures className={wideOnly}>
        {money(grantedMinor)}
      </Td>
      <Td figures className="w-px">
        {money(costMinor)}
      </Td>
      <Td figures className={wideOnly}>
        {worstCostMinor === null ? i18n._({ id: 'promoDesk.noBound', message: 'No bound' }) : money(worstCostMinor)}
      </Td>
    </tr>
  );
}

function StatusBadges({ promotion: { status, changeId, waitingClaims } }: { promotion: OperatorPromotion }) {
  const [label, tone] = promotionStatusName(status);
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {changeId && <Badge tone="live">{i18n._({ id: 'promoDesk.changeWaits', message: 'Change pending' })}</Badge>}
      {waitingClaims > 0 && (
        <Badge tone="live">
          {i18n._({ id: 'promoDesk.toReview', message: '{count} to review', values: { count: waitingClaims } })}
        </Badge>
      )}
    </span>
  );
}
