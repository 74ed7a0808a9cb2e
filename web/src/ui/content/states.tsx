/** The other states of every list: loading at the same height, empty with a next step, failed with a retry. */
import { i18n } from '@lingui/core';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Icon } from '../graphics/icon.tsx';
import { cx } from '../theme/cx.ts';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-breathe rounded-control bg-raised', className)} />;
}

/** A placeholder of `count` rows of the same height, with a text for screen readers. */
export function SkeletonRows({ count, className }: { count: number; className: string }) {
  return (
    <div role="status" className="flex flex-col gap-px">
      <span className="sr-only">{i18n._({ id: 'state.loading', message: 'Loading' })}</span>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
        <Skeleton key={row} className={className} />
      ))}
    </div>
  );
}

export function EmptyState({ title, children, art }: { title: string; children?: ReactNode; art?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      {art && <span className="text-ink-soft">{art}</span>}
      <p className="text-14 font-strong">{title}</p>
      {children && <div className="flex max-w-form flex-col items-center gap-4 text-13 text-ink-soft">{children}</div>}
    </div>
  );
}

export function ErrorState({
  title,
  children,
  onRetry,
  busy = false,
}: {
  title: string;
  children?: ReactNode;
  onRetry: () => void;
  busy?: boolean;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <p className="text-14 font-strong">{title}</p>
      {children && <div className="max-w-form text-13 text-ink-soft">{children}</div>}
      <Button look="secondary" size="small" onClick={onRetry} busy={busy}>
        {!busy && <Icon of={RotateCw} />}
        {i18n._({ id: 'state.retry', message: 'Retry' })}
      </Button>
    </div>
  );
}

/** A message that stays on the page, with a link to the next step if there is one. */
export function Notice({
  tone = 'info',
  children,
  action,
}: {
  tone?: 'info' | 'live' | 'down' | 'act';
  children: ReactNode;
  action?: ReactNode;
}) {
  const tones = { info: 'bg-info-soft', live: 'bg-live-soft', down: 'bg-down-soft', act: 'bg-act-soft' };
  return (
    <div
      role="status"
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card px-4 py-3 text-13',
        tones[tone],
      )}
    >
      <div>{children}</div>
      {action}
    </div>
  );
}

/** The failed action, and why. */
export function Failure({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="alert" className="rounded-card bg-down-soft px-4 py-3 text-13">
      <p className="font-strong">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}
