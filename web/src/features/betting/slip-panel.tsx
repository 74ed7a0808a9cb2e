/**
 * The bet slip: every selection is a single bet of its own. The button names the amount; what is in its way is said under it.
 * Nothing is shown as placed before the server says so.
 */
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { useKept } from '../../client/kept.ts';
import { wordsOf } from '../../client/words.ts';
import { Button } from '../../ui/button.tsx';
import { PickOne } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { notify } from '../../ui/notify.ts';
import { place } from './place.ts';
import { type Policy, policyStore } from './preferences.ts';
import { betOf } from './slip.ts';
import { obstacleWords, SlipLineView } from './slip-line.tsx';
import { slipActions } from './slip-store.ts';
import { useSlip } from './use-slip.ts';

interface SlipPanelProps {
  currency: CurrencyCode;
  /** What can be staked now; null until it is known. */
  playableMinor: number | null;
  onPlaced?: () => void;
}

export function SlipPanel({ currency, playableMinor, onPlaced }: SlipPanelProps) {
  const slip = useSlip(currency);
  const policy = useKept(policyStore);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<ReadonlyMap<string, unknown>>(new Map());
  const { lines } = slip;
  const toAgree = lines.filter((line) => line.obstacle === 'price');
  const amount = formatMoney(slip.stakeMinor, currency);

  const submit = async () => {
    setBusy(true);
    setErrors(new Map());
    const outcomes = await place(
      lines.map((line) => ({ item: line.item, body: line.item.attempt?.body ?? betOf(line.item, line.standing, policy, currency) })),
    );
    setBusy(false);
    const refused = outcomes.filter((outcome) => 'error' in outcome);
    setErrors(new Map(refused.map(({ item, error }) => [item.selectionId, error])));
    const placed = outcomes.length - refused.length;
    if (placed > 0)
      notify.success(i18n._({ id: 'slip.placed', message: '{count, plural, one {Bet placed} other {# bets placed}}', values: { count: placed } }));
    for (const { error } of refused.slice(0, 1)) notify.error(wordsOf(error));
    if (refused.length === 0) onPlaced?.();
  };

  const agree = () => {
    for (const { item, oddsMilli } of toAgree) slipActions.agree(item.selectionId, oddsMilli);
  };

  const blocked = lines.find((line) => line.obstacle !== null && line.obstacle !== 'price');
  const short = playableMinor !== null && slip.stakeMinor > playableMinor;
  const why =
    lines.length === 0
      ? i18n._({ id: 'slip.none', message: 'No bets in slip' })
      : playableMinor === null
        ? i18n._({ id: 'slip.noBalance', message: 'Reading your balance' })
        : short
          ? i18n._({ id: 'slip.short', message: 'You can stake {amount}', values: { amount: formatMoney(playableMinor, currency) } })
          : blocked?.obstacle && `${blocked.item.selection}: ${obstacleWords(blocked.obstacle, currency)}`;

  return (
    <section aria-label={i18n._({ id: 'slip.title', message: 'Bet slip' })} className="flex min-h-0 grow flex-col">
      {lines.length === 0 ? (
        <div className="flex grow flex-col items-center justify-center gap-2 px-6 py-8 text-center text-13 text-ink-soft">
          <Icon of={Ticket} size={20} />
          <p>{i18n._({ id: 'slip.empty', message: 'Press a price to put it here.' })}</p>
        </div>
      ) : (
        <ul className="min-h-0 grow overflow-y-auto overscroll-contain">
          {lines.map((line) => (
            <SlipLineView
              key={line.item.selectionId}
              line={line}
              currency={currency}
              playableMinor={playableMinor ?? 0}
              busy={busy}
              error={errors.get(line.item.selectionId)}
            />
          ))}
        </ul>
      )}
      <div className="sticky bottom-0 flex shrink-0 flex-col gap-2 bg-surface px-4 py-3">
        {lines.length > 0 && (
          <>
            <div className="flex items-center justify-between gap-3">
              <PickOne
                label={i18n._({ id: 'slip.policy', message: 'Accept' })}
                value={policy}
                onChange={(event) => policyStore.set(event.target.value as Policy)}
              >
                <option value="none">{i18n._({ id: 'slip.policyNone', message: 'no change of odds' })}</option>
                <option value="better">{i18n._({ id: 'slip.policyBetter', message: 'better odds' })}</option>
                <option value="any">{i18n._({ id: 'slip.policyAny', message: 'any odds' })}</option>
              </PickOne>
              <p className="flex flex-col items-end text-13">
                <span className="text-12 text-ink-soft">{i18n._({ id: 'slip.totalStake', message: 'Total stake' })}</span>
                <Money minor={slip.stakeMinor} currency={currency} />
              </p>
            </div>
            <p className="flex justify-between text-13 font-strong">
              {i18n._({ id: 'slip.totalReturn', message: 'Potential return' })}
              <Money minor={slip.returnMinor} currency={currency} />
            </p>
          </>
        )}
        {toAgree.length > 0 && !blocked && !short ? (
          <Button wide look="secondary" onClick={agree}>
            {i18n._({ id: 'slip.agree', message: '{count, plural, one {Accept the new odds} other {Accept # new odds}}', values: { count: toAgree.length } })}
          </Button>
        ) : (
          <Button wide busy={busy} why={why} onClick={() => void submit()}>
            {short
              ? i18n._({ id: 'slip.insufficient', message: 'Insufficient Balance' })
              : lines.length === 0
                ? i18n._({ id: 'slip.place', message: 'Place bet' })
                : lines.length === 1
                  ? i18n._({ id: 'slip.placeOne', message: 'Place {amount}', values: { amount } })
                  : i18n._({ id: 'slip.placeMany', message: 'Place {count} bets, {amount}', values: { count: lines.length, amount } })}
          </Button>
        )}
      </div>
    </section>
  );
}
