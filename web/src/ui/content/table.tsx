/** A table with thin lines, a sticky head and right-aligned figures. Narrow screens scroll it sideways. */
import { type ComponentPropsWithRef, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../theme/cx.ts';

/** A `pinned` table is as long as the page: on wide screens its head sticks below the page's header, unless the table scrolls sideways. */
export function Table({
  className,
  label,
  pinned = false,
  ...rest
}: ComponentPropsWithRef<'table'> & { label: string; pinned?: boolean }) {
  const section = useRef<HTMLElement>(null);
  const scrolls = useTooWide(section);
  return (
    // A region that scrolls must be reachable by keyboard.
    // Positioned, so that text for screen readers alone scrolls with it instead of widening the page.
    <section
      ref={section}
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      className={cx('relative overflow-x-auto', pinned && !scrolls && 'pinned lg:overflow-x-visible')}
    >
      <table {...rest} className={cx('w-full border-collapse text-13', className)} />
    </section>
  );
}

/** Whether the content is wider than its container. */
function useTooWide(frame: { current: HTMLElement | null }): boolean {
  const [tooWide, setTooWide] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    const inside = element?.firstElementChild;
    if (!element || !(inside instanceof HTMLElement)) return;
    const look = () => setTooWide(inside.offsetWidth > element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(inside);
    return () => observer.disconnect();
  }, [frame]);
  return tooWide;
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
  return (
    <td
      {...rest}
      className={cx(
        'h-10 border-b border-line px-3 align-middle',
        figures && 'figures text-right whitespace-nowrap',
        className,
      )}
    />
  );
}
