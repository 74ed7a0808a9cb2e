/** A choice between a few visible options: radio buttons drawn as one bar. */
import { useId } from 'react';
import { cx } from '../theme/cx.ts';

interface SegmentsProps<Id extends string> {
  label: string;
  value: Id;
  options: readonly { id: Id; label: string }[];
  onChange: (id: Id) => void;
  /** The label is for screen readers only. */
  bare?: boolean;
  disabled?: boolean;
}

export function Segments<Id extends string>({
  label,
  value,
  options,
  onChange,
  bare = false,
  disabled = false,
}: SegmentsProps<Id>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-1">
      <legend className={bare ? 'sr-only' : 'mb-1 text-12 text-ink-soft'}>{label}</legend>
      <div className="flex flex-wrap rounded-control border border-control p-px">
        {options.map((option) => (
          <label
            key={option.id}
            className={cx(
              'relative flex h-8 grow items-center justify-center rounded-control px-2 text-13 font-medium whitespace-nowrap transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              option.id === value ? 'bg-act-soft text-ink' : 'text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.id === value}
              onChange={() => onChange(option.id)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
