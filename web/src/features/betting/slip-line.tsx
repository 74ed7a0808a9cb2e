/** One selection on the slip: what, at which price, for how much, what it returns, and what is in the way. */

import { bettingRules } from '@fairline/proto/betting';
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { ArrowDown, ArrowUp, Lock, Minus, Plus, X } from 'lucide-react';
import { useId } from 'react';
import { wordsOf } from '../../client/words.ts';
import { said } from '../../said.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Odds } from '../../ui/odds.tsx';
import { clamped, type Obstacle, stepped } from './slip.ts';
import { slipActions } from './slip-store.ts';
import type { SlipLine } from './use-slip.ts';

/** Why one selection cannot be placed, in words. */
export function obstacleWords(obstacle: Obstacle, currency: CurrencyCode): string {
  switch (obstacle) {
    case 'unknown':
      return i18n._({ id: 'slip.unknown', message: 'Reading the current price' });
    case 'stale':
      return i18n._({ id: 'slip.stale', message: 'The price is not live at the moment' });
    case 'suspended':
      return i18n._({ id: 'slip.suspended', message: 'Suspended for the moment' });
    case 'closed':
      return i18n._({ id: 'slip.closed', message: 'No longer offered. Please remove it.' });
    case 'price':
      return i18n._({ id: 'slip.price', message: 'The odds have changed' });
    case 'stake':
      return i18n._({ id: 'slip.stake', message: 'Enter a stake' });
    case 'minimum':
      return i18n._({ id: 'slip.minimum', message: 'The minimum stake is {amount}', values: { amount: formatMoney(bettingRules.minStakeMinor, currency) } });
  }
}

interface Props {
  line: SlipLine;
  currency: CurrencyCode;
  playableMinor: number;
  busy: boolean;
  error: unknown;
}

export function SlipLineView({ line, currency, playableMinor, busy, error }: Props) {
  const { item, move, standing } = line;
  const id = useId();
  const words = error
    ? wordsOf(error)
    : item.attempt && !busy
      ? i18n._({ id: 'slip.unanswered', message: 'No answer yet. Placing again asks for the same bet, never a second one.' })
      : line.obstacle && obstacleWords(line.obstacle, currency);
  const locked = busy || item.attempt !== undefined;
  const setStake = (stake: string) => slipActions.stake(item.selectionId, stake);
  return (
    <li className={cx('flex flex-col gap-1 border-b border-line px-4 py-2', standing.status === 'closed' && 'text-ink-soft')}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <p className="truncate text-14 font-strong">{said(item.selection)}</p>
          <p className="truncate text-12 text-ink-soft">
            {said(item.market)} · {item.fixture}
          </p>
        </div>
        <p className={cx('flex items-center gap-1 text-14 font-strong', move === 'up' && 'text-up', move === 'down' && 'text-down')}>
          {standing.status === 'suspended' && <Icon of={Lock} className="text-ink-soft" />}
          {move && (
            <>
              <s className="text-12 font-normal text-ink-soft">
                <Odds milli={item.oddsMilli} />
              </s>
              <Icon of={move === 'up' ? ArrowUp : ArrowDown} />
            </>
          )}
          <Odds milli={line.oddsMilli} />
        </p>
        <IconButton
          label={i18n._({ id: 'slip.remove', message: 'Remove {selection}', values: { selection: said(item.selection) } })}
          onClick={() => slipActions.remove(item.selectionId)}
          disabled={busy}
          className="-my-2 -mr-2"
        >
          <Icon of={X} />
        </IconButton>
      </div>
      <div className="flex items-center justify-between gap-3">
        <div className="flex items-center rounded-control border border-control has-disabled:bg-raised">
          <IconButton
            label={i18n._({ id: 'slip.less', message: 'Lower the stake' })}
            onClick={() => setStake(stepped(item.stake, -1, currency, playableMinor))}
            disabled={locked}
            className="size-8"
          >
            <Icon of={Minus} />
          </IconButton>
          <input
            inputMode="decimal"
            aria-label={i18n._({ id: 'slip.stakeLabel', message: 'Stake on {selection} in {currency}', values: { selection: said(item.selection), currency } })}
            aria-describedby={words ? id : undefined}
            value={item.stake}
            disabled={locked}
            onChange={(event) => setStake(event.target.value)}
            onBlur={() => setStake(clamped(item.stake, currency, playableMinor))}
            onFocus={(event) => event.target.select()}
            className="figures h-8 w-20 bg-transparent text-center text-16 font-medium md:text-14"
          />
          <IconButton
            label={i18n._({ id: 'slip.more', message: 'Raise the stake' })}
            onClick={() => setStake(stepped(item.stake, 1, currency, playableMinor))}
            disabled={locked}
            className="size-8"
          >
            <Icon of={Plus} />
          </IconButton>
        </div>
        <p className="text-right text-12 text-ink-soft">
          {i18n._({ id: 'slip.returns', message: 'Returns' })}{' '}
          <span className="text-13 font-medium text-ink">{line.returnMinor === null ? '–' : <Money minor={line.returnMinor} currency={currency} />}</span>
        </p>
      </div>
      {words && (
        <p id={id} role={error ? 'alert' : undefined} className={cx('text-12', error || line.obstacle === 'closed' ? 'text-down' : 'text-live')}>
          {words}
        </p>
      )}
    </li>
  );
}
