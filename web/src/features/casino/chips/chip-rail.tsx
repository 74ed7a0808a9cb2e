/** The chips to choose from: one is selected, and each can be dragged to a spot. Digits 1 to 5 and the arrow keys select one. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useRef } from 'react';
import { amountText } from '../../../figures.ts';
import { cx } from '../../../ui/theme/cx.ts';
import { useGameKeys } from '../stage/keys.ts';
import { Chip } from './chip.tsx';
import { useChipTable } from './chip-table.tsx';

interface ChipRailProps {
  /** Smallest first, in minor units. */
  values: readonly number[];
  currency: PlayCurrencyCode;
  className?: string;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

export function ChipRail({ values, currency, className }: ChipRailProps) {
  const { chosenMinor, choose, isLocked, lift, endsDrag, confirm } = useChipTable();
  const rail = useRef<HTMLDivElement>(null);
  useGameKeys(Object.fromEntries(values.map((minor, at) => [String(at + 1), () => !isLocked && choose(minor)])));
  const step = (by: number) => {
    const at = (values.indexOf(chosenMinor) + by + values.length) % values.length;
    choose(values[at] ?? chosenMinor);
    rail.current?.querySelectorAll('button')[at]?.focus();
  };
  return (
    <div
      ref={rail}
      role="radiogroup"
      aria-label={i18n._({ id: 'chips.rail', message: 'Chip' })}
      aria-disabled={isLocked || undefined}
      className={cx('chip-rail', className)}
      onKeyDown={(event) => {
        const by = steps[event.key];
        if (by === undefined && !(event.key === 'Enter' && confirm)) return;
        event.preventDefault();
        if (by !== undefined) step(by);
        else if (!event.repeat) confirm?.();
      }}
    >
      {values.map((minor) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold a drawing.
        <button
          key={minor}
          type="button"
          role="radio"
          aria-checked={minor === chosenMinor}
          aria-label={amountText(minor, currency)}
          tabIndex={minor === chosenMinor ? 0 : -1}
          className="chip-choice"
          onPointerDown={(event) => !isLocked && lift(event, minor)}
          onClick={() => !endsDrag() && choose(minor)}
        >
          <Chip minor={minor} />
        </button>
      ))}
    </div>
  );
}
