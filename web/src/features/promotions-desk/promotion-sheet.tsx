/** One promotion in a drawer: its figures, its terms, the waiting change, and its actions. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorPromotion } from '@fairline/proto/promotions/desk';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { promotionStatusName } from '../../domain/promotions/promotion-labels.ts';
import { rewardCurrency } from '../../domain/promotions/terms.ts';
import { countText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { KeyHint, useKeyShortcuts } from '../../ui/content/shortcuts.tsx';
import { EmptyState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { offerRows } from './offer-rows.ts';
import { actName, actsOf, type StatusAct, StatusDialog } from './promotion-actions.tsx';
import { PromotionFormDialog } from './promotion-form.tsx';
import { operatorPromotionQuery, sportNamesQuery } from './queries.ts';

type Asked = StatusAct | 'edit';

export function PromotionSheet({
  id,
  operator,
  onClose,
}: {
  id: string | null;
  operator: Operator;
  onClose: () => void;
}) {
  const query = useQuery({ ...operatorPromotionQuery(id ?? ''), enabled: id !== null });
  const promotion = query.data;
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <>
      <Sheet
        open={id !== null}
        onClose={onClose}
        title={promotion?.name ?? i18n._({ id: 'promoDesk.promotion', message: 'Promotion' })}
        foot={
          promotion &&
          hasPermission(operator, 'promotions') && (
            <Actions promotion={promotion} asking={asked !== undefined} onAsk={setAsked} />
          )
        }
      >
        <Loaded
          query={query}
          failed={i18n._({ id: 'promoDesk.oneFailed', message: 'The promotion could not be loaded' })}
          error={query.error && errorText(query.error)}
          waiting={<SkeletonRows count={6} className="h-10" />}
        >
          {(read) =>
            read ? (
              <Details promotion={read} operator={operator} />
            ) : (
              <EmptyState title={i18n._({ id: 'promoDesk.unknown', message: 'Promotion not found' })} />
            )
          }
        </Loaded>
      </Sheet>
      {promotion && asked === 'edit' && (
        <PromotionFormDialog operator={operator} promotion={promotion} onClose={close} />
      )}
      {promotion && asked && asked !== 'edit' && <StatusDialog promotion={promotion} act={asked} onClose={close} />}
    </>
  );
}

const keyOf: Record<StatusAct, string> = { activate: 'A', pause: 'P', end: 'E' };

function Actions({
  promotion,
  asking,
  onAsk,
}: {
  promotion: OperatorPromotion;
  asking: boolean;
  onAsk: (what: Asked) => void;
}) {
  const acts = actsOf(promotion);
  const why =
    promotion.changeId && i18n._({ id: 'games.rtpWaitsWhy', message: 'A change is waiting for a second operator' });
  const shortcuts = acts.map((act) => [keyOf[act].toLowerCase(), () => onAsk(act)] as const);
  useKeyShortcuts(
    { ...Object.fromEntries(shortcuts), c: acts.length > 0 && (() => onAsk('edit')) },
    { off: asking || Boolean(why) },
  );
  if (acts.length === 0) return null;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button look="secondary" size="small" why={why} onClick={() => onAsk('edit')}>
        {i18n._({ id: 'promoDesk.edit', message: 'Edit' })} <KeyHint of="C" />
      </Button>
      {acts.map((act) => (
        <Button
          key={act}
          size="small"
          look={act === 'activate' ? 'primary' : 'danger'}
          why={why}
          quietly
          onClick={() => onAsk(act)}
        >
          {actName[act]()} <KeyHint of={keyOf[act]} />
        </Button>
      ))}
    </span>
  );
}

function Details({ promotion, operator }: { promotion: OperatorPromotion; operator: Operator }) {
  const { data: sports } = useQuery(sportNamesQuery);
  const nameOf = useOperatorName(operator);
  const {
    id,
    usage,
    activeClaims,
    completedClaims,
    waitingClaims,
    grantedMinor,
    costMinor,
    openMinor,
    worstCostMinor,
  } = promotion;
  const [status, tone] = promotionStatusName(promotion.status);
  const money = (minor: number) => <Money minor={minor} currency={rewardCurrency} />;
  const { usage: _, ...terms } = promotion;
  const rows = offerRows(
    { ...terms, maxClaims: usage.maxClaims },
    (sport) => sports?.find((one) => one.id === sport)?.name ?? sport,
  );
  const texts = ['name', 'description', 'terms', 'status'];
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={tone}>{status}</Badge>
        <Link
          to={`/admin/promotions/claims?promotion=${id}`}
          className="text-13 font-medium underline underline-offset-4"
        >
          {i18n._({ id: 'promoDesk.claims', message: 'Claims' })}
        </Link>
      </div>
      {promotion.changeId && (
        <Notice
          tone="live"
          action={
            <Link to="/admin/promotions/changes" className="font-medium underline underline-offset-4">
              {i18n._({ id: 'promoDesk.changes', message: 'Changes' })}
            </Link>
          }
        >
          {i18n._({ id: 'games.rtpWaitsWhy', message: 'A change is waiting for a second operator' })}
        </Notice>
      )}
      <p className="text-13 break-words whitespace-pre-line">{promotion.description}</p>
      <DetailList
        title={i18n._({ id: 'games.figures', message: 'Figures' })}
        details={[
          [i18n._({ id: 'promoDesk.claims', message: 'Claims' }), placesText(usage)],
          [i18n._({ id: 'promoDesk.activeClaims', message: 'Active claims' }), countText(activeClaims)],
          [i18n._({ id: 'promoDesk.completedClaims', message: 'Completed claims' }), countText(completedClaims)],
          waitingClaims > 0 && [
            i18n._({ id: 'promoDesk.waitingClaims', message: 'Claims to review' }),
            countText(waitingClaims),
          ],
          [i18n._({ id: 'promoDesk.granted', message: 'Bonuses granted' }), money(grantedMinor)],
          [i18n._({ id: 'promoDesk.cost', message: 'Cost so far' }), money(costMinor)],
          [i18n._({ id: 'promoDesk.open', message: 'Open liability' }), money(openMinor)],
          [
            i18n._({ id: 'promoDesk.atMost', message: 'Cost at most' }),
            worstCostMinor === null ? i18n._({ id: 'promoDesk.noBound', message: 'No bound' }) : money(worstCostMinor),
          ],
        ]}
      />
      <DetailList
        title={i18n._({ id: 'promoDesk.conditions', message: 'Conditions' })}
        details={rows.filter((row) => !texts.includes(row.id)).map(({ name, value }) => [name, value])}
      />
      <section className="rounded-card border border-line bg-surface px-4 py-3">
        <h2 className="text-14 font-strong">{i18n._({ id: 'offer.terms', message: 'Terms' })}</h2>
        <p className="mt-2 text-13 break-words whitespace-pre-line text-ink-soft">{promotion.terms}</p>
      </section>
      <p className="text-12 text-ink-soft">
        {i18n._({ id: 'promoDesk.created', message: 'Created' })} <When at={promotion.createdAt} />
        {promotion.createdBy && ` · ${nameOf(promotion.createdBy)}`} ·{' '}
        {i18n._({ id: 'promoDesk.updated', message: 'changed' })} <When at={promotion.updatedAt} />
      </p>
    </div>
  );
}

/** "12 of 100" */
export function placesText({ claimed, maxClaims }: OperatorPromotion['usage']): string {
  return maxClaims === undefined
    ? countText(claimed)
    : i18n._({
        id: 'games.activeOf',
        message: '{active} of {all}',
        values: { active: countText(claimed), all: countText(maxClaims) },
      });
}
