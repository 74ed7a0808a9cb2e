/** A table of facts: quiet lines, a head that stays in sight, figures to the right. Narrow screens scroll it sideways. */
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';

/** A `pinned` one is as long as the page: on wide screens, where nothing is wider than it, its head stays in sight under the page's own. */
export function Table({ className, label, pinned = false, ...rest }: ComponentPropsWithRef<'table'> & { label: string; pinned?: boolean }) {
  return (
    // Positioned, so that what is there for screen readers alone scrolls with it instead of widening the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className={cx('relative overflow-x-auto', pinned && 'pinned lg:overflow-x-visible')}>
      <table {...rest} className={cx('w-full border-collapse text-13', className)} />
    </section>
  );
}

export function Th({ className, figures = false, ...rest }: ComponentPropsWithRef<'th'> & { figures?: boolean }) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'sticky top-0 h-10 lg:in-[.pinned]:top-header lg:in-[.pinned]:z-10 border-b border-line bg-surface px-3 text-12 font-medium whitespace-nowrap text-ink-soft',
        figures ? 'text-right' : 'text-left',
        className,
      )}
    />
  );
}

export function Td({ className, figures = false, ...rest }: ComponentPropsWithRef<'td'> & { figures?: boolean }) {
  return <td {...rest} className={cx('h-10 border-b border-line px-3 align-middle', figures && 'figures text-right whitespace-nowrap', className)} />;
}
