/** A small date field with its label in front, for toolbars. */
import { useEffect, useState } from 'react';
import { startOf } from './days.ts';

/** A half-typed day stays in the field: only a whole day, or none, is applied. */
export function DayPick({ label, day, onPick }: { label: string; day: string; onPick: (day: string | null) => void }) {
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  const pick = ({ value, validity }: HTMLInputElement) => {
    setTyped(value);
    if (value === '' ? !validity.badInput : startOf(value)) onPick(value || null);
  };
  return (
    <label className="inline-flex h-9 min-w-0 items-center max-md:col-span-2 max-md:justify-between gap-2 rounded-control border border-control bg-surface px-3 text-13 hover:bg-raised">
      <span className="text-ink-soft">{label}</span>
      <input
        type="date"
        value={typed}
        onChange={({ target }) => pick(target)}
        className="h-full bg-transparent font-medium text-ink focus-visible:outline-offset-0"
      />
    </label>
  );
}
