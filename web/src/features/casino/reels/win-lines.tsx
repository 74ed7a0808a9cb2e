/** The winning lines over the reels: all at once, then one after another, each with its amount. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { useEffect, useId, useRef, useState } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { amountPlace, cellUnits, type LineWin, lineColour, linePoints, reelCount, rowCount, rowsOf } from './lines.ts';

const allMs = 1_100;
const oneMs = 1_500;

/** The wins to show now: all of them first, then each in turn, repeatedly. Under reduced motion all of them stay. */
export function useWinTour(wins: readonly LineWin[] | null, still: boolean): readonly LineWin[] {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    setTurn(0);
    if (!wins || wins.length < 2 || still) return;
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      setTurn((before) => before + 1);
      timer = setTimeout(next, oneMs);
    };
    timer = setTimeout(next, allMs);
    return () => clearTimeout(timer);
  }, [wins, still]);
  const one = wins && turn > 0 ? wins[(turn - 1) % wins.length] : undefined;
  return one ? [one] : (wins ?? []);
}

interface WinLinesProps {
  wins: readonly LineWin[];
  currency: PlayCurrencyCode;
  still: boolean;
}

export function WinLines({ wins, currency, still }: WinLinesProps) {
  return (
    <>
      <LineOverlay>
        {wins.map((win) => (
          <Line key={win.line} {...win} still={still} />
        ))}
      </LineOverlay>
      {/* With several wins at once, the amounts would cover the symbols. */}
      {wins.length === 1 &&
        wins.map((win) => {
          const { x, y } = amountPlace(win);
          return (
            <span
              key={win.line}
              aria-hidden
              style={{
                left: `${(100 * x) / (reelCount * cellUnits)}%`,
                top: `${(100 * (y + 42)) / (rowCount * cellUnits)}%`,
                borderColor: lineColour(win.line),
              }}
              className="figures pointer-events-none absolute -translate-1/2 rounded-full border-2 bg-code px-2 text-12 font-strong whitespace-nowrap text-code-paper sm:text-16"
            >
              {moneyText(win.payoutMinor, currency)}
            </span>
          );
        })}
    </>
  );
}

/** Lines shown as a preview while the player chooses among them. */
export function ShownLines({ lines }: { lines: readonly number[] }) {
  return (
    <LineOverlay>
      {lines.map((line) => (
        <Line key={line} line={line} still />
      ))}
    </LineOverlay>
  );
}

function LineOverlay({ children }: { children: React.ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${reelCount * cellUnits} ${rowCount * cellUnits}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      {children}
    </svg>
  );
}

/** The line's path around the winning symbols, so that it crosses none of them out. */
function Line({ line, count = 0, still }: { line: number; count?: number; still: boolean }) {
  const stroke = useRef<SVGPolylineElement>(null);
  const id = useId();
  useEffect(() => {
    if (still) return;
    const drawn = stroke.current?.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
      duration: 320,
      easing: 'ease-out',
    });
    return () => drawn?.cancel();
  }, [still]);
  const frames = rowsOf(line)
    .slice(0, count)
    .map((row, reel) => ({
      key: reel,
      x: reel * cellUnits + 5,
      y: row * cellUnits + 5,
      width: cellUnits - 10,
      height: cellUnits - 10,
      rx: 12,
    }));
  const colour = lineColour(line);
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <mask id={id} maskUnits="userSpaceOnUse" x="0" y="0" width={reelCount * cellUnits} height={rowCount * cellUnits}>
        <rect width="100%" height="100%" fill="#fff" />
        {frames.map(({ key, ...frame }) => (
          <rect key={key} {...frame} fill="#000" />
        ))}
      </mask>
      <g mask={`url(#${id})`}>
        <polyline points={linePoints(line)} stroke="#000" strokeOpacity="0.45" strokeWidth="8" />
        <polyline
          ref={stroke}
          points={linePoints(line)}
          stroke={colour}
          strokeWidth="5"
          pathLength={1}
          strokeDasharray={1}
        />
      </g>
      {frames.map(({ key, ...frame }) => (
        <g key={key}>
          <rect {...frame} stroke="#000" strokeOpacity="0.45" strokeWidth="6" />
          <rect {...frame} stroke={colour} strokeWidth="3" />
        </g>
      ))}
    </g>
  );
}
