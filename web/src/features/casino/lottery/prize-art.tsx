/** The prizes, drawn on 100 by 100 units: a phone, a laptop, earbuds, a smartwatch and notes of cash. */
import type { PrizeId } from '@fairline/proto/games/lottery';
import { type ReactNode, useId } from 'react';
import { cx } from '../../../ui/theme/cx.ts';

interface Paints {
  metal: string;
  screen: string;
  glass: string;
  note: string;
}

const drawings: Readonly<Record<PrizeId, (paints: Paints) => ReactNode>> = {
  phone: Phone,
  laptop: Laptop,
  earbuds: Earbuds,
  smartwatch: Smartwatch,
  cash_1000: (paints) => <Cash {...paints} notes={3} />,
  cash_500: (paints) => <Cash {...paints} notes={2} />,
  cash_100: (paints) => <Cash {...paints} notes={1} />,
};

export function PrizeArt({ prize, className }: { prize: PrizeId; className?: string }) {
  const id = useId();
  const url = (name: string) => `url(#${id}${name})`;
  return (
    <svg viewBox="0 0 100 100" aria-hidden className={cx('shrink-0', className)}>
      <defs>
        <Gradient id={`${id}metal`} colours={['#f4f6fa', '#b9c0cc', '#6b7382']} />
        <Gradient id={`${id}screen`} colours={['#ffb45e', '#e0487c', '#40208c']} />
        <Gradient id={`${id}glass`} colours={['#fff', '#fff']} opacities={[0.5, 0]} />
        <Gradient id={`${id}note`} colours={['#a4ecb0', '#4fb877', '#1e7a52']} />
        <radialGradient id={`${id}shadow`}>
          <stop offset="0" stopColor="#000" stopOpacity="0.4" />
          <stop offset="1" stopColor="#000" stopOpacity="0" />
        </radialGradient>
      </defs>
      <ellipse cx="50" cy="90" rx="38" ry="7" fill={url('shadow')} />
      {drawings[prize]({ metal: url('metal'), screen: url('screen'), glass: url('glass'), note: url('note') })}
    </svg>
  );
}

function Gradient({
  id,
  colours,
  opacities,
}: {
  id: string;
  colours: readonly string[];
  opacities?: readonly number[];
}) {
  return (
    <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
      {colours.map((colour, index) => (
        <stop
          key={colour + index.toString()}
          offset={index / (colours.length - 1)}
          stopColor={colour}
          stopOpacity={opacities?.[index]}
        />
      ))}
    </linearGradient>
  );
}

function Phone({ metal, screen, glass }: Paints) {
  return (
    <g transform="rotate(-10 50 50)">
      <rect x="30" y="9" width="44" height="80" rx="9" fill="#3d4350" />
      <rect x="27" y="8" width="44" height="80" rx="9" fill={metal} />
      <rect x="29.5" y="10.5" width="39" height="75" rx="7" fill="#11131a" />
      <rect x="31.5" y="12.5" width="35" height="71" rx="5.5" fill={screen} />
      <rect x="42" y="15" width="14" height="4" rx="2" fill="#11131a" />
      <circle cx="49" cy="40" r="9" fill="#fff" fillOpacity="0.9" />
      <path
        d="M31.5 62C40 54 54 70 66.5 58V78A5.5 5.5 0 0 1 61 83.5H37A5.5 5.5 0 0 1 31.5 78Z"
        fill="#1b0f4d"
        fillOpacity="0.55"
      />
      <path d="M31.5 18A5.5 5.5 0 0 1 37 12.5H53L31.5 60Z" fill={glass} />
    </g>
  );
}

function Laptop({ metal, screen, glass }: Paints) {
  return (
    <>
      <rect x="17" y="17" width="66" height="48" rx="5" fill={metal} />
      <rect x="19" y="19" width="62" height="44" rx="3.5" fill="#11131a" />
      <rect x="21" y="21" width="58" height="40" rx="2" fill={screen} />
      <circle cx="63" cy="33" r="6" fill="#fff" fillOpacity="0.9" />
      <path d="M21 52C34 40 46 58 58 47C66 41 73 45 79 49V61H21Z" fill="#1b0f4d" fillOpacity="0.55" />
      <path d="M21 21H56L30 61H21Z" fill={glass} />
      <path d="M14 65H86L95 81C96 84 94 86 91 86H9C6 86 4 84 5 81Z" fill={metal} />
      <path d="M18 67.5H82L86 76H14Z" fill="#545b68" />
      <path d="M20 69H80M18 71.5H82M17 74H83" stroke="#c7cdd7" strokeWidth="0.9" strokeDasharray="3 1.3" />
      <path d="M41 78H59L60.5 83H39.5Z" fill="#9aa2b0" />
      <path d="M5 82C5 85 7 86 9 86H91C94 86 95 84 95 82Z" fill="#555c69" />
    </>
  );
}

function Earbuds({ metal, glass }: Paints) {
  return (
    <>
      <path d="M22 58H78V68C78 82 68 88 50 88C32 88 22 82 22 68Z" fill="#d9dde5" />
      <path d="M22 58H78V64C70 70 30 70 22 64Z" fill="#8f97a5" />
      <ellipse cx="50" cy="58" rx="28" ry="7" fill="#3c424e" />
      <path
        d="M22 57C22 40 32 34 50 34C68 34 78 40 78 57C70 50 30 50 22 57Z"
        fill={metal}
        transform="translate(0 -9)"
      />
      <g>
        <rect x="33" y="34" width="9" height="24" rx="4.5" fill={metal} />
        <circle cx="36" cy="32" r="11" fill={metal} />
        <circle cx="34" cy="30" r="5.5" fill="#20242e" />
        <rect x="58" y="34" width="9" height="24" rx="4.5" fill={metal} />
        <circle cx="64" cy="32" r="11" fill={metal} />
        <circle cx="66" cy="30" r="5.5" fill="#20242e" />
      </g>
      <path d="M26 66C34 72 44 73 50 73V82C38 82 28 78 26 66Z" fill={glass} />
      <circle cx="50" cy="76" r="2" fill="#54e39a" />
    </>
  );
}

function Smartwatch({ metal, screen, glass }: Paints) {
  return (
    <>
      <path d="M36 6H64L68 30H32ZM32 70H68L64 94H36Z" fill="#262b37" />
      <path d="M39 6H47L45 30H35ZM35 70H45L47 94H39Z" fill="#4a5264" />
      <rect x="73" y="42" width="7" height="16" rx="3" fill="#7d8594" />
      <rect x="24" y="24" width="52" height="52" rx="15" fill={metal} />
      <rect x="27.5" y="27.5" width="45" height="45" rx="12" fill="#0d0f15" />
      <circle cx="50" cy="50" r="17" fill="none" stroke="#2c3140" strokeWidth="5" />
      <path d="M50 33A17 17 0 1 1 34 56" fill="none" stroke={screen} strokeWidth="5" strokeLinecap="round" />
      <path
        d="M50 40V50L57 54"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M27.5 39.5A12 12 0 0 1 39.5 27.5H58L30 66A12 12 0 0 1 27.5 60Z" fill={glass} fillOpacity="0.7" />
    </>
  );
}

function Cash({ note, glass, notes }: Paints & { notes: number }) {
  return Array.from({ length: notes }, (_, index) => {
    const step = index - (notes - 1) / 2;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the notes lie on each other in this order.
      <g key={index} transform={`translate(${step * 3} ${-step * 13}) rotate(${-9 + step * 5} 50 54)`}>
        <rect
          x="13"
          y="34"
          width="76"
          height="40"
          rx="4"
          fill="#0d4a31"
          fillOpacity="0.55"
          transform="translate(0 2.5)"
        />
        <rect x="13" y="34" width="76" height="40" rx="4" fill={note} />
        <rect
          x="17"
          y="38"
          width="68"
          height="32"
          rx="2.5"
          fill="none"
          stroke="#eafff0"
          strokeOpacity="0.75"
          strokeWidth="1.3"
        />
        <circle cx="51" cy="54" r="11.5" fill="#eafff0" fillOpacity="0.9" />
        <path
          d="M51 46.5V61.5M55.5 49.5C54 47.5 47 47.3 47 51C47 54.5 55.5 53.5 55.5 57C55.5 60.7 48 60.7 46.5 58.3"
          fill="none"
          stroke="#1e7a52"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
        <circle cx="26" cy="54" r="3.5" fill="#eafff0" fillOpacity="0.6" />
        <circle cx="76" cy="54" r="3.5" fill="#eafff0" fillOpacity="0.6" />
        <path d="M13 38A4 4 0 0 1 17 34H54L34 74H17A4 4 0 0 1 13 70Z" fill={glass} fillOpacity="0.6" />
      </g>
    );
  });
}
