/** The buttons of the control bar: Deal while bets are laid, the four actions while a hand is open, New Hand and Rebet once it is decided. */
import { type BlackjackOutcome, type HandAction, handActions } from '@fairline/proto/games/blackjack';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { actionName, blackjackTexts, whyNot } from './blackjack-labels.ts';

const actionKeys: Readonly<Record<HandAction, string>> = { hit: 'H', stand: 'S', double: 'D', split: 'P' };

interface HandActionsProps {
  outcome: BlackjackOutcome;
  balanceMinor: number;
  busy: boolean;
  onAct: (action: HandAction) => void;
  /** A press on an action that is not allowed shows why. */
  onRefused: (why: string) => void;
}

export function HandActions({ outcome, balanceMinor, busy, onAct, onRefused }: HandActionsProps) {
  return (
    <div
      role="toolbar"
      aria-label={i18n._({ id: 'blackjack.actions', message: 'Play your hand' })}
      className="grid w-full grid-cols-4 gap-2 sm:w-auto sm:min-w-96"
    >
      {handActions.map((action) => (
        <ActionButton
          key={action}
          action={action}
          why={busy ? blackjackNotNow() : whyNot(action, { outcome, balanceMinor })}
          onPress={onAct}
          onRefused={busy ? () => undefined : onRefused}
        />
      ))}
    </div>
  );
}

const blackjackNotNow = () => i18n._({ id: 'blackjack.notNow', message: 'Wait for the cards' });

interface HandActionProps {
  action: HandAction;
  why: string | null;
  onPress: (action: HandAction) => void;
  onRefused: (why: string) => void;
}

function ActionButton({ action, why, onPress, onRefused }: HandActionProps) {
  const isMain = action === 'hit' || action === 'stand';
  return (
    <button
      type="button"
      aria-disabled={why !== null || undefined}
      aria-keyshortcuts={actionKeys[action]}
      aria-description={why ?? undefined}
      title={why ?? `${actionName(action)} (${actionKeys[action]})`}
      onClick={() => (why === null ? onPress(action) : onRefused(why))}
      className={cx(
        'flex h-11 flex-col items-center justify-center rounded-control px-1 text-14 font-strong transition-colors',
        isMain ? 'bg-game text-game-ink not-aria-disabled:hover:bg-game-press' : 'border border-control bg-surface text-ink not-aria-disabled:hover:bg-raised',
        'aria-disabled:border aria-disabled:border-line aria-disabled:bg-raised aria-disabled:text-ink-soft',
      )}
    >
      {actionName(action)}
      <kbd aria-hidden className="hidden text-12 font-normal opacity-70 md:block">
        {actionKeys[action]}
      </kbd>
    </button>
  );
}

interface DealButtonProps {
  totalMinor: number;
  currency: PlayCurrencyCode;
  why: string | null;
  busy: boolean;
  onDeal: () => void;
}

export function DealButton({ totalMinor, currency, why, busy, onDeal }: DealButtonProps) {
  return (
    <Button wide busy={busy} why={why} onClick={onDeal} aria-keyshortcuts="Enter">
      {i18n._({ id: 'blackjack.deal', message: 'Deal {amount}', values: { amount: moneyText(totalMinor, currency) } })}
    </Button>
  );
}

interface AgainProps {
  totalMinor: number;
  currency: PlayCurrencyCode;
  why: string | null;
  busy: boolean;
  onNewHand: () => void;
  onRebet: () => void;
}

/** Rebet deals the same bets at once; New Hand leaves them to be changed first. */
export function AgainButtons({ totalMinor, currency, why, busy, onNewHand, onRebet }: AgainProps) {
  return (
    <div className="flex w-full gap-2 sm:w-auto">
      <Button look="secondary" onClick={onNewHand} aria-keyshortcuts="N" className="grow">
        {blackjackTexts.newHand()}
      </Button>
      <Button busy={busy} why={why} onClick={onRebet} aria-keyshortcuts="Enter" className="grow">
        {i18n._({ id: 'blackjack.rebet', message: 'Rebet {amount}', values: { amount: moneyText(totalMinor, currency) } })}
      </Button>
    </div>
  );
}
