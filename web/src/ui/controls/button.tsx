/** Buttons, and links that look like them. A disabled button stays focusable and shows the reason, as text beside it and to a screen reader. */
import { LoaderCircle } from 'lucide-react';
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useId } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Icon } from '../graphics/icon.tsx';
import { cx } from '../theme/cx.ts';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'normal';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-act text-act-ink font-strong not-aria-disabled:hover:bg-act-press',
  secondary: 'border border-control bg-surface text-ink font-medium hover:bg-raised',
  quiet: 'text-ink font-medium hover:bg-raised',
  danger: 'border border-down text-down font-medium not-aria-disabled:hover:bg-down-soft',
};
const sizes: Record<ButtonSize, string> = { small: 'px-3 text-13 gap-1', normal: 'px-4 text-14 gap-2' };
/** A wide button wraps long text onto two lines. */
const heights: Record<ButtonSize, string> = { small: 'h-9 whitespace-nowrap', normal: 'h-11 whitespace-nowrap' };
const wideHeights: Record<ButtonSize, string> = {
  small: 'w-full min-h-9 py-1 text-balance',
  normal: 'w-full min-h-11 py-1 text-balance',
};

export function buttonClass(look: ButtonLook = 'primary', size: ButtonSize = 'normal', wide = false): string {
  return cx(
    'inline-flex items-center justify-center rounded-control transition-colors select-none',
    'aria-disabled:border aria-disabled:border-line aria-disabled:bg-raised aria-disabled:text-ink-soft',
    sizes[size],
    wide ? wideHeights[size] : heights[size],
    looks[look],
  );
}

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  look?: ButtonLook;
  size?: ButtonSize;
  wide?: boolean;
  /** An action is in progress: the button waits and cannot be pressed twice. */
  busy?: boolean;
  /** Why it cannot be used now; shown below the button unless `quietly`. */
  why?: string | null | false | undefined;
  quietly?: boolean;
  children: ReactNode;
}

export function Button({
  look,
  size,
  wide,
  busy = false,
  why,
  quietly = false,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const id = useId();
  const blocked = busy || Boolean(why);
  const button = (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass(look, size, wide), className)}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-describedby={why ? id : rest['aria-describedby']}
      title={why || rest.title}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (blocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && <Icon of={LoaderCircle} className="animate-spin" />}
      {children}
    </button>
  );
  if (why === undefined) return button;
  // The same markup with and without a reason, so that it stays the same element and keeps the focus when the reason changes.
  return (
    <span className={why ? cx('inline-flex flex-col gap-1', wide && 'w-full') : 'contents'}>
      {button}
      {why && (
        <span id={id} className={quietly ? 'sr-only' : 'text-12 text-ink-soft'}>
          {why}
        </span>
      )}
    </span>
  );
}

export function ButtonLink({
  look,
  size,
  wide,
  className,
  ...rest
}: LinkProps & { look?: ButtonLook; size?: ButtonSize; wide?: boolean }) {
  return <Link {...rest} className={cx(buttonClass(look, size, wide), typeof className === 'string' && className)} />;
}

/** A square button with an icon only; `label` names its action. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors hover:bg-raised hover:text-ink',
        className,
      )}
    >
      {children}
    </button>
  );
}
