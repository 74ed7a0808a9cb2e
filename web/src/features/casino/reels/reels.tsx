/** The five reels behind their glass, in the frame of the machine, with the winning lines over them. They always show the server's result. */
import type { SlotSymbol } from '@fairline/proto/games/slots';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { reelCount } from './lines.ts';
import { Reel, type ReelHandle } from './reel.tsx';
import './reels.css';
import { SymbolSheet } from './symbols.tsx';

export type Grid = readonly (readonly SlotSymbol[])[];

export interface ReelsHandle {
  start(tickMs: number): void;
  landReel(reel: number, grid: Grid, landMs: number): Promise<void>;
  skip(): void;
  show(grid: Grid): void;
}

interface ReelsProps {
  first: Grid;
  lit: ReadonlySet<string> | null;
  /** Lines and amounts, over the glass. */
  children?: ReactNode;
  ref: Ref<ReelsHandle>;
}

export function Reels({ first, lit, children, ref }: ReelsProps) {
  const reels = useRef<(ReelHandle | null)[]>([]);
  useImperativeHandle(
    ref,
    () => ({
      start: (tickMs) => {
        for (const reel of reels.current) reel?.start(tickMs);
      },
      landReel: async (reel, grid, landMs) => reels.current[reel]?.land(grid[reel] ?? [], landMs),
      skip: () => {
        for (const reel of reels.current) reel?.skip();
      },
      show: (grid) => {
        for (const [index, reel] of reels.current.entries()) reel?.show(grid[index] ?? []);
      },
    }),
    [],
  );
  return (
    <Machine overlay={children}>
      {Array.from({ length: reelCount }, (_, index) => (
        <Reel
          // biome-ignore lint/suspicious/noArrayIndexKey: a reel is its place.
          key={index}
          index={index}
          first={first[index] ?? []}
          lit={lit}
          ref={(reel) => {
            reels.current[index] = reel;
          }}
        />
      ))}
    </Machine>
  );
}

/** The frame: a rim of metal, the window, the round shade of the reels, glass. */
export function Machine({ children, overlay }: { children: ReactNode; overlay?: ReactNode }) {
  return (
    <div className="slot-rim relative rounded-[4.5%/7%] p-[1.6%]">
      <SymbolSheet />
      <div className="slot-window relative overflow-hidden rounded-[3.4%/5.6%]">
        <div className="slot-reels grid aspect-[5/3] grid-cols-5">{children}</div>
        <div aria-hidden className="slot-shade pointer-events-none absolute inset-0" />
        <div aria-hidden className="slot-glass pointer-events-none absolute inset-0" />
        {overlay}
      </div>
    </div>
  );
}
