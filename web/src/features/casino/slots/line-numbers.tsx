/** The line numbers at both edges of the reels: active lines are lit, a press activates all lines up to that number, and hovering shows the line. */
import { i18n } from '@lingui/core';
import { cx } from '../../../ui/theme/cx.ts';
import { edgeNumbers, lineColour } from '../reels/lines.ts';

interface LineNumbersProps {
  edge: 'left' | 'right';
  lines: number;
  /** The lines that the largest stake can play. */
  most: number;
  /** Lines that win now. */
  winning: ReadonlySet<number>;
  disabled: boolean;
  onPick: (lines: number) => void;
  onPoint: (line: number | null) => void;
}

export function LineNumbers({ edge, lines, most, winning, disabled, onPick, onPoint }: LineNumbersProps) {
  return (
    <div
      className={cx('hidden flex-col justify-around py-[1.6%] md:flex', edge === 'left' ? 'order-first' : 'order-last')}
    >
      {edgeNumbers(edge).map((numbers) => (
        <div key={numbers.join()} className="flex flex-col gap-1">
          {numbers.map((line) => (
            <button
              key={line}
              type="button"
              disabled={disabled || line > most}
              // One edge is enough for the keyboard and for screen readers.
              tabIndex={edge === 'left' ? 0 : -1}
              aria-hidden={edge === 'right'}
              aria-label={i18n._({
                id: 'slots.lines.pick',
                message: 'Play {lines, plural, one {line 1} other {lines 1 to #}}',
                values: { lines: line },
              })}
              aria-pressed={line <= lines}
              onClick={() => onPick(line)}
              onPointerEnter={() => onPoint(line)}
              onPointerLeave={() => onPoint(null)}
              onFocus={() => onPoint(line)}
              onBlur={() => onPoint(null)}
              style={{
                borderColor: line <= lines ? lineColour(line) : undefined,
                background: winning.has(line) ? lineColour(line) : undefined,
              }}
              className={cx(
                'figures flex size-7 items-center justify-center rounded-full border-2 text-12 font-strong transition-colors',
                winning.has(line)
                  ? 'text-code'
                  : line <= lines
                    ? 'bg-surface text-ink'
                    : 'border-line bg-transparent text-ink-soft',
              )}
            >
              {line}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
