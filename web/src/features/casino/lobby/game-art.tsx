/** The picture of each game for its tile: our own artwork with depth and light, one hue per game. */
import type { GameId } from '@fairline/proto/games/catalogue';
import { redNumbers, wheel } from '@fairline/proto/games/roulette';
import { type ReactNode, useId } from 'react';
import { ArtBall, ArtCard, ArtChips, Scene } from './art-kit.tsx';

const pictures: Record<GameId, (id: string) => ReactNode> = {
  'mega-fortune-slots': slots,
  'premium-roulette': roulette,
  'professional-blackjack': blackjack,
  'elite-baccarat': baccarat,
  'prize-lottery': lottery,
};

export function GameArt({ game }: { game: GameId }) {
  return pictures[game](useId());
}

/** A cabinet with three reels: diamond, seven, crown on the line. */
function slots(id: string): ReactNode {
  return (
    <Scene id={id} hue={305}>
      <defs>
        <linearGradient id={`${id}-frame`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.93 0.09 92)" />
          <stop offset="0.35" stopColor="oklch(0.74 0.13 80)" />
          <stop offset="0.6" stopColor="oklch(0.52 0.1 70)" />
          <stop offset="1" stopColor="oklch(0.8 0.13 85)" />
        </linearGradient>
        <linearGradient id={`${id}-reel`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.5 0.03 305)" />
          <stop offset="0.28" stopColor="oklch(0.95 0.01 305)" />
          <stop offset="0.6" stopColor="oklch(0.99 0.005 305)" />
          <stop offset="1" stopColor="oklch(0.46 0.04 305)" />
        </linearGradient>
        <linearGradient id={`${id}-gem`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="oklch(0.93 0.07 215)" />
          <stop offset="1" stopColor="oklch(0.58 0.16 245)" />
        </linearGradient>
        <linearGradient id={`${id}-seven`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.72 0.2 28)" />
          <stop offset="1" stopColor="oklch(0.46 0.19 22)" />
        </linearGradient>
      </defs>
      <rect x="46" y="44" width="234" height="112" rx="18" fill="oklch(0.08 0.03 305 / 0.5)" />
      <rect x="42" y="36" width="236" height="114" rx="18" fill={`url(#${id}-frame)`} />
      <rect x="49" y="43" width="222" height="100" rx="12" fill="oklch(0.18 0.06 305)" />
      {[58, 129, 200].map((x) => (
        <rect key={x} x={x} y="51" width="62" height="84" rx="6" fill={`url(#${id}-reel)`} />
      ))}
      <g transform="translate(89 93)">
        <path d="M-22-8-12-20h24l10 12L0 22z" fill={`url(#${id}-gem)`} />
        <path
          d="M-22-8h44M-12-20l5 12L0 22 7-8l5-12M-7-8 0-20 7-8"
          fill="none"
          stroke="oklch(1 0 0 / 0.75)"
          strokeWidth="1.200"
        />
      </g>
      <text
        x="160"
        y="113"
        fontSize="58"
        fontWeight="800"
        textAnchor="middle"
        fill={`url(#${id}-seven)`}
        stroke="oklch(0.98 0.04 90)"
        strokeWidth="1.500"
        className="display"
      >
        7
      </text>
      <g transform="translate(231 93)">
        <path
          d="M-23 16-26-12l14 12L0-20l12 20L26-12 23 16z"
          fill={`url(#${id}-frame)`}
          stroke="oklch(0.42 0.09 70)"
          strokeWidth="1"
        />
        <path d="M-22 16h44v6h-44z" fill="oklch(0.66 0.13 78)" />
        <circle cy="7" r="4.500" fill="oklch(0.6 0.2 20)" />
        <circle cx="-13" cy="9" r="3" fill="oklch(0.68 0.14 245)" />
        <circle cx="13" cy="9" r="3" fill="oklch(0.68 0.14 245)" />
        <circle cx="-26" cy="-13" r="3" fill="oklch(0.93 0.09 92)" />
        <circle cy="-21" r="3.500" fill="oklch(0.93 0.09 92)" />
        <circle cx="26" cy="-13" r="3" fill="oklch(0.93 0.09 92)" />
      </g>
      <path d="M44 93h232" stroke="oklch(0.85 0.17 330 / 0.35)" strokeWidth="8" />
      <path d="M44 93h232" stroke="oklch(0.93 0.1 330)" strokeWidth="1.600" />
      <path d="M50 51c40-7 180-7 220 0v16c-50-9-170-9-220 0z" fill="oklch(1 0 0 / 0.14)" />
    </Scene>
  );
}

/** One pocket of the wheel as a slice of a ring. */
function pocketPath(index: number, inner: number, outer: number): string {
  const at = (radius: number, step: number) => {
    const angle = (step / wheel.length) * 2 * Math.PI - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${at(inner, index)}L${at(outer, index)}A${outer} ${outer} 0 0 1 ${at(outer, index + 1)}L${at(inner, index + 1)}z`;
}

function pocketFill(number: number): string {
  if (number === 0) return 'oklch(0.55 0.14 155)';
  return redNumbers.includes(number) ? 'oklch(0.53 0.2 25)' : 'oklch(0.2 0.015 260)';
}

/** A wheel that lies in the light, its ball in a pocket. */
function roulette(id: string): ReactNode {
  return (
    <Scene id={id} hue={245}>
      <defs>
        <radialGradient id={`${id}-wood`} cx="50%" cy="42%" r="58%">
          <stop offset="0.72" stopColor="oklch(0.4 0.09 50)" />
          <stop offset="0.86" stopColor="oklch(0.52 0.11 55)" />
          <stop offset="1" stopColor="oklch(0.26 0.06 45)" />
        </radialGradient>
        <radialGradient id={`${id}-bowl`} cx="46%" cy="36%" r="66%">
          <stop offset="0" stopColor="oklch(0.62 0.11 62)" />
          <stop offset="0.7" stopColor="oklch(0.42 0.09 52)" />
          <stop offset="1" stopColor="oklch(0.27 0.06 48)" />
        </radialGradient>
        <linearGradient id={`${id}-gold`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="oklch(0.95 0.08 92)" />
          <stop offset="0.5" stopColor="oklch(0.74 0.13 80)" />
          <stop offset="1" stopColor="oklch(0.5 0.1 70)" />
        </linearGradient>
      </defs>
      <ellipse cx="164" cy="132" rx="128" ry="58" fill="oklch(0.08 0.02 245 / 0.55)" />
      <g transform="translate(160 112) scale(1 0.6)">
        <circle r="122" cy="14" fill="oklch(0.2 0.05 45)" />
        <circle r="122" fill={`url(#${id}-wood)`} />
        <circle r="105" fill="none" stroke={`url(#${id}-gold)`} strokeWidth="2.500" />
        <g transform="rotate(-14)">
          {wheel.map((number, index) => (
            <path
              key={number}
              d={pocketPath(index, 66, 94)}
              fill={pocketFill(number)}
              stroke="oklch(0.78 0.1 82)"
              strokeWidth="0.8"
            />
          ))}
        </g>
        <circle r="66" fill={`url(#${id}-bowl)`} stroke={`url(#${id}-gold)`} strokeWidth="2" />
        <g fill={`url(#${id}-gold)`}>
          <path d="M-4-44h8v88h-8zM-44-4h88v8h-88z" transform="rotate(22)" />
          {[22, 112, 202, 292].map((turn) => (
            <circle key={turn} r="6.500" cy="-46" transform={`rotate(${turn})`} />
          ))}
        </g>
      </g>
      <ellipse cx="160" cy="109" rx="19" ry="12" fill={`url(#${id}-gold)`} />
      <path d="M153 108c0-14 2-20 7-20s7 6 7 20z" fill={`url(#${id}-gold)`} />
      <circle cx="160" cy="86" r="6" fill={`url(#${id}-gold)`} />
      <path d="M62 88c30-34 150-42 190-8-50-20-140-18-190 8z" fill="oklch(1 0 0 / 0.16)" />
      <circle cx="219" cy="141" r="6.500" fill="oklch(0.1 0.02 260 / 0.5)" />
      <circle cx="217" cy="138" r="6.500" fill="oklch(0.94 0.005 90)" />
      <circle cx="215" cy="135.500" r="2.400" fill="oklch(1 0 0)" />
    </Scene>
  );
}

/** An ace and a king on the felt, with chips beside them. */
function blackjack(id: string): ReactNode {
  return (
    <Scene id={id} hue={160}>
      <path d="M-10 172c90-34 250-34 340 0v40H-10z" fill="oklch(0.4 0.1 160)" />
      <path d="M-10 172c90-34 250-34 340 0" fill="none" stroke="oklch(0.82 0.1 85)" strokeWidth="2" />
      <path
        d="M6 187c90-30 218-30 308 0"
        fill="none"
        stroke="oklch(0.9 0.06 160 / 0.5)"
        strokeWidth="1"
        strokeDasharray="2 5"
      />
      <ArtCard x={138} y={98} turn={-13} rank="K" suit="h" />
      <ArtCard x={181} y={92} turn={9} rank="A" suit="s" />
      <ArtChips x={70} y={160} hue={25} count={4} />
      <ArtChips x={254} y={158} hue={245} count={6} />
      <ArtChips x={286} y={168} hue={85} count={2} />
    </Scene>
  );
}

/** A natural nine against an eight, on ruby felt under two lamps. */
function baccarat(id: string): ReactNode {
  return (
    <Scene id={id} hue={15}>
      <path d="M-10 164c90-26 250-26 340 0v50H-10z" fill="oklch(0.38 0.12 15)" />
      <path d="M-10 164c90-26 250-26 340 0" fill="none" stroke="oklch(0.84 0.1 85)" strokeWidth="2" />
      <path d="M160 60v92" stroke="oklch(0.88 0.08 85 / 0.7)" strokeWidth="1" />
      <circle cx="160" cy="58" r="15" fill="oklch(0.3 0.09 15)" stroke="oklch(0.84 0.1 85)" strokeWidth="1.500" />
      <path
        d="M160 50 162.400 55.600 168.500 56.100 163.900 60.100 165.300 66 160 62.900 154.700 66 156.100 60.100 151.500 56.100 157.600 55.600z"
        fill="oklch(0.88 0.11 88)"
      />
      <ArtCard x={72} y={96} turn={-12} rank="4" suit="d" />
      <ArtCard x={108} y={94} turn={5} rank="5" suit="c" />
      <ArtCard x={214} y={94} turn={-6} rank="J" suit="s" />
      <ArtCard x={250} y={97} turn={11} rank="8" suit="h" />
      <ArtChips x={140} y={172} hue={85} count={3} />
      <ArtChips x={180} y={176} hue={300} count={2} />
    </Scene>
  );
}

/** A drum of glass full of numbered balls, and the drawn ones in front of it. */
function lottery(id: string): ReactNode {
  return (
    <Scene id={id} hue={80}>
      <defs>
        <radialGradient id={`${id}-glass`} cx="38%" cy="28%" r="75%">
          <stop offset="0" stopColor="oklch(0.98 0.02 80 / 0.35)" />
          <stop offset="0.55" stopColor="oklch(0.85 0.05 80 / 0.08)" />
          <stop offset="1" stopColor="oklch(0.95 0.04 80 / 0.38)" />
        </radialGradient>
        <linearGradient id={`${id}-brass`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.92 0.1 90)" />
          <stop offset="1" stopColor="oklch(0.5 0.1 68)" />
        </linearGradient>
      </defs>
      <path d="M104 152l18-30h76l18 30z" fill={`url(#${id}-brass)`} />
      <rect x="92" y="150" width="136" height="9" rx="4" fill={`url(#${id}-brass)`} />
      <circle cx="160" cy="80" r="66" fill="oklch(0.16 0.03 80 / 0.55)" />
      <ArtBall x={128} y={118} r={17} hue={25} number={7} />
      <ArtBall x={162} y={126} r={17} hue={245} number={23} />
      <ArtBall x={195} y={116} r={17} hue={155} number={41} />
      <ArtBall x={143} y={88} r={16} hue={305} number={12} />
      <ArtBall x={179} y={85} r={16} hue={60} number={36} />
      <ArtBall x={160} y={48} r={14} hue={200} number={49} />
      <circle
        cx="160"
        cy="80"
        r="66"
        fill={`url(#${id}-glass)`}
        stroke="oklch(0.95 0.05 85 / 0.8)"
        strokeWidth="1.500"
      />
      <path d="M112 52c10-20 30-32 52-31-20 6-36 20-44 40-3 6-12 0-8-9z" fill="oklch(1 0 0 / 0.45)" />
      <path d="M94 80h132" stroke={`url(#${id}-brass)`} strokeWidth="4" />
      <circle cx="92" cy="80" r="7" fill={`url(#${id}-brass)`} />
      <circle cx="228" cy="80" r="7" fill={`url(#${id}-brass)`} />
      <ArtBall x={62} y={168} r={13} hue={25} number={5} />
      <ArtBall x={258} y={168} r={13} hue={245} number={18} />
      <ArtBall x={286} y={172} r={13} hue={155} number={30} />
      <ArtBall x={34} y={172} r={13} hue={305} number={44} />
    </Scene>
  );
}
