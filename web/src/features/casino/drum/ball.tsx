/** A lottery ball: one hue for each ten numbers, lit from the upper left, its number on a white disc. */
import { cx } from '../../../ui/theme/cx.ts';

interface BallHue {
  light: string;
  body: string;
  dark: string;
}

const hues: readonly BallHue[] = [
  { light: '#fff3b8', body: '#f7bf26', dark: '#94620a' },
  { light: '#c3e4ff', body: '#3a8ff0', dark: '#123a86' },
  { light: '#ffc9c4', body: '#ee4048', dark: '#7e0a24' },
  { light: '#c6ffd9', body: '#25b56c', dark: '#075034' },
  { light: '#e8ccff', body: '#9a55e8', dark: '#441586' },
];

/** 1 to 9, 10 to 19 and so on. */
export const hueOf = (number: number): BallHue => hues[Math.floor(number / 10)] ?? (hues[0] as BallHue);

export function BallSheet() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        {hues.map(({ light, body, dark }, index) => (
          <radialGradient key={body} id={`ball-${index}`} cx="0.35" cy="0.28" r="0.8">
            <stop offset="0" stopColor={light} />
            <stop offset="0.42" stopColor={body} />
            <stop offset="1" stopColor={dark} />
          </radialGradient>
        ))}
        <radialGradient id="ball-disc" cx="0.4" cy="0.35" r="0.8">
          <stop offset="0" stopColor="#fff" />
          <stop offset="0.7" stopColor="#f2efe8" />
          <stop offset="1" stopColor="#b9b2a4" />
        </radialGradient>
      </defs>
    </svg>
  );
}

/** `BallSheet` must be on the page once. */
export function Ball({ number, className, faded = false }: { number: number; className?: string; faded?: boolean }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden className={cx('shrink-0', faded && 'opacity-45', className)}>
      <circle cx="20" cy="20" r="19" fill={`url(#ball-${Math.floor(number / 10)})`} />
      <circle cx="20.5" cy="20.5" r="11" fill="url(#ball-disc)" />
      <ellipse cx="13" cy="9" rx="6" ry="3.4" transform="rotate(-32 13 9)" fill="#fff" fillOpacity="0.7" />
      <path
        d="M6 28A16 16 0 0 0 31 33"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.28"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <text x="20.5" y="25.2" textAnchor="middle" fontSize="13" fontWeight="700" fill="#1a1a22" className="figures">
        {number}
      </text>
    </svg>
  );
}
