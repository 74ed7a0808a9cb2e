/** A filter with all its options visible, one of them selected; narrow screens scroll them sideways. */
import type { ReactNode } from 'react';
import { cx } from '../theme/cx.ts';

interface ChipsProps {
  label: string;
  value: string;
  options: readonly { id: string; label: ReactNode }[];
  onChange: (id: string) => void;
}

export function Chips({ label, value, options, onChange }: ChipsProps) {
  return (
    // Space for the focus outline, which a strip would cut.
    <fieldset aria-label={label} className="strip -mx-4 min-w-0 gap-2 px-4 py-0.5 md:-mx-0.5 md:px-0.5">
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          aria-pressed={option.id === value}
          onClick={() => onChange(option.id)}
          className={cx(
            'flex h-9 shrink-0 items-center gap-2 rounded-full border px-3 text-13 font-medium whitespace-nowrap transition-colors',
            option.id === value ? 'border-act bg-act-soft' : 'border-line bg-surface hover:bg-raised',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
