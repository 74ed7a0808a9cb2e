/** Casino chips, drawn: a face with edge spots and an inlay, with thickness and light. The largest chip that fits the amount gives the colour. */
import { cx } from '../../../ui/theme/cx.ts';
import { type ChipValue, chipOf, chipsOf } from './stack.ts';
import './chips.css';

/** Six spots around the rim, each with a line in the chip's own colour. */
const rim = { radius: 25.5, width: 9 };
const sixth = (2 * Math.PI * rim.radius) / 6;
const spotLength = 12;
const lineLength = 2.6;

function Rim() {
  const dashes = (length: number) => `${length} ${sixth - length}`;
  return (
    <>
      <circle cx="32" cy="32" r="30" className="chip-body" />
      <circle
        cx="32"
        cy="32"
        r={rim.radius}
        strokeWidth={rim.width}
        strokeDasharray={dashes(spotLength)}
        className="chip-spot"
      />
      <circle
        cx="32"
        cy="32"
        r={rim.radius}
        strokeWidth={rim.width}
        strokeDasharray={dashes(lineLength)}
        strokeDashoffset={-(spotLength - lineLength) / 2}
        className="chip-line"
      />
    </>
  );
}

function ChipFace({ value, bare }: { value: ChipValue; bare: boolean }) {
  return (
    <svg viewBox="0 0 64 68" aria-hidden className="chip-art">
      <ellipse cx="33" cy="38" rx="31" ry="29.5" className="chip-shade" />
      <g transform="translate(0 6) scale(1 .95)" className="chip-side">
        <Rim />
      </g>
      <g transform="translate(0 .6) scale(1 .95)">
        <Rim />
        <circle cx="32" cy="32" r="30" className="chip-edge" />
        <circle cx="32" cy="32" r="21" className="chip-groove" />
        <circle cx="32" cy="32" r="19.4" className="chip-inlay" />
        <circle cx="32" cy="32" r="17" className="chip-ring" />
        {!bare && (
          <>
            <text x="32" y={value >= 1_000 ? 37 : 37.6} className="chip-value" fontSize={sizeOf(value)}>
              {value}
            </text>
            <path d="M25 42.5h14" className="chip-underline" />
          </>
        )}
        <path d="M7.500 21A27 27 0 0 1 42 6.900" className="chip-light" />
      </g>
    </svg>
  );
}

function sizeOf(value: ChipValue): number {
  if (value >= 1_000) return 12.5;
  return value >= 100 ? 15 : 18;
}

export function Chip({ minor, className }: { minor: number; className?: string }) {
  const value = chipOf(minor);
  return (
    <span className={cx('chip', className)} data-chip={value}>
      <ChipFace value={value} bare={false} />
    </span>
  );
}

/** An amount as a stack, at most `highest` chips high. Each chip lands when it is added. */
export function ChipStack({ minor, highest = 6, className }: { minor: number; highest?: number; className?: string }) {
  const chips = chipsOf(minor, highest);
  if (chips.length === 0) return null;
  return (
    <span className={cx('chip-stack', className)} data-height={chips.length}>
      {chips.map((value, level) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a chip is its place in the stack.
          key={`${level}-${value}`}
          className="chip chip-stacked"
          data-chip={value}
          style={{ '--level': level } as React.CSSProperties}
        >
          <ChipFace value={value} bare={level < chips.length - 1} />
        </span>
      ))}
    </span>
  );
}
