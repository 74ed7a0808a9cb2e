/** The four fruits, drawn on 100 by 100 units: a body with light from the upper left, a rim of reflected light, a highlight. */
import { Linear, Radial } from './gradients.tsx';

export function FruitGradients() {
  return (
    <>
      <Radial
        id="paint-red"
        stops={[
          [0, '#ff9d9a'],
          [0.22, '#f8404d'],
          [0.6, '#c8102f'],
          [0.88, '#7d0322'],
          [1, '#a3123a'],
        ]}
      />
      <Radial
        id="paint-yellow"
        stops={[
          [0, '#fffbd0'],
          [0.25, '#ffe95a'],
          [0.62, '#fbc40d'],
          [0.9, '#c07a00'],
          [1, '#dd9f18'],
        ]}
      />
      <Radial
        id="paint-orange"
        stops={[
          [0, '#ffd9a0'],
          [0.25, '#ffab3d'],
          [0.62, '#f57a0b'],
          [0.9, '#a84300'],
          [1, '#cf6414'],
        ]}
      />
      <Radial
        id="paint-violet"
        stops={[
          [0, '#dcb8ff'],
          [0.28, '#a763ea'],
          [0.65, '#6a27b4'],
          [0.92, '#360c6e'],
          [1, '#58219a'],
        ]}
      />
      <Linear
        id="paint-leaf"
        x2={1}
        stops={[
          [0, '#b5ef6b'],
          [0.45, '#4fae33'],
          [1, '#176232'],
        ]}
      />
      <Linear
        id="paint-stem"
        x2={1}
        stops={[
          [0, '#9aa843'],
          [0.5, '#5f7a25'],
          [1, '#2c4a18'],
        ]}
      />
      <Radial
        id="paint-shadow"
        cx={0.5}
        cy={0.5}
        r={0.5}
        stops={[
          [0, '#000', 0.42],
          [1, '#000', 0],
        ]}
      />
      <Linear
        id="paint-gloss"
        stops={[
          [0, '#fff', 0.95],
          [1, '#fff', 0.08],
        ]}
      />
    </>
  );
}

function Leaf({ d, vein }: { d: string; vein: string }) {
  return (
    <>
      <path d={d} fill="url(#paint-leaf)" stroke="#0f4a26" strokeWidth="0.8" />
      <path d={vein} fill="none" stroke="#d9ffad" strokeOpacity="0.65" strokeWidth="1.1" strokeLinecap="round" />
    </>
  );
}

export function Cherry() {
  return (
    <>
      <path
        d="M31 60C33 40 42 25 61 15M70 63C70 44 68 27 61 15"
        fill="none"
        stroke="#22390f"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path
        d="M31 60C33 40 42 25 61 15M70 63C70 44 68 27 61 15"
        fill="none"
        stroke="#86a83a"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <Leaf d="M61 16C71 5 87 6 94 17C83 28 69 27 61 16Z" vein="M64 16.5C73 13 82 14 90 17" />
      <circle cx="31" cy="70" r="21" fill="url(#paint-red)" />
      <path
        d="M24 54Q31 60 38 54"
        fill="none"
        stroke="#5d0019"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeOpacity="0.7"
      />
      <ellipse cx="23" cy="62" rx="6.5" ry="4.2" transform="rotate(-38 23 62)" fill="url(#paint-gloss)" />
      <path
        d="M18 82A17.5 17.5 0 0 0 45 80"
        fill="none"
        stroke="#ff9fae"
        strokeOpacity="0.5"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="69" cy="73" r="20" fill="url(#paint-red)" />
      <path
        d="M62 58Q69 63 76 58"
        fill="none"
        stroke="#5d0019"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeOpacity="0.7"
      />
      <ellipse cx="61.5" cy="65.5" rx="6" ry="4" transform="rotate(-38 61.5 65.5)" fill="url(#paint-gloss)" />
      <path
        d="M57 85A16.5 16.5 0 0 0 83 82"
        fill="none"
        stroke="#ff9fae"
        strokeOpacity="0.5"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </>
  );
}

const lemonPores = [
  [60, 44],
  [68, 53],
  [52, 62],
  [62, 66],
  [44, 70],
  [72, 42],
  [55, 52],
] as const;

export function Lemon() {
  return (
    <>
      <g transform="rotate(-24 50 54)">
        <path
          d="M9 54C13 51 15 47 19 41C27 28 40 24 52 24C66 24 77 31 83 42C86 47 88 51 93 54C88 57 86 61 83 66C77 77 66 84 52 84C39 84 26 80 19 67C15 61 13 57 9 54Z"
          fill="url(#paint-yellow)"
        />
        <path
          d="M20 66C27 78 40 82 52 82C66 82 76 75 82 65"
          fill="none"
          stroke="#fff3a0"
          strokeOpacity="0.55"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
        {lemonPores.map(([x, y]) => (
          <ellipse key={`${x}`} cx={x} cy={y} rx="1.5" ry="1.2" fill="#b87800" fillOpacity="0.45" />
        ))}
        <path d="M25 45C31 34 41 30 53 30.5C50 35 37 38 29 49C26 51 23 49 25 45Z" fill="url(#paint-gloss)" />
      </g>
      <Leaf d="M64 25C70 12 83 8 93 13C90 25 78 32 64 25Z" vein="M68 23.5C75 18 82 15 89 14.5" />
    </>
  );
}

const orangePores = [
  [48, 74],
  [58, 68],
  [66, 60],
  [70, 72],
  [58, 80],
  [74, 50],
  [62, 50],
  [44, 62],
  [52, 58],
  [38, 72],
  [78, 62],
] as const;

export function Orange() {
  return (
    <>
      <circle cx="50" cy="57" r="33" fill="url(#paint-orange)" />
      {orangePores.map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="1.3" fill="#9c3d00" fillOpacity="0.38" />
      ))}
      <path
        d="M27 76A30 30 0 0 0 74 76"
        fill="none"
        stroke="#ffd6a1"
        strokeOpacity="0.55"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M25 53C25 40 34 31 45 30C42 36 33 40 30 53C29 57 25 57 25 53Z" fill="url(#paint-gloss)" />
      <path
        d="M45 27Q50 32 56 27"
        fill="none"
        stroke="#7a3300"
        strokeOpacity="0.7"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M50 29C50 23 51 18 54 13"
        fill="none"
        stroke="url(#paint-stem)"
        strokeWidth="4.5"
        strokeLinecap="round"
      />
      <Leaf d="M52 22C60 8 77 6 89 13C82 27 66 32 52 22Z" vein="M56 21.5C66 17 76 14 85 14" />
    </>
  );
}

const grapes = [
  [31, 42],
  [50, 40],
  [69, 42],
  [40, 55],
  [60, 55],
  [31, 66],
  [50, 67],
  [69, 65],
  [41, 79],
  [59, 79],
  [50, 90],
] as const;

export function Grape() {
  return (
    <>
      <path d="M50 36C50 26 52 18 58 9" fill="none" stroke="url(#paint-stem)" strokeWidth="5" strokeLinecap="round" />
      {grapes.map(([x, y]) => (
        <g key={`${x}-${y}`}>
          <circle
            cx={x}
            cy={y}
            r="11"
            fill="url(#paint-violet)"
            stroke="#25064f"
            strokeOpacity="0.6"
            strokeWidth="0.8"
          />
          <ellipse
            cx={x - 3.6}
            cy={y - 4.2}
            rx="3"
            ry="2"
            transform={`rotate(-35 ${x - 3.6} ${y - 4.2})`}
            fill="#fff"
            fillOpacity="0.78"
          />
        </g>
      ))}
      <Leaf
        d="M53 30C56 15 70 10 77 18C86 15 93 24 87 31C79 40 63 39 53 30Z"
        vein="M56 30C65 25 75 25 84 28M66 27C69 23 72 21 75 20"
      />
    </>
  );
}
