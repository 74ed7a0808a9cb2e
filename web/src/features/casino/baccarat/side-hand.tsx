/** One side of the baccarat table: its name, its cards with the third across, and their total. The winner is highlighted. */
import { betName } from '../../../domain/casino/game-labels.ts';
import { PlayingCard } from '../cards/card.tsx';
import { totalOf } from './table-view.ts';

interface SideHandProps {
  side: 'player' | 'banker';
  cards: readonly string[];
  /** The cards were on the table when the page loaded the round. */
  isStill: boolean;
  /** Set once the result can be shown. */
  isWinner?: boolean | undefined;
}

export function SideHand({ side, cards, isStill, isWinner }: SideHandProps) {
  const name = betName(side);
  const total = totalOf(cards);
  return (
    // biome-ignore lint/a11y/useSemanticElements: cards of a side are a group, not fields of a form.
    <div
      role="group"
      aria-label={cards.length > 0 ? `${name}: ${total}` : name}
      className="bac-side"
      data-side={side}
      data-winner={isWinner}
    >
      <span className="bac-side-title">
        <span className="felt-label">{name}</span>
        <span aria-hidden className="bac-total">
          {cards.length > 0 ? total : '–'}
        </span>
      </span>
      <span className="bac-cards">
        {[0, 1, 2].map((at) => {
          const card = cards[at];
          if (!card) return at < 2 ? <span key={at} aria-hidden className="bac-place" /> : null;
          return <PlayingCard key={at} card={card} dealt={!isStill} across={at === 2} dimmed={isWinner === false} />;
        })}
      </span>
    </div>
  );
}
