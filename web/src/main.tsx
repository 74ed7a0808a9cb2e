/** Starts the app: zod without code generation, the language, the theme, who is here; then the router draws. */
import './client/strict.ts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './client/query.ts';
import { speakEnglish } from './i18n.ts';
import { createRouter } from './router.tsx';
import './ui/base.css';
import { watchTheme } from './ui/theme.ts';
import { Toaster } from './ui/toaster.tsx';

speakEnglish();
watchTheme();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createRouter()} />
        <Toaster />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
