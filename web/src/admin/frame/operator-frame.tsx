/** The plain frame around an operator's sign-in and activation: the wordmark and one column. */
import type { ReactNode } from 'react';
import { LanguageSwitch } from '../../features/session/language-switch.tsx';
import { Wordmark } from '../../ui/graphics/wordmark.tsx';

export function OperatorFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <>
      <header className="flex h-header shrink-0 items-stretch border-b border-line px-4">
        <span className="on-line flex items-center">
          <Wordmark />
        </span>
      </header>
      <main className="mx-auto flex w-full max-w-form grow flex-col justify-center px-4 py-12">
        <h1 className="display text-28">{title}</h1>
        <p className="mt-2 text-ink-soft">{lead}</p>
        <div className="mt-6">{children}</div>
        <div className="mt-8 max-w-60">
          <LanguageSwitch bare />
        </div>
      </main>
    </>
  );
}
