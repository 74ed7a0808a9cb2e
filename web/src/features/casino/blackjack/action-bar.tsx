/** The four actions of an open hand. Pressing a disabled one shows the reason. */
import { type BlackjackOutcome, type HandAction, handActions } from '@fairline/proto/games/blackjack';
import { i18n } from '@lingui/core';
import { cx } from '../../../ui/theme/cx.ts';
import { actionName, whyNot } from './blackjack-labels.ts';

const actionKeys: Readonly<Record<HandAction, string>> = { hit: 'H', stand: 'S', double: 'D', split: 'P' };

interface HandActionsProps {
  outcome: BlackjackOutcome;
  balanceMinor: number;
  exclusion?: string | undefined;
  busy: boolean;
  onAct: (action: HandAction) => void;
  /** A press on an action that is not allowed shows why. */
  onRefused: (why: string) => void;
}

export function HandActions({ outcome, balanceMinor, exclusion, busy, onAct, onRefused }: HandActionsProps) {
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
          why={busy ? blackjackNotNow() : whyNot(action, { outcome, balanceMinor, exclusion })}
          onPress={onAct}
          onRefused={busy ? () => undefined : onRefused}
        />
      ))}
    </div>
  );
}

const blackjackNotNow = () => i18n._({ id: 'blackjack.notNow', message: 'Wait until the cards are dealt' });

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
        isMain
          ? 'bg-game text-game-ink not-aria-disabled:hover:bg-game-press'
          : 'border border-control bg-surface text-ink not-aria-disabled:hover:bg-raised',
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
