/** A small panel under a button, by the native popover: a press outside or Escape closes it. */
import { type ButtonHTMLAttributes, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../theme/cx.ts';

interface MenuProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  button: ReactNode;
  /** Where the button's own words do not say it. */
  label?: string;
  /** `close` shuts the panel, for what leaves the page. */
  children: (close: () => void) => ReactNode;
  panelClass?: string;
}

export function Menu({ button, label, children, className, panelClass, ...rest }: MenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button {...rest} type="button" popoverTarget={id} aria-expanded={open} aria-label={label} className={className}>
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className={cx('enter-up fixed top-[calc(var(--spacing-header)+0.25rem)] rounded-card border border-line bg-float shadow-float', panelClass)}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
