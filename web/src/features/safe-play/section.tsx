/** A section of a safe play page: its heading, and an optional sentence below it. */
import type { ReactNode } from 'react';
import { cx } from '../../ui/theme/cx.ts';

export function Section({
  id,
  title,
  lead,
  wide = false,
  children,
}: {
  id?: string;
  title: string;
  lead?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section id={id} className={cx('flex scroll-mt-20 flex-col gap-3', !wide && 'max-w-form')}>
      <h2 className="border-b border-line pb-2 text-16 font-strong">{title}</h2>
      {lead && <p className="text-13 text-ink-soft">{lead}</p>}
      {children}
    </section>
  );
}
