/** Shared parts of the tiles' pictures: a lit backdrop, cards, chips and balls. Colours are the artwork's own and the same in both themes. */
import type { ReactNode } from 'react';

interface SceneProps {
  /** Prefix of the gradients' ids, unique on the page. */
  id: string;
  hue: number;
  children: ReactNode;
}

/** A stage of 320 by 200: a spot of light from above, a floor that mirrors it, and the house's thin line. */
export function Scene({ id, hue, children }: SceneProps) {
  return (
    <svg aria-hidden viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" className="block size-full">
      <defs>
        <radialGradient id={`${id}-sky`} cx="50%" cy="8%" r="105%">
          <stop offset="0" stopColor={`oklch(0.46 0.12 ${hue})`} />
          <stop offset="0.5" stopColor={`oklch(0.27 0.08 ${hue})`} />
          <stop offset="1" stopColor={`oklch(0.14 0.035 ${hue})`} />
        </radialGradient>
        <linearGradient id={`${id}-floor`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={`oklch(0.34 0.09 ${hue})`} />
          <stop offset="1" stopColor={`oklch(0.13 0.03 ${hue})`} />
        </linearGradient>
        <radialGradient id={`${id}-pool`} cx="50%" cy="50%" r="50%">
          <stop offset="0" stopColor={`oklch(0.8 0.12 ${hue} / 0.5)`} />
          <stop offset="1" stopColor={`oklch(0.8 0.12 ${hue} / 0)`} />
        </radialGradient>
        <linearGradient id={`${id}-beam`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={`oklch(0.95 0.05 ${hue} / 0.28)`} />
          <stop offset="1" stopColor={`oklch(0.95 0.05 ${hue} / 0)`} />
        </linearGradient>
      </defs>
      <rect width="320" height="200" fill={`url(#${id}-sky)`} />
      <path d="M128 0h64l66 152H62z" fill={`url(#${id}-beam)`} />
      <rect y="148" width="320" height="52" fill={`url(#${id}-floor)`} />
      <path d="M0 148h320" stroke={`oklch(0.88 0.09 ${hue} / 0.55)`} strokeWidth="0.75" />
      <ellipse cx="160" cy="160" rx="130" ry="22" fill={`url(#${id}-pool)`} />
      {children}
    </svg>
  );
}

const suits = {
  s: 'M5 0C6.600 2.300 9.600 3.700 9.600 6.300 9.600 8.400 7 8.900 5.700 7.500 5.700 8.700 6.200 9.400 7 10H3c.8-.6 1.300-1.300 1.300-2.500C3 8.900.4 8.400.4 6.300.4 3.700 3.400 2.300 5 0z',
  h: 'M5 10C3.500 7.700.2 5.700.2 2.900.2.400 3.600-.8 5 1.900 6.400-.8 9.800.4 9.800 2.900 9.800 5.700 6.500 7.700 5 10z',
  d: 'M5 0 9 5 5 10 1 5z',
  c: 'M5 .2a2.300 2.300 0 0 1 1.900 3.600 2.400 2.400 0 1 1-1.300 4C5.600 8.900 6 9.500 7 10H3c1-.5 1.400-1.100 1.400-2.200a2.400 2.400 0 1 1-1.300-4A2.300 2.300 0 0 1 5 .2z',
} as const;

interface CardProps {
  x: number;
  y: number;
  turn: number;
  rank: string;
  suit: keyof typeof suits;
}

/** A card of 62 by 88 around its centre. */
export function ArtCard({ x, y, turn, rank, suit }: CardProps) {
  const ink = suit === 'h' || suit === 'd' ? 'oklch(0.55 0.21 25)' : 'oklch(0.2 0.02 260)';
  const corner = (
    <>
      <text x="-26" y="-28" fontSize="15" fontWeight="700" fill={ink} className="display">
        {rank}
      </text>
      <path d={suits[suit]} transform="translate(-26 -24) scale(0.95)" fill={ink} />
    </>
  );
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <rect x="-29" y="-40" width="62" height="88" rx="6" fill="oklch(0.1 0.02 260 / 0.4)" />
      <rect
        x="-31"
        y="-44"
        width="62"
        height="88"
        rx="6"
        fill="oklch(0.985 0.005 90)"
        stroke="oklch(0.82 0.01 90)"
        strokeWidth="0.6"
      />
      <path d="M-31 -38a6 6 0 0 1 6-6h50a6 6 0 0 1 6 6v10L-31 22z" fill="oklch(1 0 0 / 0.75)" />
      {corner}
      <g transform="rotate(180)">{corner}</g>
      <path d={suits[suit]} transform="translate(-15 -15) scale(3)" fill={ink} />
    </g>
  );
}

/** A stack of chips seen from the side, its lowest one at `y`. */
export function ArtChips({ x, y, hue, count }: { x: number; y: number; hue: number; count: number }) {
  return (
    <g>
      <ellipse cx={x + 3} cy={y + 5} rx="25" ry="8" fill="oklch(0.08 0.02 260 / 0.5)" />
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the chips are alike and never move.
        <ArtChip key={place} x={x + (place % 2) * 1.2} y={y - place * 6} hue={hue} />
      ))}
    </g>
  );
}

function ArtChip({ x, y, hue }: { x: number; y: number; hue: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-22 0v5c0 4.400 9.850 8 22 8s22-3.600 22-8V0z" fill={`oklch(0.42 0.13 ${hue})`} />
      <path d="M-17 4.500v6l6 1.600v-6zM-3 7.800v5.200h7V7.800zM12 6.200v5.500l5-2V4.500z" fill="oklch(0.96 0.01 90)" />
      <ellipse rx="22" ry="8" fill={`oklch(0.62 0.17 ${hue})`} />
      <path
        d="M-22 0c0-2 2-3.900 5.500-5.300l4 1.500C-14.800-2.700-16-1.400-16 0zM4-7.900 3-5.900c4.500.3 8 1.200 10.300 2.500l4-1.500C14-6.800 9.300-7.700 4-7.900zM-3 5.900-4 7.900c5.300.2 10-.3 14-1.400l-3-1.700C4.200 5.700.8 6 -3 5.900z"
        fill="oklch(0.96 0.01 90)"
      />
      <ellipse
        rx="14.500"
        ry="5.200"
        fill={`oklch(0.5 0.15 ${hue})`}
        stroke={`oklch(0.78 0.12 ${hue})`}
        strokeWidth="0.7"
      />
      <path d="M-19-2.500C-15-6-7-7.400 2-7.300-6-6.500-12-5-15.500-1.600z" fill="oklch(1 0 0 / 0.5)" />
    </g>
  );
}

/** A numbered ball with its light from the upper left. */
export function ArtBall({ x, y, r, hue, number }: { x: number; y: number; r: number; hue: number; number: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${r / 20})`}>
      <circle r="20" fill={`oklch(0.42 0.13 ${hue})`} />
      <circle r="18.500" cx="-1" cy="-1.500" fill={`oklch(0.64 0.17 ${hue})`} />
      <circle r="13" cx="-3.500" cy="-4.500" fill={`oklch(0.76 0.15 ${hue})`} />
      <circle r="9.500" fill="oklch(0.98 0.005 90)" />
      <text y="4.200" fontSize="11.500" fontWeight="700" textAnchor="middle" fill="oklch(0.2 0.02 260)">
        {number}
      </text>
      <ellipse
        cx="-7.500"
        cy="-11.500"
        rx="6"
        ry="3"
        transform="rotate(-35 -7.500 -11.500)"
        fill="oklch(1 0 0 / 0.7)"
      />
    </g>
  );
}
