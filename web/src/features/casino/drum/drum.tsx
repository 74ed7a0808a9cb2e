/** The drum: a glass globe in which the balls tumble during a draw. It is drawn on a canvas, each ball from a picture made once. */
import { highestNumber } from '@fairline/proto/games/lottery';
import { useEffect, useRef } from 'react';
import { hueOf } from './ball.tsx';
import { areAtRest, ballRadius, type DrumBall, fillDrum, moveBalls } from './drum-physics.ts';

interface DrumProps {
  /** Whether the jet of air is on. */
  blows: boolean;
  /** Numbers that left the drum. */
  drawn: readonly number[];
}

export function Drum({ blows, drawn }: DrumProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const balls = useRef<DrumBall[]>([]);
  const state = useRef({ blows, drawn });
  state.current = { blows, drawn };
  const wake = useRef<() => void>(() => undefined);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    balls.current = fillDrum(highestNumber);
    let pictures = new Map<number, HTMLCanvasElement>();
    let frame = 0;
    let lastMs = 0;
    const draw = () =>
      drawBalls(
        context,
        balls.current.filter(({ number }) => !state.current.drawn.includes(number)),
        pictures,
      );
    const step = (nowMs: number) => {
      const inside = balls.current.filter(({ number }) => !state.current.drawn.includes(number));
      moveBalls(inside, Math.min(0.04, (nowMs - lastMs) / 1_000), state.current.blows, nowMs / 1_000);
      lastMs = nowMs;
      draw();
      frame = state.current.blows || !areAtRest(inside) ? requestAnimationFrame(step) : 0;
    };
    wake.current = () => {
      if (still) draw();
      else if (frame === 0) {
        lastMs = performance.now();
        frame = requestAnimationFrame(step);
      }
    };
    const resize = new ResizeObserver(() => {
      const size = Math.round(element.clientWidth * Math.min(3, devicePixelRatio));
      if (size === 0) return;
      element.width = size;
      element.height = size;
      pictures = ballPictures(size);
      draw();
    });
    resize.observe(element);
    return () => {
      resize.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both signal that there is something to draw.
  useEffect(() => wake.current(), [blows, drawn]);
  return (
    <div aria-hidden className="relative aspect-[200/212] w-full">
      <svg aria-hidden viewBox="0 0 200 212" className="absolute inset-0 size-full overflow-visible">
        <defs>
          <linearGradient id="drum-brass" x1="0" y1="0" x2="1" y2="1">
            <stop offset="0" stopColor="#fff3c4" />
            <stop offset="0.3" stopColor="#d9a437" />
            <stop offset="0.6" stopColor="#8a560c" />
            <stop offset="1" stopColor="#f0c866" />
          </linearGradient>
          <radialGradient id="drum-inside" cx="0.5" cy="0.35" r="0.7">
            <stop offset="0" stopColor="#fff" stopOpacity="0.16" />
            <stop offset="1" stopColor="#000" stopOpacity="0.34" />
          </radialGradient>
        </defs>
        <path d="M46 170L32 204H168L154 170Z" fill="url(#drum-brass)" />
        <path d="M32 204H168V210H32Z" fill="#5c3706" />
        <circle cx="100" cy="96" r="95" fill="url(#drum-brass)" />
        <circle cx="100" cy="96" r="89" className="fill-game-ground" />
        <circle cx="100" cy="96" r="89" fill="url(#drum-inside)" />
      </svg>
      <canvas ref={canvas} className="absolute top-[3.3%] left-[5.5%] aspect-square w-[89%]" />
      <svg aria-hidden viewBox="0 0 200 212" className="absolute inset-0 size-full">
        <path d="M32 62C42 34 70 17 98 15C76 27 52 46 44 78C38 84 29 74 32 62Z" fill="#fff" fillOpacity="0.2" />
        <path
          d="M160 140C152 158 134 170 116 174"
          fill="none"
          stroke="#fff"
          strokeOpacity="0.25"
          strokeWidth="5"
          strokeLinecap="round"
        />
        <rect x="84" y="178" width="32" height="16" rx="8" fill="#3a2204" />
        <rect x="88" y="181" width="24" height="10" rx="5" fill="#120a01" />
      </svg>
    </div>
  );
}

function drawBalls(
  context: CanvasRenderingContext2D,
  balls: readonly DrumBall[],
  pictures: ReadonlyMap<number, HTMLCanvasElement>,
): void {
  const { width } = context.canvas;
  const radius = width / 2;
  const size = 2 * ballRadius * radius;
  context.clearRect(0, 0, width, width);
  for (const { number, x, y, vx } of balls) {
    const picture = pictures.get(number);
    if (!picture) continue;
    context.save();
    context.translate(radius + x * radius, radius + y * radius);
    context.rotate(vx * 0.35);
    context.drawImage(picture, -size / 2, -size / 2, size, size);
    context.restore();
  }
}

/** One picture per number, at twice the resolution of the drum because it is drawn rotated. */
function ballPictures(width: number): Map<number, HTMLCanvasElement> {
  const size = Math.ceil(2 * ballRadius * width);
  return new Map(Array.from({ length: highestNumber }, (_, index) => [index + 1, ballPicture(index + 1, size)]));
}

function ballPicture(number: number, size: number): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  picture.width = size;
  picture.height = size;
  const context = picture.getContext('2d');
  if (!context) return picture;
  const { light, body, dark } = hueOf(number);
  const half = size / 2;
  const shade = context.createRadialGradient(size * 0.35, size * 0.28, 0, size * 0.42, size * 0.4, size * 0.72);
  shade.addColorStop(0, light);
  shade.addColorStop(0.42, body);
  shade.addColorStop(1, dark);
  const disc = (x: number, y: number, radius: number, fill: string | CanvasGradient) => {
    context.fillStyle = fill;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  };
  disc(half, half, half * 0.97, shade);
  disc(half, half, half * 0.55, '#f6f3ec');
  context.fillStyle = '#1a1a22';
  context.font = `700 ${size * 0.34}px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(String(number), half, half * 1.04);
  return picture;
}
