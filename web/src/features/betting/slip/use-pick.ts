/** Adds a selection to the slip, at the shown price and with the stake for new selections. */
import type { Fixture, Market, Selection } from '@fairline/proto/betting/offer';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useCallback, useMemo } from 'react';
import { marketName } from '../../../domain/betting/market-labels.ts';
import { useStore } from '../../../store.ts';
import { notify } from '../../../ui/notices/notify.ts';
import { fixtureText } from '../offer/fixture-labels.ts';
import { placedActions } from '../placed/placed.ts';
import { startingStakes } from '../preferences.ts';
import { maxItems } from './slip.ts';
import { slipActions, slipStore } from './store.ts';

export function usePick(currency: CurrencyCode): {
  picked: ReadonlySet<string>;
  pick: (fixture: Fixture, market: Market, selection: Selection) => void;
} {
  const { items } = useStore(slipStore);
  const picked = useMemo(() => new Set(items.map(({ selectionId }) => selectionId)), [items]);
  const pick = useCallback(
    (fixture: Fixture, market: Market, selection: Selection) => {
      const { items: now, attempt } = slipStore.get();
      if (attempt)
        return notify.error(
          i18n._({ id: 'slip.waits', message: 'Your slip is waiting for a reply. Please place it again.' }),
        );
      if (now.length >= maxItems && !now.some(({ selectionId }) => selectionId === selection.id)) {
        return notify.error(
          i18n._({ id: 'slip.full', message: 'A slip takes up to {count} selections', values: { count: maxItems } }),
        );
      }
      placedActions.dropAccepted();
      slipActions.pick(
        {
          selectionId: selection.id,
          marketId: market.id,
          fixtureId: fixture.id,
          fixture: fixtureText(fixture),
          market: marketName(market),
          selection: selection.name,
          oddsMilli: selection.oddsMilli,
        },
        startingStakes(currency),
      );
    },
    [currency],
  );
  return { picked, pick };
}
