/** Sections and rows of the rules panel of a card table. */
import type { ReactNode } from 'react';

export function RuleSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-14 font-strong">{title}</h3>
      {children}
    </section>
  );
}

export function RuleRows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex flex-col divide-y divide-line">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-1.5">
          <dt>{name}</dt>
          <dd className="figures font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
