/** The wheel: rim, turning rotor and ball, drawn with depth. `useWheel` moves them; under reduced motion the ball simply lies in its pocket. */
import { redNumbers, wheel } from '@fairline/proto/games/roulette';
import { type Ref, type RefObject, useCallback, useImperativeHandle, useMemo, useRef } from 'react';
import { playSound } from '../stage/sound.ts';
import {
  ballTurnMs,
  fall,
  fallMs,
  pocketAngle,
  pocketDegrees,
  pocketRadius,
  restAngle,
  rimRadius,
  rotorTurnMs,
} from './wheel-motion.ts';
import './roulette.css';

export interface WheelHandle {
  /** The ball circles until `land` or `rest`. */
  launch(): void;
  /** Lets the ball fall into the pocket; resolves when it lies there, at once after `finish`. */
  land(pocket: number): Promise<void>;
  /** Ends the fall now. */
  finish(): void;
  /** Takes the ball off the wheel. */
  clear(): void;
}

const point = (radius: number, degrees: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(100 + radius * Math.cos(angle)).toFixed(2)} ${(100 + radius * Math.sin(angle)).toFixed(2)}`;
};

/** A ring's piece between two radii, one pocket wide. */
function piece(inner: number, outer: number): string {
  const half = pocketDegrees / 2;
  return `M${point(outer, -half)}A${outer} ${outer} 0 0 1 ${point(outer, half)}L${point(inner, half)}A${inner} ${inner} 0 0 0 ${point(inner, -half)}Z`;
}

/** The deflectors around the track. */
const diamonds = Array.from({ length: 8 }, (_, index) => index * 45 + 22.5);
const numberPiece = piece(68, 81);
const pocketPiece = piece(50, 68);
const colourOf = (pocket: number) => (pocket === 0 ? 'zero' : redNumbers.includes(pocket) ? 'red' : 'black');

function Rotor() {
  return (
    <svg viewBox="0 0 200 200" aria-hidden className="absolute inset-0 size-full">
      <circle cx="100" cy="100" r="82" className="wheel-fret-ring" />
      {wheel.map((pocket) => (
        <g key={pocket} transform={`rotate(${pocketAngle(pocket)} 100 100)`} data-colour={colourOf(pocket)}>
          <path d={numberPiece} className="wheel-number" />
          <path d={pocketPiece} className="wheel-pocket" />
          <text x="100" y="28.6" className="wheel-figure">
            {pocket}
          </text>
          <path d={`M${point(50, pocketDegrees / 2)}L${point(81, pocketDegrees / 2)}`} className="wheel-fret" />
        </g>
      ))}
      <circle cx="100" cy="100" r="68" className="wheel-line" />
      <circle cx="100" cy="100" r="50" className="wheel-cone" />
      <circle cx="100" cy="100" r="50" className="wheel-cone-edge" />
      {[0, 45, 90, 135].map((degrees) => (
        <path key={degrees} d="M100 52v96" transform={`rotate(${degrees} 100 100)`} className="wheel-spoke" />
      ))}
      <circle cx="100" cy="100" r="17" className="wheel-hub" />
      <path
        d="M100 74c4 12 5 18 5 26s-1 14-5 26c-4-12-5-18-5-26s1-14 5-26zM74 100c12-4 18-5 26-5s14 1 26 5c-12 4-18 5-26 5s-14-1-26-5z"
        className="wheel-turret"
      />
      <circle cx="100" cy="100" r="6.5" className="wheel-knob" />
    </svg>
  );
}

function Rim() {
  return (
    <svg viewBox="0 0 200 200" aria-hidden className="absolute inset-0 size-full overflow-visible">
      <circle cx="100" cy="103" r="99" className="wheel-shadow" />
      <circle cx="100" cy="100" r="99" className="wheel-wood" />
      <circle cx="100" cy="100" r="93" className="wheel-track" />
      <circle cx="100" cy="100" r="93" className="wheel-track-edge" />
      {diamonds.map((degrees) => (
        <path
          key={degrees}
          d="M100 10.500 102.600 15.500 100 20.500 97.400 15.500z"
          transform={`rotate(${degrees} 100 100)`}
          className="wheel-diamond"
        />
      ))}
      <path d={`M${point(96, -62)}A96 96 0 0 1 ${point(96, 18)}`} className="wheel-gloss" />
    </svg>
  );
}

export function Wheel({
  handle,
  still,
  pocket,
}: {
  handle?: Ref<WheelHandle>;
  still: boolean /** Where the ball lies at first. */;
  pocket?: number | undefined;
}) {
  const rotor = useRef<HTMLDivElement>(null);
  const arm = useRef<HTMLDivElement>(null);
  const ball = useRef<HTMLSpanElement>(null);
  const rested = useRef<HTMLDivElement>(null);
  const wheelMotion = useWheelMotion({ rotor, arm, ball, rested, still });
  useImperativeHandle(handle, () => wheelMotion, [wheelMotion]);
  return (
    <div className="wheel" aria-hidden style={rotorStyle}>
      <Rim />
      <div ref={rotor} className="wheel-rotor" data-still={still || undefined}>
        <Rotor />
        <div
          ref={rested}
          className="wheel-arm"
          hidden={pocket === undefined}
          style={{ rotate: `${pocketAngle(pocket ?? 0)}deg` }}
        >
          <span className="wheel-ball" style={{ translate: `0 ${-pocketRadius * 50}cqi` }} />
        </div>
      </div>
      <div ref={arm} className="wheel-arm" hidden>
        <span ref={ball} className="wheel-ball" />
      </div>
    </div>
  );
}

interface Parts {
  rotor: RefObject<HTMLDivElement | null>;
  arm: RefObject<HTMLDivElement | null>;
  ball: RefObject<HTMLSpanElement | null>;
  rested: RefObject<HTMLDivElement | null>;
  still: boolean;
}

/** One turn of the rotor, for the style sheet. */
const rotorStyle = { '--rotor-turn': `${rotorTurnMs}ms` } as React.CSSProperties;

const degreesOf = (part: HTMLElement) => Number.parseFloat(getComputedStyle(part).rotate) || 0;
const out = (radius: number) => `0 ${-radius * 50}cqi`;

function useWheelMotion({ rotor, arm, ball, rested, still }: Parts): WheelHandle {
  const running = useRef<Animation[]>([]);
  const launchedAt = useRef(0);
  const stop = useCallback(() => {
    for (const animation of running.current) animation.cancel();
    running.current = [];
  }, []);
  const launch = useCallback(() => {
    stop();
    if (rested.current) rested.current.hidden = true;
    if (still || !arm.current || !ball.current) return;
    launchedAt.current = performance.now();
    arm.current.hidden = false;
    running.current = [
      arm.current.animate([{ rotate: '0deg' }, { rotate: '-360deg' }], {
        duration: ballTurnMs,
        iterations: Number.POSITIVE_INFINITY,
      }),
      ball.current.animate([{ translate: out(rimRadius) }, { translate: out(rimRadius) }], {
        duration: ballTurnMs,
        iterations: Number.POSITIVE_INFINITY,
      }),
    ];
  }, [arm, ball, rested, still, stop]);
  const rest = useCallback(
    (pocket: number) => {
      stop();
      if (arm.current) arm.current.hidden = true;
      if (!rested.current) return;
      rested.current.style.rotate = `${pocketAngle(pocket)}deg`;
      rested.current.hidden = false;
      playSound('stop');
    },
    [arm, rested, stop],
  );
  const land = useCallback(
    async (pocket: number) => {
      if (still || !arm.current || !ball.current || !rotor.current) return rest(pocket);
      const from = degreesOf(arm.current);
      const duration = fallMs(performance.now() - launchedAt.current);
      const to = restAngle(from, degreesOf(rotor.current), pocket, duration);
      stop();
      const timing = { duration, fill: 'forwards' } as const;
      const falling = arm.current.animate([{ rotate: `${from}deg` }, { rotate: `${to}deg` }], {
        ...timing,
        easing: 'cubic-bezier(0.22, 0.5, 0.42, 1)',
      });
      const steps = fall.map(({ at, radius }) => ({ offset: at, translate: out(radius), easing: 'ease-in-out' }));
      running.current = [falling, ball.current.animate(steps, timing)];
      await falling.finished.catch(() => undefined);
      rest(pocket);
    },
    [arm, ball, rotor, rest, still, stop],
  );
  const finish = useCallback(() => {
    for (const animation of running.current)
      if (animation.effect?.getComputedTiming().iterations === 1) animation.finish();
  }, []);
  const clear = useCallback(() => {
    stop();
    if (arm.current) arm.current.hidden = true;
  }, [arm, stop]);
  return useMemo(() => ({ launch, land, finish, clear }), [launch, land, finish, clear]);
}
