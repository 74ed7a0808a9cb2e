/** The movements of one reel, on the compositor: transforms only. */
import { slotSymbols } from '@fairline/proto/games/slots';
import { rowCount } from './lines.ts';

/** The layers of a reel: the symbols at rest, the wrapper of the blurred strip, the strip itself. */
export interface ReelLayers {
  rest: HTMLElement;
  rush: HTMLElement;
  loop: HTMLElement;
}

/** Symbols on the blurred strip: all of them, then those it shows first again, so that its end joins its beginning. */
export const loopCells = slotSymbols.length + rowCount;
const above = 'translateY(-100%)';
const below = 'translateY(100%)';
/** The short swing back before the reel starts. */
const kick = 'translateY(-5%)';
/** Symbols that pass per tick: with one, the eye would follow each symbol. */
const symbolsPerTick = 2;

export function startReel({ rest, rush, loop }: ReelLayers, tickMs: number): Animation[] {
  const leave = {
    duration: Math.min(260, Math.max(90, 2.5 * tickMs)),
    easing: 'cubic-bezier(.5,0,.9,.6)',
    fill: 'forwards',
  } as const;
  const turn = { duration: (slotSymbols.length * tickMs) / symbolsPerTick, iterations: Number.POSITIVE_INFINITY };
  return [
    rest.animate([{ transform: 'none' }, { transform: kick, offset: 0.3 }, { transform: below }], leave),
    rush.animate([{ transform: above }, { transform: above, offset: 0.3 }, { transform: 'none' }], leave),
    loop.animate(
      [{ transform: `translateY(${(-100 * slotSymbols.length) / loopCells}%)` }, { transform: 'none' }],
      turn,
    ),
  ];
}

/** The first of them is the landing itself. */
export function landReel({ rest, rush }: ReelLayers, landMs: number): [Animation, Animation] {
  const brake = 'cubic-bezier(.25,.6,.45,1)';
  return [
    rest.animate(
      [
        { transform: above, easing: brake },
        { transform: 'translateY(6%)', offset: 0.55, easing: 'cubic-bezier(.4,0,.5,1)' },
        { transform: 'translateY(-1.5%)', offset: 0.82, easing: 'ease-out' },
        { transform: 'none' },
      ],
      { duration: landMs, fill: 'forwards' },
    ),
    rush.animate([{ transform: 'none' }, { transform: 'translateY(106%)' }], {
      duration: landMs * 0.55,
      easing: brake,
      fill: 'forwards',
    }),
  ];
}
