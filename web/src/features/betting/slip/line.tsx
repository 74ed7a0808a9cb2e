/** One selection on the slip: its name, price and problem; as a single also its stake and return. */

import { betRules } from '@fairline/proto/betting/rules';
import type { CurrencyCode } from '@fairline/proto/money';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { i18n } from '@lingui/core';
import { ArrowDown, ArrowUp, Link2, Lock, X } from 'lucide-react';
import { lazy, Suspense, useId } from 'react';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { FormerOdds, Odds } from '../../../domain/betting/odds.tsx';
import { Money } from '../../../domain/money/money.tsx';
import { amountText, decimalText, unclearMessage } from '../../../figures.ts';
import { fieldText } from '../../../refusals.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { type Obstacle, stepsOf } from './single.ts';
import { StakeField } from './stake-field.tsx';
import { slipActions } from './store.ts';
import type { SlipLine } from './use-slip.ts';

/** Loaded with the first refusal. */
export const SlipRefusal = lazy(async () => ({ default: (await import('./refusal.tsx')).SlipRefusal }));

/** Loaded with the first free bet. */
export const FreeBetPick = lazy(async () => ({ default: (await import('./free-bet-pick.tsx')).FreeBetPick }));

/** Why one selection cannot be placed, as text; `stake` as typed. */
export function obstacleText(obstacle: Obstacle, currency: CurrencyCode, stake: string): string {
  switch (obstacle) {
    case 'unknown':
      return i18n._({ id: 'slip.unknown', message: 'Loading the current price' });
    case 'stale':
      return i18n._({ id: 'slip.stale', message: 'The price is not live at the moment' });
    case 'suspended':
      return i18n._({ id: 'slip.suspended', message: 'Suspended for the moment' });
    case 'late':
      return i18n._({ id: 'slip.late', message: 'The start is due. Betting resumes once it is confirmed.' });
    case 'closed':
      return i18n._({ id: 'slip.closed', message: 'No longer offered. Please remove it.' });
    case 'price':
      return i18n._({ id: 'slip.price', message: 'The odds have changed' });
    case 'stake':
      return i18n._({ id: 'slip.stake', message: 'Enter a stake' });
    case 'unclear':
      return (
        fieldText(unclearMessage(stake, currency) ?? '') ||
        i18n._({ id: 'slip.unclear', message: 'Please enter a valid amount' })
      );
    case 'minimum':
      return i18n._({
        id: 'slip.minimum',
        message: 'The minimum stake is {amount}',
        values: { amount: amountText(betRules.minStakeMinor, currency) },
      });
    case 'odds':
      return i18n._({ id: 'slip.freeOdds', message: 'The odds are too low for this free bet' });
  }
}

interface Props {
  line: SlipLine;
  currency: CurrencyCode;
  playableMinor: number;
  /** The free bets that can be staked instead of money. */
  freeBets: readonly FreeBet[];
  busy: boolean;
  error: unknown;
  /** Whether it is a single with its own stake; otherwise it is one leg of the bet. */
  single: boolean;
  /** The whole slip waits for a response. */
  held: boolean;
}

export function SlipLineView({ line, currency, playableMinor, freeBets, busy, error, single, held }: Props) {
  const { item, move, current } = line;
  const id = useId();
  const text =
    item.attempt && busy
      ? i18n._({ id: 'placed.placing', message: 'Placing…' })
      : item.attempt && !error
        ? i18n._({ id: 'slip.unanswered', message: 'No reply yet. Trying again never places a second bet.' })
        : line.obstacle && obstacleText(line.obstacle, currency, item.stake);
  const locked = busy || held || item.attempt !== undefined;
  const selection = feedText(item.selection);
  return (
    <li
      className={cx(
        'flex flex-col gap-1 border-b border-line px-4 py-2',
        current.status === 'closed' && 'text-ink-soft',
      )}
    >
      <div className="flex items-start gap-2">
        <p className="min-w-0 grow truncate text-14 font-strong">{selection}</p>
        <p
          className={cx(
            'flex shrink-0 items-center gap-1 text-14 font-strong',
            move === 'up' && 'text-up',
            move === 'down' && 'text-down',
          )}
        >
          {(current.status === 'suspended' || current.status === 'late') && (
            <Icon of={Lock} className="text-ink-soft" />
          )}
          {move && (
            <>
              <span className="text-12 font-normal text-ink-soft">
                <span className="sr-only">{i18n._({ id: 'slip.was', message: 'was' })} </span>
                <FormerOdds milli={item.oddsMilli} />
              </span>
              <Icon of={move === 'up' ? ArrowUp : ArrowDown} />
            </>
          )}
          <Odds milli={line.oddsMilli} />
        </p>
        <IconButton
          label={i18n._({ id: 'slip.remove', message: 'Remove {selection}', values: { selection } })}
          onClick={() => slipActions.remove(item.selectionId)}
          disabled={locked}
          className="-my-2 -mr-2"
        >
          <Icon of={X} />
        </IconButton>
      </div>
      {/* Extends under the odds, up to the remove button. */}
      <p className="-mt-1 mr-8 flex min-w-0 items-center gap-1 text-12 text-ink-soft">
        {line.related && <Icon of={Link2} className="text-live" />}
        <span className="truncate">
          {line.related && (
            <span className="text-live">{i18n._({ id: 'slip.related', message: 'Same event' })} · </span>
          )}
          {feedText(item.market)} · {item.fixture}
        </span>
      </p>
      {single && (line.free || freeBets.length > 0) && (
        <Suspense>
          <FreeBetPick
            freeBets={freeBets}
            of={selection}
            chosen={line.free}
            currency={currency}
            locked={locked}
            onChoose={(claimId) => slipActions.freeBet(item.selectionId, claimId)}
          />
        </Suspense>
      )}
      {single && (
        <div className="flex items-center justify-between gap-3">
          <StakeField
            label={i18n._({
              id: 'slip.stakeLabel',
              message: 'Stake on {selection} in {currency}',
              values: { selection, currency },
            })}
            stake={line.free ? decimalText(line.free.amountMinor, currency) : item.stake}
            currency={currency}
            steps={stepsOf(playableMinor)}
            locked={locked || line.free !== null}
            describedBy={text || error ? id : undefined}
            onStake={(stake) => slipActions.stake(item.selectionId, stake)}
          />
          <p className="text-right text-12 text-ink-soft">
            {i18n._({ id: 'slip.returns', message: 'Returns' })}{' '}
            <span className="text-13 font-medium text-ink">
              {line.returnMinor === null ? '–' : <Money minor={line.returnMinor} currency={currency} />}
            </span>
          </p>
        </div>
      )}
      <div id={id} className="empty:hidden">
        {error !== undefined && (
          <Suspense fallback={null}>
            <SlipRefusal
              error={error}
              currency={currency}
              onStake={(stake) => slipActions.stake(item.selectionId, stake)}
            />
          </Suspense>
        )}
        {text && <p className={cx('text-12', line.obstacle === 'closed' ? 'text-down' : 'text-live')}>{text}</p>}
      </div>
    </li>
  );
}
