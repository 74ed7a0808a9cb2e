/** Undo, clear, double and rebet, for all bets at once. Pressing a disabled one shows the reason. */
import { i18n } from '@lingui/core';
import { Eraser, RotateCcw, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';

interface ChipActionsProps {
  canUndo: boolean;
  hasBets: boolean;
  /** Whether there is an earlier round whose bets can be made again. */
  canRebet: boolean;
  isLocked: boolean;
  onUndo: () => void;
  onClear: () => void;
  onDouble: () => void;
  onRebet: () => void;
  className?: string;
}

export function ChipActions({
  canUndo,
  hasBets,
  canRebet,
  isLocked,
  onUndo,
  onClear,
  onDouble,
  onRebet,
  className,
}: ChipActionsProps) {
  const closed = isLocked ? i18n._({ id: 'chips.closed', message: 'Bets are closed' }) : null;
  const noBets = hasBets ? null : i18n._({ id: 'chips.none', message: 'No chips on the table' });
  return (
    <div
      role="toolbar"
      aria-label={i18n._({ id: 'chips.actions', message: 'Bets' })}
      className={cx('flex items-center gap-1', className)}
    >
      <Act
        label={i18n._({ id: 'chips.undo', message: 'Undo' })}
        why={closed ?? (canUndo ? null : i18n._({ id: 'chips.nothingToUndo', message: 'Nothing to undo' }))}
        onPress={onUndo}
      >
        <Icon of={Undo2} />
      </Act>
      <Act label={i18n._({ id: 'chips.clear', message: 'Clear' })} why={closed ?? noBets} onPress={onClear}>
        <Icon of={Eraser} />
      </Act>
      <Act label={i18n._({ id: 'chips.double', message: 'Double' })} why={closed ?? noBets} onPress={onDouble}>
        <span className="figures text-13 font-strong">×2</span>
      </Act>
      <Act
        label={i18n._({ id: 'chips.rebet', message: 'Rebet' })}
        why={closed ?? (canRebet ? null : i18n._({ id: 'chips.noEarlier', message: 'No earlier bets' }))}
        onPress={onRebet}
      >
        <Icon of={RotateCcw} />
      </Act>
    </div>
  );
}

function Act({
  label,
  why,
  onPress,
  children,
}: {
  label: string;
  why: string | null;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-disabled={why !== null || undefined}
      title={why ? `${label}: ${why}` : label}
      onClick={() => why === null && onPress()}
      className="flex min-h-11 min-w-13 flex-col items-center justify-center gap-0.5 rounded-control px-1.5 text-12 text-ink-soft transition-colors not-aria-disabled:hover:bg-raised not-aria-disabled:hover:text-ink aria-disabled:opacity-50"
    >
      <span aria-hidden className="flex h-5 items-center">
        {children}
      </span>
      {label}
    </button>
  );
}
