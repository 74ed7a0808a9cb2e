/** The board: 49 numbers, of which six make a ticket. The arrow keys move between them. */
import { highestNumber, numbersPerTicket } from '@fairline/proto/games/lottery';
import { i18n } from '@lingui/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { cx } from '../../../ui/theme/cx.ts';
import { Ball } from '../drum/ball.tsx';

const columns = 7;
const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };

interface BoardProps {
  picked: readonly number[];
  disabled: boolean;
  onToggle: (number: number) => void;
}

export function Board({ picked, disabled, onToggle }: BoardProps) {
  const grid = useRef<HTMLFieldSetElement>(null);
  // One number is a Tab stop; arrow keys reach the others.
  const [reached, setReached] = useState(1);
  const move = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.min(highestNumber, Math.max(1, reached + by));
    setReached(next);
    grid.current?.querySelector<HTMLElement>(`[data-number="${next}"]`)?.focus();
  };
  return (
    <fieldset ref={grid} className="flex min-w-0 flex-col gap-2" onKeyDown={move}>
      <legend className="mb-2 flex w-full items-baseline justify-between gap-2 text-13">
        <span className="font-strong">{i18n._({ id: 'lottery.pick', message: 'Pick six numbers' })}</span>
        <span className="figures text-ink-soft" aria-live="polite">
          {i18n._({
            id: 'lottery.picked',
            message: '{count} of {all}',
            values: { count: picked.length, all: numbersPerTicket },
          })}
        </span>
      </legend>
      <div className="grid grid-cols-7 gap-1">
        {Array.from({ length: highestNumber }, (_, index) => index + 1).map((number) => {
          const isPicked = picked.includes(number);
          return (
            <button
              key={number}
              type="button"
              data-number={number}
              tabIndex={number === reached ? 0 : -1}
              aria-pressed={isPicked}
              aria-label={String(number)}
              aria-disabled={disabled || undefined}
              onFocus={() => setReached(number)}
              onClick={() => !disabled && onToggle(number)}
              className={cx(
                'figures flex aspect-square items-center justify-center rounded-full text-14 font-medium transition-colors',
                !isPicked && 'border border-line bg-surface',
                !isPicked && !disabled && 'hover:border-game hover:bg-game-soft',
                disabled && !isPicked && 'text-ink-soft',
              )}
            >
              {isPicked ? <Ball number={number} className="lottery-pop size-full" /> : number}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
