/** Help articles for anyone, signed in or not, with ways to contact support. */
import { i18n } from '@lingui/core';
import { Contact } from '../../features/support/contact.tsx';
import { Faq } from '../../features/support/faq.tsx';

export function HelpPage() {
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-4 px-4 py-6">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="display text-28">{i18n._({ id: 'help.title', message: 'Help' })}</h1>
        <Contact />
      </header>
      <Faq />
    </div>
  );
}
