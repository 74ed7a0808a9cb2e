/** The cards of one hand, overlapping from left to right so that every index is visible. */
import { cx } from '../../../ui/theme/cx.ts';
import { PlayingCard } from './card.tsx';

interface CardHandProps {
  /** Null is a card that lies face down. */
  cards: readonly (string | null)[];
  /** The name of the hand, for screen readers. */
  label: string;
  /** Cards that were on the table when the page loaded the round; later ones come from the shoe. */
  settled: number;
  small?: boolean;
  dimmed?: boolean;
  /** Empty places, so that the hand does not move while it is dealt. */
  places?: number;
  className?: string;
}

export function CardHand({
  cards,
  label,
  settled,
  small = false,
  dimmed = false,
  places = 2,
  className,
}: CardHandProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: cards of a hand are a group, not fields of a form.
    <span
      role="group"
      aria-label={label}
      className={cx('card-hand', className)}
      style={{ '--cards': Math.max(places, cards.length) } as React.CSSProperties}
    >
      {cards.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place in the hand.
        <PlayingCard key={at} card={card ?? undefined} dealt={at >= settled} small={small} dimmed={dimmed} />
      ))}
    </span>
  );
}
