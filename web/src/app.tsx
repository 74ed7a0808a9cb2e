/** The providers around the router: the language, the query cache, and the toaster. */
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useReducer } from 'react';
import { queryClient } from './client/cache/query.ts';
import { timezoneStore } from './domain/people/display-settings.ts';
import { Toaster } from './ui/notices/toaster.tsx';

export function App({ children }: { children: ReactNode }) {
  // A new language or timezone changes texts everywhere: the page renders again with the same cache.
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  useEffect(() => {
    const undo = [i18n.on('change', draw), timezoneStore.subscribe(draw)];
    return () => {
      for (const stop of undo) stop();
    };
  }, []);
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Fragment key={`${i18n.locale} ${timezoneStore.get()}`}>{children}</Fragment>
        <Toaster />
      </QueryClientProvider>
    </I18nProvider>
  );
}
