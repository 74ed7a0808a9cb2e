/** A card of names and values, one pair per line. */
import type { ReactNode } from 'react';

export type Detail = [name: string, value: ReactNode] | false | null | undefined;

export function DetailList({
  title,
  details,
  action,
}: {
  title: string;
  details: readonly Detail[];
  action?: ReactNode;
}) {
  return (
    <section className="flex flex-col rounded-card border border-line bg-surface px-4 py-2">
      <header className="flex h-10 items-center justify-between gap-2">
        <h2 className="text-14 font-strong">{title}</h2>
        {action}
      </header>
      <dl>
        {details.map(
          (detail) =>
            detail && (
              <div
                key={detail[0]}
                className="flex min-h-10 items-center justify-between gap-4 border-t border-line py-1 text-13"
              >
                <dt className="text-ink-soft">{detail[0]}</dt>
                <dd className="min-w-0 text-right break-words">{detail[1]}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
