/**
 * One reel: three symbols at rest, and a strip of blurred ones that rushes by while the reel spins.
 * Only transforms are animated, so that the compositor alone draws the movement.
 */
import { type SlotSymbol, slotSymbols } from '@fairline/proto/games/slots';
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../../../ui/theme/cx.ts';
import { cellKey, rowCount } from './lines.ts';
import { landReel, loopCells, startReel } from './reel-animation.ts';
import { SymbolArt } from './symbols.tsx';

export interface ReelHandle {
  /** Leaves the symbols at rest behind and spins until `land`. */
  start(tickMs: number): void;
  /** Brings the symbols in with a slight overshoot; resolves once they rest. A second call while it lands does nothing. */
  land(symbols: readonly SlotSymbol[], landMs: number): Promise<void>;
  /** Ends the landing at once. */
  skip(): void;
  /** Shows symbols without any movement. */
  show(symbols: readonly SlotSymbol[]): void;
}

interface ReelProps {
  index: number;
  /** The symbols before its first spin. */
  first: readonly SlotSymbol[];
  /** The cells of the wins shown now; null if none are shown. */
  lit: ReadonlySet<string> | null;
  ref: Ref<ReelHandle>;
}

/** Every reel has its symbols in another order. */
const order = (index: number) =>
  slotSymbols.map(
    (_, at) => slotSymbols[(at * (index % 2 === 0 ? 3 : 5) + index * 2) % slotSymbols.length] as SlotSymbol,
  );

export function Reel({ index, first, lit, ref }: ReelProps) {
  const [symbols, setSymbols] = useState(first);
  const rest = useRef<HTMLDivElement>(null);
  const rush = useRef<HTMLDivElement>(null);
  const loop = useRef<HTMLDivElement>(null);
  const running = useRef<Animation[]>([]);
  const landing = useRef<Animation | null>(null);
  const stop = useCallback(() => {
    for (const animation of running.current.splice(0)) animation.cancel();
  }, []);
  useEffect(() => stop, [stop]);
  useImperativeHandle(ref, () => {
    const layers = () =>
      rest.current && rush.current && loop.current
        ? { rest: rest.current, rush: rush.current, loop: loop.current }
        : null;
    return {
      start(tickMs) {
        stop();
        landing.current = null;
        const parts = layers();
        if (parts) running.current.push(...startReel(parts, tickMs));
      },
      async land(next, landMs) {
        const parts = layers();
        if (landing.current || !parts) return;
        flushSync(() => setSymbols(next));
        const [animation, leaving] = landReel(parts, landMs);
        running.current.push(animation, leaving);
        landing.current = animation;
        // A cancelled landing has ended as well: the reel was spun again or is gone.
        await animation.finished.catch(() => undefined);
        if (landing.current === animation) stop();
      },
      skip: () => landing.current?.finish(),
      show(next) {
        stop();
        setSymbols(next);
      },
    };
  }, [stop]);
  const strip = order(index);
  return (
    <div className="relative h-full min-w-0 overflow-hidden">
      {/* One more stands above the window, for the moment of the overshoot. */}
      <div ref={rest} className="absolute inset-0 will-change-transform">
        <SymbolCell symbol={strip[0] as SlotSymbol} className="absolute inset-x-0 bottom-full h-1/3" />
        {symbols.map((symbol, row) => (
          <SymbolCell
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its row.
            key={row}
            symbol={symbol}
            className="h-1/3"
            light={lit && (lit.has(cellKey(index, row)) ? 'lit' : 'dim')}
          />
        ))}
      </div>
      <div
        ref={rush}
        aria-hidden
        className="absolute inset-0 overflow-hidden will-change-transform"
        style={{ transform: 'translateY(-100%)' }}
      >
        <div
          ref={loop}
          className="absolute inset-x-0 top-0 will-change-transform"
          style={{ height: `${(100 * loopCells) / rowCount}%` }}
        >
          {[...strip, ...strip.slice(0, rowCount)].map((symbol, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the strip never changes.
            <div key={at} className="p-[5%]" style={{ height: `${100 / loopCells}%` }}>
              <SymbolArt symbol={symbol} rushing className="size-full" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function SymbolCell({
  symbol,
  className,
  light = null,
}: {
  symbol: SlotSymbol;
  className: string;
  light?: 'lit' | 'dim' | null;
}) {
  const art = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (light !== 'lit' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const pulse = art.current?.animate(
      [{ transform: 'scale(1)' }, { transform: 'scale(1.12)', offset: 0.35 }, { transform: 'scale(1)' }],
      {
        duration: 900,
        easing: 'ease-in-out',
        iterations: Number.POSITIVE_INFINITY,
      },
    );
    return () => pulse?.cancel();
  }, [light]);
  return (
    <div className={cx(className, 'p-[5%]')}>
      <div ref={art} className={cx('relative size-full transition-opacity', light === 'dim' && 'opacity-30')}>
        <SymbolArt symbol={symbol} className="size-full" />
      </div>
    </div>
  );
}
