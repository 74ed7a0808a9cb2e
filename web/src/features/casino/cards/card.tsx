/**
 * A card on the table. A dealt card comes from the shoe face down and turns over on the table; a face-down card turns over when its face becomes known. Under
 * reduced motion it simply appears.
 */
import { useLayoutEffect, useRef } from 'react';
import { cx } from '../../../ui/theme/cx.ts';
import { CardBack, CardFace } from './card-art.tsx';
import { cardName, hiddenCardName } from './card-labels.ts';
import './cards.css';

export const flyMs = 330;
export const turnMs = 300;

interface PlayingCardProps {
  /** Absent while it is face down. */
  card?: string | undefined;
  /** Whether it is dealt from the shoe now; otherwise it is already on the table. */
  dealt?: boolean;
  /** Too small for pips. */
  small?: boolean;
  /** Dimmed: it belongs to a hand that lost or is not active. */
  dimmed?: boolean;
  /** A card that lies across the hand, as a third card or a double does. */
  across?: boolean;
  className?: string;
}

export function PlayingCard({
  card,
  dealt = false,
  small = false,
  dimmed = false,
  across = false,
  className,
}: PlayingCardProps) {
  const outer = useRef<HTMLSpanElement>(null);
  const turner = useRef<HTMLSpanElement>(null);
  const wasDealt = useRef(dealt);
  const firstSide = useRef({ faceUp: card !== undefined, across });
  useLayoutEffect(() => {
    if (wasDealt.current && outer.current && turner.current)
      animateDeal(outer.current, turner.current, firstSide.current);
  }, []);
  return (
    <span
      ref={outer}
      role="img"
      aria-label={card ? cardName(card) : hiddenCardName()}
      className={cx('card', dimmed && 'card-dimmed', across && 'card-across', className)}
      data-up={card ? '' : undefined}
    >
      <span ref={turner} className="card-turner">
        <span className="card-side card-back">
          <CardBack />
        </span>
        {card && (
          <span className="card-side card-face">
            <CardFace card={card} small={small} />
          </span>
        )}
      </span>
    </span>
  );
}

function animateDeal(
  outer: HTMLElement,
  turner: HTMLElement,
  { faceUp, across }: { faceUp: boolean; across: boolean },
): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    outer.animate([{ opacity: 0 }, {}], { duration: turnMs / 2 });
    return;
  }
  const shoe = outer.closest('.felt')?.querySelector('[data-shoe]')?.getBoundingClientRect();
  const own = outer.getBoundingClientRect();
  const dx = shoe ? shoe.left + shoe.width / 2 - own.left - own.width / 2 : own.width * 4;
  const dy = shoe ? shoe.top + shoe.height / 2 - own.top - own.height / 2 : -own.height * 2;
  // The axes of a card that lies across are turned with it.
  const easing = 'cubic-bezier(.22,.72,.24,1)';
  outer.animate(
    [
      { transform: `translate(${across ? dy : dx}px, ${across ? -dx : dy}px) rotate(28deg) scale(.86)`, zIndex: 5 },
      { offset: 0.85, zIndex: 5 },
      { transform: 'none', zIndex: 0 },
    ],
    { duration: flyMs, easing },
  );
  if (faceUp) {
    turner.animate([{ transform: 'rotateY(0deg)' }, { transform: 'rotateY(180deg)' }], {
      duration: turnMs,
      delay: flyMs * 0.72,
      easing: 'ease-in-out',
      fill: 'backwards',
    });
  }
}

/** Ends every movement on a table at once. */
export function finishMoves(table: Element | null): void {
  for (const move of table?.getAnimations({ subtree: true }) ?? [])
    if (move.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY) move.finish();
}
