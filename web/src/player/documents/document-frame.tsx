/** The frame of a document: a title, and sections of text in a readable line length. */
import type { ReactNode } from 'react';

export interface Section {
  title: string;
  body: ReactNode[];
}

export function DocumentFrame({ title, lead, sections }: { title: string; lead: string; sections: Section[] }) {
  return (
    <article className="mx-auto w-full max-w-content px-4 py-12">
      <h1 className="display border-b border-line pb-4 text-28 md:text-40">{title}</h1>
      <p className="mt-6 max-w-form text-16 text-ink-soft">{lead}</p>
      {sections.map((section) => (
        <section
          key={section.title}
          className="mt-8 grid gap-2 border-t border-line pt-4 md:grid-cols-[var(--spacing-rail)_minmax(0,1fr)]"
        >
          <h2 className="text-16 font-strong">{section.title}</h2>
          <ul className="flex max-w-form flex-col gap-2 text-ink-soft">
            {section.body.map((sentence, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sentences of a document never move.
              <li key={index}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
