/** The preview of a promotion: eligible players now, the highest cost, and whether it needs a second operator. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Infer } from '@fairline/proto/contract';
import type { promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import { i18n } from '@lingui/core';
import { moneyText } from '../../domain/money/money.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { rewardCurrency } from '../../domain/promotions/terms.ts';
import { countText } from '../../figures.ts';
import { Notice } from '../../ui/content/states.tsx';

type Preview = Infer<typeof promotionDeskRoutes.previewPromotion.reply>;

export function PreviewNotice({ preview, operator }: { preview: Preview; operator: Operator }) {
  const { players, ofPlayers, samplePlayerIds, worstCostMinor, needsSecondOperator } = preview;
  const found = usePlayers(samplePlayerIds, hasPermission(operator, 'users.read'));
  const names = samplePlayerIds.flatMap((id) => found.of(id)?.email ?? []);
  return (
    <Notice tone={needsSecondOperator ? 'live' : 'info'}>
      <p className="font-strong">
        {i18n._({
          id: 'promoPreview.players',
          message: '{players} of {all} players could claim it now',
          values: { players: countText(players), all: countText(ofPlayers) },
        })}
      </p>
      {names.length > 0 && (
        <p className="break-words text-ink-soft">
          {i18n._({
            id: 'promoPreview.sample',
            message: 'Among them {names}',
            values: { names: names.slice(0, 5).join(', ') },
          })}
        </p>
      )}
      <p>{worstCostText(worstCostMinor)}</p>
      {needsSecondOperator && (
        <p>
          {i18n._({ id: 'promoPreview.second', message: 'A second operator must approve it before players see it.' })}
        </p>
      )}
    </Notice>
  );
}

export function worstCostText(worstCostMinor: number | null): string {
  return worstCostMinor === null
    ? i18n._({ id: 'promoDesk.unbounded', message: 'Its cost has no bound' })
    : i18n._({
        id: 'promoDesk.costsAtMost',
        message: 'Costs at most {amount}',
        values: { amount: moneyText(worstCostMinor, rewardCurrency) },
      });
}
