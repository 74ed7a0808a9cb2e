/** The betting table: chips are placed on cells, lines and corners by click, drag and keyboard. It is one Tab stop; the arrow keys move between spots. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { BetSpot } from '../chips/bet-spot.tsx';
import type { Bets } from '../chips/bets.ts';
import { isRed, paysTo1, type Spot, spotName, type TableSpot, tableSpots } from './table-spots.ts';
import './roulette.css';

interface RouletteTableProps {
  bets: Bets;
  currency: PlayCurrencyCode;
  /** The pocket that was drawn, while its result is shown. */
  pocket?: number | undefined;
  /** Called with the spot under the pointer or the focus. */
  onLook: (spot: TableSpot | null) => void;
}

const arrows: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

export function RouletteTable({ bets, currency, pocket, onLook }: RouletteTableProps) {
  const [stop, setStop] = useState<Spot>('straight:17');
  const [lit, setLit] = useState<readonly number[]>([]);
  const table = useRef<HTMLFieldSetElement>(null);
  const look = (spot: TableSpot | null) => {
    setLit(spot?.numbers ?? []);
    onLook(spot);
  };
  const move = (event: KeyboardEvent) => {
    const way = arrows[event.key];
    if (!way || !table.current) return;
    event.preventDefault();
    findNearest(table.current, document.activeElement, way)?.focus();
  };
  return (
    <fieldset ref={table} className="roulette-table" onKeyDown={move}>
      <legend className="sr-only">
        {i18n._({
          id: 'roulette.table',
          message: 'Betting layout. Arrow keys move, Enter places the selected chip, Backspace removes it.',
        })}
      </legend>
      {tableSpots.map((one) => (
        <Place
          key={one.spot}
          of={one}
          minor={bets[one.spot] ?? 0}
          currency={currency}
          isStop={stop === one.spot}
          isLit={one.kind === 'cell' && one.bet.type === 'straight' && lit.includes(one.numbers[0] ?? -1)}
          pocket={pocket}
          onFocus={() => {
            setStop(one.spot);
            look(one);
          }}
          onEnter={() => look(one)}
          onLeave={() => look(null)}
        />
      ))}
    </fieldset>
  );
}

/** The nearest place in a direction, as drawn on the screen. */
function findNearest(table: HTMLElement, from: Element | null, [x, y]: [number, number]): HTMLElement | undefined {
  if (!from) return undefined;
  const middle = (part: Element) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const start = middle(from);
  let best: { part: HTMLElement; cost: number } | undefined;
  for (const part of table.querySelectorAll<HTMLElement>('[data-place]')) {
    const { x: px, y: py } = middle(part);
    const along = (px - start.x) * x + (py - start.y) * y;
    const aside = Math.abs((px - start.x) * y) + Math.abs((py - start.y) * x);
    const cost = along + 3 * aside;
    if (along > 4 && aside <= along * 1.2 && (!best || cost < best.cost)) best = { part, cost };
  }
  return best?.part;
}

interface PlaceProps {
  of: TableSpot;
  minor: number;
  currency: PlayCurrencyCode;
  isStop: boolean;
  isLit: boolean;
  pocket: number | undefined;
  onFocus: () => void;
  onEnter: () => void;
  onLeave: () => void;
}

function Place({ of, minor, currency, isStop, isLit, pocket, onFocus, onEnter, onLeave }: PlaceProps) {
  const { spot, numbers, bet, kind, x, y, width, height } = of;
  const decided = pocket !== undefined && minor > 0;
  const number = bet.type === 'straight' ? numbers[0] : undefined;
  const name = spotText(of);
  return (
    <BetSpot
      spot={spot}
      name={name}
      minor={minor}
      currency={currency}
      result={decided ? (numbers.includes(pocket) ? 'won' : 'lost') : undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      data={{
        place: '',
        kind,
        ...(number !== undefined && { colour: colourOf(number) }),
        ...(isLit && { lit: '' }),
        ...(number !== undefined && number === pocket && { drawn: '' }),
      }}
      className="roulette-spot text-14 sm:text-16"
      style={{ '--x': x, '--y': y, '--w': width, '--h': height } as CSSProperties}
    >
      {kind === 'cell' && <Print of={of} />}
    </BetSpot>
  );
}

export const colourOf = (pocket: number) => (pocket === 0 ? 'zero' : isRed(pocket) ? 'red' : 'black');

function Print({ of: { bet, numbers } }: { of: TableSpot }): ReactNode {
  if (bet.type === 'straight') return numbers[0];
  if (bet.type === 'column') return <span className="text-13">2:1</span>;
  if (bet.type === 'red' || bet.type === 'black') return <span className="roulette-diamond" data-colour={bet.type} />;
  return <span className="roulette-turned px-0.5 text-12 sm:text-14">{spotName({ bet })}</span>;
}

/** The numbers and odds of a place, in a line under the table. */
export function spotText(of: TableSpot): string {
  return i18n._({
    id: 'roulette.spot',
    message: '{name}, pays {odds} to 1',
    values: { name: spotName(of), odds: paysTo1(of) },
  });
}
