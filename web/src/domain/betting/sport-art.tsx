/** Our own drawings of sports, by the id of the sport: one line, one filled accent. An unknown sport gets the line alone. */
import type { ReactNode } from 'react';
import { cx } from '../../ui/theme/cx.ts';

const accent = 'fill-act stroke-none';

const drawings: Record<string, ReactNode> = {
  soccer: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path className={accent} d="m12 8.4 3.4 2.5-1.3 4H9.9l-1.3-4z" />
      <path d="M12 8.4V3M15.4 10.9l5-1.7M14.1 14.9l3.2 4.3M9.9 14.9l-3.2 4.3M8.6 10.9l-5-1.7" />
    </>
  ),
  basketball: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3v18M5.6 5.7c3.4 3.3 3.4 9.3 0 12.6M18.4 5.7c-3.4 3.3-3.4 9.3 0 12.6" />
      <circle className={accent} cx="12" cy="12" r="2.4" />
    </>
  ),
  tennis: (
    <>
      <ellipse cx="10" cy="9" rx="6.2" ry="7" transform="rotate(-35 10 9)" />
      <path d="m13.6 14.6 5.9 6.6M6.1 6.2l8.6 6.9M10.6 3.6 5.4 11M14.3 5.6 8.8 14" />
      <circle className={accent} cx="19" cy="5.5" r="2.5" />
    </>
  ),
  hockey: (
    <>
      <path d="M4 3.5 11 17c.7 1.2 1.7 1.8 3.2 1.8H20c1 0 1.4-.6 1.4-1.4S21 16 20 16h-4.6c-.6 0-1-.3-1.3-.8L7 3" />
      <path className={accent} d="M3 17.5h6v3.5H3z" />
    </>
  ),
  baseball: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M6 5.3c3.2 3.7 3.2 9.7 0 13.4M18 5.3c-3.2 3.7-3.2 9.7 0 13.4" />
      <path className={accent} d="m12 9 2.4 3-2.4 3-2.4-3z" />
    </>
  ),
  football: (
    <>
      <path d="M4.5 19.5C3 13 5 8 8.5 5.5S16.5 3 19.5 4.500c1.5 6.5-.5 11.5-4 14S7.5 21 4.5 19.500Z" />
      <path d="m8.5 15.5 7-7M5 14l5 5M14 5l5 5" />
      <circle className={accent} cx="12" cy="12" r="2.2" />
    </>
  ),
};

const line = (
  <>
    <path d="M3 16h18" />
    <circle className={accent} cx="12" cy="10" r="3" />
  </>
);

export function SportArt({
  sport,
  size = 24,
  className,
}: {
  sport: string;
  size?: 16 | 20 | 24 | 40;
  className?: string;
}) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size >= 40 ? 1.25 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('shrink-0', className)}
    >
      {drawings[sport] ?? line}
    </svg>
  );
}
