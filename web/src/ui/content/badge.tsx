/** A small status label. The colour repeats the label and never adds information. */
import type { ReactNode } from 'react';
import { cx } from '../theme/cx.ts';

export type Tone = 'plain' | 'act' | 'live' | 'info' | 'down';

const tones: Record<Tone, string> = {
  plain: 'bg-raised text-ink-soft',
  act: 'bg-act-soft text-up',
  live: 'bg-live-soft text-live',
  info: 'bg-info-soft text-info',
  down: 'bg-down-soft text-down',
};

export function Badge({
  tone = 'plain',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded-control px-2 text-12 font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
