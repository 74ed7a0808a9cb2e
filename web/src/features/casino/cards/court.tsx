/** The court: jack, queen and king, drawn as half figures that meet their mirror image at a line across the card. */
import type { ReactNode } from 'react';
import { cardHeight, cardWidth, type Suit, suitPaths } from './pips.ts';

const frame = { x: 62, y: 30, width: 116, height: 276 };

export function Court({ rank, suit }: { rank: string; suit: Suit }) {
  return (
    <>
      <rect {...frame} rx="5" className="court-ground" />
      {/* Each nested drawing clips its half of the frame. */}
      <svg
        aria-hidden
        x={frame.x}
        y={frame.y}
        width={frame.width}
        height={frame.height / 2}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height / 2}`}
      >
        <Figure rank={rank} suit={suit} />
      </svg>
      <g transform={`rotate(180 ${cardWidth / 2} ${cardHeight / 2})`}>
        <svg
          aria-hidden
          x={frame.x}
          y={frame.y}
          width={frame.width}
          height={frame.height / 2}
          viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height / 2}`}
        >
          <Figure rank={rank} suit={suit} />
        </svg>
      </g>
      <Belt />
      <rect {...frame} rx="5" className="court-frame" />
    </>
  );
}

function Figure({ rank, suit }: { rank: string; suit: Suit }) {
  const { behind, robe, head, held } = figures[rank] ?? king;
  return (
    <>
      {behind}
      {robe}
      {head}
      {held}
      <path d={suitPaths[suit]} transform="translate(80 51) scale(.84)" className="pip" />
    </>
  );
}

/** The line where both halves meet. */
function Belt() {
  return (
    <>
      <path d="M62 161h116v14H62z" className="court-gold court-line" />
      <path d="M62 168h116" className="court-thin" />
      {[76, 98, 120, 142, 164].map((x) => (
        <path key={x} d={`M${x - 5} 168l5-4.500 5 4.500-5 4.500z`} className="court-main court-line" />
      ))}
    </>
  );
}

const face = (
  <>
    <path d="M110 112v14c0 4 20 4 20 0v-14z" className="court-skin court-line" />
    <path d="M101 80c-2 26 8 40 19 40s21-14 19-40c-4-10-34-10-38 0z" className="court-skin court-line" />
    <path d="M106.500 89.500q4.500-3.500 8.500-.500M125 89q4-3 8.500.500" className="court-line" />
    <path
      d="M108 95q3.500-3 6.500 0-3.500 2-6.500 0zM125.500 95q3.500-3 6.500 0-3.500 2-6.500 0z"
      className="court-ink"
    />
    <path d="M120 94l-2.500 10.500h4.500" className="court-line" />
    <path d="M115 111q5 2.500 10 0" className="court-lips" />
  </>
);

const robeShape = 'M62 170v-24c4-11 18-17 40-22l18 12 18-12c22 5 36 11 40 22v24z';

const king: CourtFigure = {
  behind: (
    <>
      <path d="M98 74c-14 8-17 34-11 52l14-3zM142 74c14 8 17 34 11 52l-14-3z" className="court-second court-line" />
      <path d="M92 92q-4 14-1 28M148 92q4 14 1 28" className="court-thin" />
    </>
  ),
  robe: (
    <>
      <path d={robeShape} className="court-main court-line" />
      <path d="M102 124l18 46 18-46-18 12z" className="court-gold court-line" />
      <path d="M74 136l22 34M166 136l-22 34M66 146l14 24M174 146l-14 24" className="court-trim" />
      <path d="M84 129q36 22 72 0l4 9q-40 24-80 0z" className="court-white court-line" />
      <path d="M94 137v4M106 141v4M120 142.500v4M134 141v4M146 137v4" className="court-thick" />
    </>
  ),
  head: (
    <>
      {face}
      <path
        d="M101 98c0 30 9 42 19 46 10-4 19-16 19-46-3 8-8 8-12 7-4-1.500-10-1.500-14 0-4 1-9 1-12-7z"
        className="court-second court-line"
      />
      <path d="M115 111q5 3 10 0" className="court-lips" />
      <path d="M108 114q3 14 8 21M132 114q-3 14-8 21M120 119v20" className="court-thin" />
      <path d="M98 78l-7-31 15 13 14-21 14 21 15-13-7 31q-22-9-44 0z" className="court-gold court-line" />
      <path d="M98 78q22-9 44 0l-1.500 6q-20.500-8-41 0z" className="court-main court-line" />
      <circle cx="91" cy="45" r="3.500" className="court-main court-line" />
      <circle cx="120" cy="38" r="4" className="court-main court-line" />
      <circle cx="149" cy="45" r="3.500" className="court-main court-line" />
      <circle cx="120" cy="64" r="4" className="court-white court-line" />
    </>
  ),
  held: (
    <>
      <path d="M164.500 168V60l3.500-13 3.500 13v108z" className="court-white court-line" />
      <path d="M168 58v72" className="court-thin" />
      <path d="M157 132h22v6h-22z" className="court-gold court-line" />
      <path d="M160 144q8-7 16 0v12q-8 6-16 0z" className="court-skin court-line" />
      <path d="M160 150h16" className="court-thin" />
    </>
  ),
};

const queen: CourtFigure = {
  behind: (
    <>
      <path d="M99 66c-18 10-21 44-14 72l18-12zM141 66c18 10 21 44 14 72l-18-12z" className="court-second court-line" />
      <path d="M93 84q-7 22-2 44M98 80q-7 24-2 46M147 84q7 22 2 44M142 80q7 24 2 46" className="court-thin" />
    </>
  ),
  robe: (
    <>
      <path d={robeShape} className="court-main court-line" />
      <path d="M96 126c2 20 8 34 24 44 16-10 22-24 24-44l-24 12z" className="court-white court-line" />
      <path d="M108 133q2 18 12 28 10-10 12-28l-12 6z" className="court-gold court-line" />
      <path d="M70 139q14 10 16 31M170 139q-14 10-16 31" className="court-trim" />
      <path d="M104 127q16 14 32 0" className="court-line" />
      <circle cx="110" cy="131" r="2" className="court-gold court-line" />
      <circle cx="120" cy="134" r="2.800" className="court-main court-line" />
      <circle cx="130" cy="131" r="2" className="court-gold court-line" />
    </>
  ),
  head: (
    <>
      {face}
      <path
        d="M100 88c2-12 10-16 20-18 10 2 18 6 20 18 3-18-6-26-20-26s-23 8-20 26z"
        className="court-second court-line"
      />
      <path
        d="M98 68c-2-8-1-14 2-20l9 9 11-16 11 16 9-9c3 6 4 12 2 20q-22-10-44 0z"
        className="court-gold court-line"
      />
      <path d="M98 68q22-10 44 0" className="court-thick" />
      <circle cx="100" cy="46" r="2.800" className="court-white court-line" />
      <circle cx="120" cy="38.500" r="3.500" className="court-main court-line" />
      <circle cx="140" cy="46" r="2.800" className="court-white court-line" />
      <circle cx="120" cy="56" r="3" className="court-white court-line" />
    </>
  ),
  held: (
    <>
      <path
        d="M162 168q2-30 3-54M164 138q-9-3-10-11 9 1 10 11zM164.500 146q9-3 10-11-9 1-10 11z"
        className="court-stem"
      />
      <circle cx="165" cy="96" r="6.500" className="court-main court-line" />
      <circle cx="156" cy="103" r="6.500" className="court-main court-line" />
      <circle cx="174" cy="103" r="6.500" className="court-main court-line" />
      <circle cx="159.500" cy="112" r="6.500" className="court-main court-line" />
      <circle cx="170.500" cy="112" r="6.500" className="court-main court-line" />
      <circle cx="165" cy="105" r="5" className="court-gold court-line" />
      <path d="M155 150q8-6 15 0v9q-8 5-15 0z" className="court-skin court-line" />
    </>
  ),
};

const jack: CourtFigure = {
  behind: <path d="M99 72c-12 8-14 30-9 44l12 4zM141 72c12 8 14 30 9 44l-12 4z" className="court-gold court-line" />,
  robe: (
    <>
      <path d={robeShape} className="court-main court-line" />
      <path d="M62 150l40-26 18 12 18-12 40 26v10l-38-24-20 34-20-34-38 24z" className="court-second court-line" />
      <path d="M112 140l8 5 8-5v30h-16z" className="court-white court-line" />
      <circle cx="120" cy="150" r="1.800" className="court-ink" />
      <circle cx="120" cy="157" r="1.800" className="court-ink" />
      <path d="M103 122q17 12 34 0l4 7q-21 13-42 0z" className="court-white court-line" />
    </>
  ),
  head: (
    <>
      {face}
      <path
        d="M100 90c-2-10 2-14 8-18h24c6 4 10 8 8 18 4-12 3-22-4-26h-32c-7 4-8 14-4 26z"
        className="court-gold court-line"
      />
      <path d="M91 70c2-20 16-26 32-25 16 0 26 9 27 25-18-8-40-8-59 0z" className="court-main court-line" />
      <path d="M91 70c19-8 41-8 59 0l-1 6c-18-8-39-8-57 0z" className="court-second court-line" />
      <path d="M140 62c16-3 25-14 24-27-12 2-23 9-29 20z" className="court-white court-line" />
      <path d="M139 60q12-9 23-22M146 54l6 2M151 48l6 1.500" className="court-thin" />
    </>
  ),
  held: (
    <>
      <path d="M70 168V84h4v84z" className="court-gold court-line" />
      <path d="M72 74l-8 11h16z" className="court-white court-line" />
      <path d="M74 88c12 0 15 9 12 18-4-5-8-6-12-6z" className="court-white court-line" />
      <path d="M64 142q8-6 16 0v11q-8 5-16 0z" className="court-skin court-line" />
      <path d="M64 147.500h16" className="court-thin" />
    </>
  ),
};

interface CourtFigure {
  behind: ReactNode;
  robe: ReactNode;
  head: ReactNode;
  held: ReactNode;
}

const figures: Readonly<Record<string, CourtFigure>> = { K: king, Q: queen, J: jack };
