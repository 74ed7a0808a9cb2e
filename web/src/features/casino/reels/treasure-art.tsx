/** The four rare symbols: the wild star, the diamond, the seven and the crown, in faces that catch the light one by one. */
import { Linear, Radial } from './gradients.tsx';

export function TreasureGradients() {
  return (
    <>
      <Linear
        id="paint-gold"
        stops={[
          [0, '#fff6c2'],
          [0.28, '#ffd75a'],
          [0.52, '#f0a91c'],
          [0.78, '#b96f08'],
          [1, '#ffcf62'],
        ]}
      />
      <Linear
        id="paint-gold-deep"
        stops={[
          [0, '#e9a92a'],
          [0.5, '#a05c06'],
          [1, '#6b3502'],
        ]}
      />
      <Linear
        id="paint-seven"
        stops={[
          [0, '#ff8b7d'],
          [0.35, '#f0283c'],
          [0.7, '#b80526'],
          [1, '#7a0220'],
        ]}
      />
      <Linear
        id="paint-ribbon"
        stops={[
          [0, '#8a4bff'],
          [0.5, '#5a1fd0'],
          [1, '#35108c'],
        ]}
      />
      <Linear
        id="paint-velvet"
        stops={[
          [0, '#d5204a'],
          [1, '#5f0424'],
        ]}
      />
      <Radial
        id="paint-ruby"
        stops={[
          [0, '#ffc0c6'],
          [0.4, '#f02848'],
          [1, '#7c0322'],
        ]}
      />
      <Radial
        id="paint-sapphire"
        stops={[
          [0, '#c5e6ff'],
          [0.4, '#2f86f2'],
          [1, '#0a2c80'],
        ]}
      />
      <Radial
        id="paint-emerald"
        stops={[
          [0, '#c8ffdb'],
          [0.4, '#1fc26a'],
          [1, '#045531'],
        ]}
      />
      <Radial
        id="paint-halo"
        cx={0.5}
        cy={0.5}
        r={0.5}
        stops={[
          [0, '#ffe9a3', 0.75],
          [0.55, '#ffb52e', 0.22],
          [1, '#ffb52e', 0],
        ]}
      />
    </>
  );
}

function Glint({ x, y, size }: { x: number; y: number; size: number }) {
  const thin = size / 7;
  return (
    <path
      d={`M${x} ${y - size}L${x + thin} ${y - thin}L${x + size} ${y}L${x + thin} ${y + thin}L${x} ${y + size}L${x - thin} ${y + thin}L${x - size} ${y}L${x - thin} ${y - thin}Z`}
      fill="#fff"
    />
  );
}

/** The ten corners of a star around (50, 47), the first one at the top. */
const corners = Array.from({ length: 10 }, (_, index) => {
  const radius = index % 2 === 0 ? 43 : 18.5;
  const angle = (index * Math.PI) / 5 - Math.PI / 2;
  return [50 + radius * Math.cos(angle), 47 + radius * Math.sin(angle)] as const;
});
const point = ([x, y]: readonly [number, number]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Each point of the star has a lit and a shaded face. */
const faces = corners.map((corner, index) => {
  const next = corners[(index + 1) % corners.length] ?? corner;
  const lit = [
    '#fff3b0',
    '#f7b928',
    '#d98c0c',
    '#ffe07a',
    '#a9610a',
    '#efb030',
    '#b36c0a',
    '#ffdd70',
    '#f3b42a',
    '#ffefa0',
  ][index];
  return { d: `M50 47L${point(corner)}L${point(next)}Z`, fill: lit };
});

export function Star() {
  const outline = `M${corners.map(point).join('L')}Z`;
  return (
    <>
      <circle cx="50" cy="47" r="48" fill="url(#paint-halo)" />
      <path
        d={outline}
        transform="translate(0 2.5)"
        fill="#6b3502"
        stroke="#6b3502"
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <path d={outline} fill="url(#paint-gold)" stroke="#ffd257" strokeWidth="5" strokeLinejoin="round" />
      {faces.map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
      <path d="M14 68L7 75L14 83H24V68ZM86 68L93 75L86 83H76V68Z" fill="#2a0b73" />
      <path
        d="M14 61H86L82 70L86 79H14L18 70Z"
        fill="url(#paint-ribbon)"
        stroke="#ffd257"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <path d="M17.5 63.5H82.5L81 66.5H19Z" fill="#fff" fillOpacity="0.28" />
      <text
        x="50"
        y="76.2"
        textAnchor="middle"
        fontSize="16.5"
        fontWeight="800"
        letterSpacing="1.6"
        fill="#fff"
        className="display"
      >
        WILD
      </text>
      <Glint x={31} y={20} size={7} />
      <Glint x={74} y={40} size={4} />
    </>
  );
}

const facets: readonly [d: string, fill: string][] = [
  ['M28 20L40 38H10Z', '#8fe6ff'],
  ['M28 20H50L40 38Z', '#e6fbff'],
  ['M50 20L60 38H40Z', '#b4f0ff'],
  ['M50 20H72L60 38Z', '#77d6fb'],
  ['M72 20L90 38H60Z', '#3fb2ee'],
  ['M10 38H28L50 90Z', '#2f9be4'],
  ['M28 38H40L50 90Z', '#8fe2ff'],
  ['M40 38H60L50 90Z', '#4bbdf5'],
  ['M60 38H72L50 90Z', '#1c7fd0'],
  ['M72 38H90L50 90Z', '#0d56a6'],
];

export function Diamond() {
  return (
    <>
      <path
        d="M28 20H72L90 38L50 90L10 38Z"
        fill="#0b4a90"
        stroke="#0b4a90"
        strokeWidth="4"
        strokeLinejoin="round"
        transform="translate(0 1.5)"
      />
      {facets.map(([d, fill]) => (
        <path
          key={d}
          d={d}
          fill={fill}
          stroke="#effcff"
          strokeOpacity="0.65"
          strokeWidth="0.8"
          strokeLinejoin="round"
        />
      ))}
      <path d="M28 20H72L90 38L50 90L10 38Z" fill="none" stroke="#dff8ff" strokeWidth="2" strokeLinejoin="round" />
      <path d="M30 22.5H48L40 35.5H18Z" fill="#fff" fillOpacity="0.55" />
      <path d="M42 41L49 79L34 45Z" fill="#fff" fillOpacity="0.35" />
      <Glint x={27} y={27} size={11} />
      <Glint x={76} y={44} size={6} />
      <Glint x={55} y={68} size={4} />
    </>
  );
}

const seven = 'M16 14H86V33C69 48 59 65 56 90H30C33 68 43 50 58 36H36C33 36 31 38 30 42H16Z';

export function Seven() {
  return (
    <>
      <g transform="translate(2.5 3)">
        <path d={seven} fill="#5a2b02" stroke="#5a2b02" strokeWidth="9" strokeLinejoin="round" />
      </g>
      <path d={seven} fill="none" stroke="url(#paint-gold)" strokeWidth="9" strokeLinejoin="round" />
      <path d={seven} fill="url(#paint-seven)" stroke="#7a2a05" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M20 18H82V22C60 21 40 23 20 29Z" fill="#fff" fillOpacity="0.5" />
      <path
        d="M82 31C66 45 56 61 52.5 86"
        fill="none"
        stroke="#ff9b9b"
        strokeOpacity="0.55"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <Glint x={22} y={14} size={8} />
      <Glint x={83} y={32} size={4} />
    </>
  );
}

const jewels = [
  { x: 50, y: 76, fill: 'url(#paint-ruby)', size: 5.5 },
  { x: 31, y: 74.5, fill: 'url(#paint-sapphire)', size: 4 },
  { x: 69, y: 74.5, fill: 'url(#paint-sapphire)', size: 4 },
  { x: 17.5, y: 72, fill: 'url(#paint-emerald)', size: 3 },
  { x: 82.5, y: 72, fill: 'url(#paint-emerald)', size: 3 },
];
const tips = [
  { x: 9, y: 31, size: 5 },
  { x: 29, y: 25, size: 5 },
  { x: 50, y: 15, size: 6.5 },
  { x: 71, y: 25, size: 5 },
  { x: 91, y: 31, size: 5 },
];

export function Crown() {
  return (
    <>
      <circle cx="50" cy="52" r="50" fill="url(#paint-halo)" />
      <path d="M17 66C24 40 76 40 83 66Z" fill="url(#paint-velvet)" />
      <path
        d="M9 33L24 55L29 28L41 51L50 19L59 51L71 28L76 55L91 33L85 74C64 82 36 82 15 74Z"
        fill="url(#paint-gold)"
        stroke="#7b4103"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path
        d="M50 25L55 54L50 62L45 54ZM30 36L33 56L29 61L26 57ZM70 36L74 57L71 61L67 56Z"
        fill="#fff7cf"
        fillOpacity="0.75"
      />
      <path d="M91 33L85 74C78 76.7 70 78.5 62 79.3L76 55Z" fill="#8a4a04" fillOpacity="0.34" />
      <path
        d="M15 67C36 75 64 75 85 67L84 81C63 90 37 90 16 81Z"
        fill="url(#paint-gold-deep)"
        stroke="#5d2f02"
        strokeWidth="1.2"
      />
      <path d="M15 67C36 75 64 75 85 67L84.7 70.5C64 78.5 36 78.5 15.3 70.5Z" fill="#ffe9a0" />
      <path d="M16 81C37 90 63 90 84 81" fill="none" stroke="#ffd866" strokeWidth="2" />
      {jewels.map(({ x, y, fill, size }) => (
        <g key={x}>
          <circle cx={x} cy={y + 2} r={size + 1.2} fill="#5d2f02" />
          <circle cx={x} cy={y + 2} r={size} fill={fill} />
          <circle cx={x - size / 3} cy={y + 2 - size / 3} r={size / 3.4} fill="#fff" fillOpacity="0.85" />
        </g>
      ))}
      {tips.map(({ x, y, size }) => (
        <g key={x}>
          <circle cx={x} cy={y} r={size} fill="url(#paint-ruby)" stroke="#ffd866" strokeWidth="1.6" />
          <circle cx={x - size / 3} cy={y - size / 3} r={size / 3.5} fill="#fff" fillOpacity="0.9" />
        </g>
      ))}
      <Glint x={22} y={60} size={6} />
    </>
  );
}
