/** The drawings of our card faces and backs. A small card has one large rank and suit instead of pips. */
import { memo } from 'react';
import { Court } from './court.tsx';
import {
  cardHeight,
  cardWidth,
  isRed,
  isUpsideDown,
  pipPlaces,
  printedRank,
  rankOf,
  type Suit,
  suitOf,
  suitPaths,
} from './pips.ts';

const viewBox = `0 0 ${cardWidth} ${cardHeight}`;

export const CardFace = memo(function CardFace({ card, small }: { card: string; small: boolean }) {
  const suit = suitOf(card);
  return (
    <svg viewBox={viewBox} aria-hidden className="card-art" data-red={isRed(suit) || undefined}>
      {small ? (
        <SmallFace rank={printedRank(card)} suit={suit} />
      ) : (
        <>
          <Index rank={printedRank(card)} suit={suit} />
          <g transform={`rotate(180 ${cardWidth / 2} ${cardHeight / 2})`}>
            <Index rank={printedRank(card)} suit={suit} />
          </g>
          <Middle rank={rankOf(card)} suit={suit} />
        </>
      )}
    </svg>
  );
});

function Index({ rank, suit }: { rank: string; suit: Suit }) {
  return (
    <>
      <text
        x="33"
        y="62"
        className="card-rank"
        fontSize="56"
        textLength={rank.length > 1 ? 46 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {rank}
      </text>
      <path d={suitPaths[suit]} transform="translate(33 90) scale(1.12)" className="pip" />
    </>
  );
}

function SmallFace({ rank, suit }: { rank: string; suit: Suit }) {
  return (
    <>
      <text
        x={rank.length > 1 ? 68 : 56}
        y="122"
        className="card-rank"
        fontSize="132"
        textLength={rank.length > 1 ? 108 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {rank}
      </text>
      <path d={suitPaths[suit]} transform="translate(56 176) scale(2.100)" className="pip" />
      <path d={suitPaths[suit]} transform="translate(158 246) scale(4.100)" className="pip" />
    </>
  );
}

function Middle({ rank, suit }: { rank: string; suit: Suit }) {
  if (rank === 'A') return <Ace suit={suit} />;
  const places = pipPlaces[rank];
  if (!places) return <Court rank={rank} suit={suit} />;
  return places.map((place) => {
    const [x, y] = place;
    return (
      <path
        key={`${x} ${y}`}
        d={suitPaths[suit]}
        transform={`translate(${x} ${y}) scale(${isUpsideDown(place) ? -1.16 : 1.16})`}
        className="pip"
      />
    );
  });
}

/** One large pip on the product's line. */
function Ace({ suit }: { suit: Suit }) {
  const middle = `translate(${cardWidth / 2} ${cardHeight / 2})`;
  return (
    <>
      {suit === 's' && <circle cx={cardWidth / 2} cy={cardHeight / 2} r="66" className="ace-ring" />}
      <path d="M66 168h108" className="ace-line" />
      <path d={suitPaths[suit]} transform={`${middle} scale(3.500)`} className="ace-rim" />
      <path d={suitPaths[suit]} transform={`${middle} scale(2.900)`} className="pip" />
    </>
  );
}

/** Lines both ways that cross as diamonds, as far as the largest frame reaches. */
const lattice = Array.from({ length: 34 }, (_, at) => `M${at * 18 - 320} 0l320 320M${at * 18 - 20} 0l-320 320`).join(
  '',
);

export const CardBack = memo(function CardBack() {
  return (
    <svg viewBox={viewBox} aria-hidden className="card-art">
      <rect x="13" y="13" width="214" height="310" rx="11" className="back-ground" />
      <svg aria-hidden x="22" y="22" width="196" height="292" viewBox="0 0 196 292">
        <path d={lattice} className="back-lattice" />
      </svg>
      <rect x="22" y="22" width="196" height="292" rx="6" className="back-frame" />
      <circle cx="120" cy="168" r="44" className="back-medal" />
      <circle cx="120" cy="168" r="37" className="back-frame" />
      <path d="M30 168h180" className="back-line" />
      <path d="M104 160v-18h26M104 151h20" className="back-letter" transform="translate(3 4)" />
    </svg>
  );
});
