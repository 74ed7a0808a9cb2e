/** Our own prices and margin for one market, and the return to the feed's prices; each with a reason. */
import { deskRoutes, type TradingMarket } from '@fairline/proto/betting/desk';
import { deskRules } from '@fairline/proto/betting/rules';
import { maxOddsMilli, minOddsMilli } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { numberText, oddsText } from '../../../figures.ts';
import { Checkbox, TextField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { chanceText, pointsText } from '../markets/labels.ts';
import { carriedBp, marginBpOf, oddsMilliOf, paysTooMuch } from '../markets/own-prices.ts';

interface Asking {
  market: TradingMarket;
  /** Fixture and market. */
  name: string;
  onClose: () => void;
}

export function PricesDialog({ market, name, onClose }: Asking) {
  // The prices when the dialog opened: a later move does not change typed values.
  const [typed, setTyped] = useState(() =>
    market.selections.map(({ oddsMilli }) => (oddsMilli === null ? '' : oddsText(oddsMilli, 'decimal'))),
  );
  const prices = typed.map(oddsMilliOf);
  const good = prices.filter((milli): milli is number => milli !== null);
  const complete = good.length === market.selections.length;
  const refused = complete && paysTooMuch(good);
  const saving = useAction<string, TradingMarket>({
    run: (reason) =>
      call(deskRoutes.setPrices, {
        params: { id: market.id },
        body: {
          prices: market.selections.map(({ id }, place) => ({ selectionId: id, oddsMilli: good[place] ?? 0 })),
          reason,
        },
      }),
    onDone: ({ awaitingRequest }) => {
      notify.success(
        awaitingRequest?.kind === 'prices'
          ? i18n._({ id: 'ownPrices.waits', message: 'A second operator must approve these prices before they apply' })
          : i18n._({ id: 'ownPrices.done', message: 'The market is offered at your prices' }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'ownPrices.title', message: 'Own prices: {name}', values: { name } })}
      action={i18n._({ id: 'ownPrices.offer', message: 'Offer these prices' })}
      busy={saving.isPending}
      why={
        (!complete &&
          i18n._({
            id: 'ownPrices.incomplete',
            message: 'Enter a price from {from} to {to} for every selection',
            values: {
              from: oddsText(minOddsMilli, 'decimal'),
              to: numberText(maxOddsMilli / 1_000, { useGrouping: false }),
            },
          })) ||
        (refused &&
          i18n._({
            id: 'ownPrices.below',
            message: 'These prices add up to less than 100 %: they would pay back more than they take',
          }))
      }
      failure={
        saving.failure && {
          title: i18n._({ id: 'ownPrices.failed', message: 'The prices were not set' }),
          text: errorText(saving.failure),
        }
      }
      onReason={(reason) => saving.mutate(reason)}
      onClose={onClose}
    >
      <p>
        {i18n._({
          id: 'ownPrices.lead',
          message:
            'They apply until you release them, the feed suspends the market or play begins. The feed still settles it.',
        })}
      </p>
      <div className="flex flex-col">
        {market.selections.map((selection, place) => (
          <TextField
            key={selection.id}
            autoFocus={place === 0}
            inputMode="decimal"
            autoComplete="off"
            label={feedText(selection.name)}
            value={typed[place] ?? ''}
            error={
              prices[place] === null && typed[place] !== ''
                ? i18n._({ id: 'ownPrices.bad', message: 'This price cannot be offered' })
                : undefined
            }
            help={helpText(selection, prices[place] ?? null)}
            onChange={({ target }) => setTyped(typed.map((text, at) => (at === place ? target.value : text)))}
          />
        ))}
      </div>
      <p role="status" className={refused ? 'font-strong text-down' : 'font-strong'}>
        {complete
          ? i18n._({
              id: 'ownPrices.carry',
              message: 'These prices add up to {sum}, a margin of {margin}',
              values: { sum: pointsText(10_000 + carriedBp(good)), margin: pointsText(carriedBp(good)) },
            })
          : '–'}
      </p>
    </ReasonDialog>
  );
}

/** The feed's price and fair chance, and the chance of the typed price. */
function helpText({ feedOddsMilli, chance }: TradingMarket['selections'][number], typedMilli: number | null): string {
  const parts = [
    feedOddsMilli !== null &&
      i18n._({ id: 'ownPrices.feed', message: 'feed {price}', values: { price: oddsText(feedOddsMilli, 'decimal') } }),
    chance !== null &&
      i18n._({ id: 'ownPrices.fair', message: 'fair chance {chance}', values: { chance: chanceText(chance) } }),
    typedMilli !== null &&
      i18n._({ id: 'ownPrices.asks', message: 'implied {chance}', values: { chance: chanceText(1_000 / typedMilli) } }),
  ];
  return parts.filter(Boolean).join(' · ');
}

export function ReleaseDialog({ market, name, onClose }: Asking) {
  const release = useAction<string, TradingMarket>({
    run: (reason) => call(deskRoutes.releasePrices, { params: { id: market.id }, body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'ownPrices.released', message: "The market is offered at the feed's prices again" }));
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'ownPrices.releaseTitle', message: 'Release the prices of {name}', values: { name } })}
      action={i18n._({ id: 'deskMarket.releasePrices', message: 'Release prices' })}
      busy={release.isPending}
      failure={
        release.failure && {
          title: i18n._({ id: 'ownPrices.releaseFailed', message: 'The prices were not released' }),
          text: errorText(release.failure),
        }
      }
      onReason={(reason) => release.mutate(reason)}
      onClose={onClose}
    >
      <p>
        {i18n._({
          id: 'ownPrices.releaseLead',
          message: "The feed's prices apply again at once, with your own margin if one is set.",
        })}
      </p>
    </ReasonDialog>
  );
}

export function MarginDialog({ market, name, onClose }: Asking) {
  const own = market.own?.marginBp ?? null;
  const [typed, setTyped] = useState(() => numberText((own ?? market.marginBp) / 100));
  const [takenBack, setTakenBack] = useState(false);
  const marginBp = marginBpOf(typed);
  const saving = useAction<string, TradingMarket>({
    run: (reason) =>
      call(deskRoutes.setMargin, {
        params: { id: market.id },
        body: { marginBp: takenBack ? null : marginBp, reason },
      }),
    onDone: () => {
      notify.success(
        takenBack
          ? i18n._({ id: 'ownMargin.takenBack', message: "The feed's margin applies again" })
          : i18n._({ id: 'ownMargin.done', message: 'The market is offered with your margin' }),
      );
      onClose();
    },
  });
  const bounds = { from: numberText(deskRules.marginBp.min / 100), to: numberText(deskRules.marginBp.max / 100) };
  return (
    <ReasonDialog
      title={i18n._({ id: 'ownMargin.title', message: 'Own margin: {name}', values: { name } })}
      action={i18n._({ id: 'ownMargin.save', message: 'Set the margin' })}
      busy={saving.isPending}
      why={
        !takenBack &&
        marginBp === null &&
        i18n._({ id: 'ownMargin.bad', message: 'Enter a margin from {from} to {to} %', values: bounds })
      }
      failure={
        saving.failure && {
          title: i18n._({ id: 'ownMargin.failed', message: 'The margin was not set' }),
          text: errorText(saving.failure),
        }
      }
      onReason={(reason) => saving.mutate(reason)}
      onClose={onClose}
    >
      <p>
        {i18n._({
          id: 'ownMargin.lead',
          message:
            "Prices are made from the feed's fair chances with this margin, or a smaller one where a selection is nearly certain. Own prices take precedence.",
        })}
      </p>
      <TextField
        autoFocus
        inputMode="decimal"
        autoComplete="off"
        label={i18n._({ id: 'ownMargin.field', message: 'Margin' })}
        suffix="%"
        disabled={takenBack}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {own !== null && (
        <Checkbox
          label={i18n._({ id: 'ownMargin.back', message: "Remove the own margin: the feed's applies again" })}
          checked={takenBack}
          onChange={({ target }) => setTakenBack(target.checked)}
        />
      )}
    </ReasonDialog>
  );
}
