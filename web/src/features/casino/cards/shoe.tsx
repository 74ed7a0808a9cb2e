/** The shoe that cards come from, at the edge of the felt. */
import './cards.css';

export function Shoe() {
  return (
    <svg data-shoe viewBox="0 0 120 92" aria-hidden className="shoe">
      <path d="M12 20 92 6q10-1 13 7l10 44q1 9-8 12L30 88q-9 1-12-7L5 33q-1-10 7-13z" className="shoe-body" />
      <path d="M12 20 92 6q10-1 13 7l2 9L8 41 5 33q-1-10 7-13z" className="shoe-lid" />
      <path d="m14 46 32-6 11 37-31 8q-4 0-5-4z" className="shoe-mouth" />
      <path d="m17 49 27-5 9 30-26 6q-3 0-4-3z" className="shoe-card" />
      <path d="m21 54 20-4 6 21-20 4.500z" className="shoe-pattern" />
      <path d="m60 47 40-8M63 57l40-9M66 67l36-9" className="shoe-line" />
      <path d="M16 24 90 11" className="shoe-light" />
    </svg>
  );
}
