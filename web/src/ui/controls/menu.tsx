/**
 * A small panel that opens from a button, on the native popover: a press outside or Escape closes it. It opens below the page's header or beside its button.
 */
import { type ButtonHTMLAttributes, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../theme/cx.ts';

interface MenuProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  button: ReactNode;
  /** The accessible name of the button, if its content is not enough. */
  label?: string;
  /** `close` closes the panel, for links that leave the page. */
  children: (close: () => void) => ReactNode;
  panelClass?: string;
  /** For buttons outside the header. */
  beside?: boolean;
}

const gapPx = 4;

export function Menu({ button, label, children, className, panelClass, beside = false, ...rest }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        {...rest}
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        aria-label={label}
        className={className}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={(event) => {
          if (beside && opener.current) placeBeside(event.currentTarget, opener.current.getBoundingClientRect());
          setOpen(event.newState === 'open');
        }}
        className={cx(
          'enter-up rounded-card border border-line bg-float shadow-float',
          beside ? 'absolute inset-auto' : 'fixed top-[calc(var(--spacing-header)+0.25rem)]',
          panelClass,
        )}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

/** Above a button in the lower half of the screen, else below it, and never beyond the right edge; it scrolls with the page. */
function placeBeside({ style, offsetWidth }: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const isLow = top > clientHeight / 2;
  style.left = `${Math.max(gapPx, Math.min(left, clientWidth - offsetWidth - gapPx)) + scrollX}px`;
  style.top = isLow ? 'auto' : `${bottom + gapPx + scrollY}px`;
  style.bottom = isLow ? `${clientHeight - top + gapPx - scrollY}px` : 'auto';
}
