/** The tray under the drum: six places into which the drawn balls roll. */
import { numbersPerTicket } from '@fairline/proto/games/lottery';
import { i18n } from '@lingui/core';
import { useEffect, useRef } from 'react';
import { Ball } from './ball.tsx';
import './drum.css';

export function Tray({ drawn, still }: { drawn: readonly number[]; still: boolean }) {
  return (
    <ol
      aria-label={i18n._({ id: 'lottery.tray', message: 'Drawn numbers' })}
      className="drum-tray mx-auto grid w-full max-w-96 grid-cols-6 gap-1 rounded-full p-2"
    >
      {Array.from({ length: numbersPerTicket }, (_, place) => {
        const number = drawn[place];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the tray.
          <li key={place} className="drum-place aspect-square rounded-full">
            {number !== undefined && <RolledBall key={number} number={number} place={place} still={still} />}
          </li>
        );
      })}
    </ol>
  );
}

/** Moves down from the drum, then rolls to its place. */
function RolledBall({ number, place, still }: { number: number; place: number; still: boolean }) {
  const ball = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (still) return;
    // Starts at the mouth of the drum, above the middle of the tray.
    const across = `${(2.5 - place) * 100}%`;
    const turns = (place - 2.5) * 115;
    const rolling = ball.current?.animate(
      [
        { transform: `translate(${across}, -150%) rotate(${-turns}deg) scale(0.6)`, opacity: 0, easing: 'ease-in' },
        {
          transform: `translate(${across}, 0) rotate(${-turns}deg)`,
          opacity: 1,
          offset: 0.4,
          easing: 'cubic-bezier(.2,.6,.3,1)',
        },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 620 },
    );
    return () => rolling?.cancel();
  }, [place, still]);
  return (
    <div ref={ball}>
      <span className="sr-only">{number}</span>
      <Ball number={number} className="size-full" />
    </div>
  );
}
