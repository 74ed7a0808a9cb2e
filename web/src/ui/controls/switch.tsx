/** A setting that is on or off and is saved as soon as it is pressed. While it is being saved it shows the new value and cannot be pressed. */
import { type ReactNode, useId } from 'react';
import { cx } from '../theme/cx.ts';

interface SwitchProps {
  label: ReactNode;
  help?: ReactNode;
  checked: boolean;
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, help, checked, busy = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <span id={`${id}-label`} className="block text-14 font-medium">
          {label}
        </span>
        {help && (
          <span id={`${id}-help`} className="block text-12 text-ink-soft">
            {help}
          </span>
        )}
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
        aria-busy={busy || undefined}
        onClick={() => !busy && onChange(!checked)}
        className={cx(
          'relative inline-flex h-6 w-11 shrink-0 items-center rounded-full border transition-colors',
          checked ? 'border-act bg-act' : 'border-control bg-surface',
          busy && 'opacity-60',
        )}
      >
        {/* Positioned by `left` and not by a transform, so that it is in place under reduced motion too. */}
        <span
          aria-hidden
          className={cx(
            'absolute size-4 rounded-full transition-[left]',
            checked ? 'left-6 bg-act-ink' : 'left-1 bg-ink-soft',
          )}
        />
      </button>
    </div>
  );
}
