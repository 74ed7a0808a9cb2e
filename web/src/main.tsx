/** Starts the app: zod without code generation, the language, the theme, then the router. */
import './client/http/strict.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { App } from './app.tsx';
import { playerSession } from './client/session/session.ts';
import { pageLanguage, watchLanguage } from './domain/people/display-settings.ts';
import { loadEnglish } from './i18n.ts';
import { routesOf } from './router.tsx';
import './ui/theme/base.css';
import { watchTheme } from './ui/theme/theme.ts';

loadEnglish();
watchTheme();

/** Requested while the page's own code loads; parts for signed-in players follow at once. */
if (!location.pathname.startsWith('/admin')) {
  void playerSession.start().then(() => {
    if (playerSession.state.status === 'signed-in') void import('./player/frame/member.tsx');
  });
}

/** The front page is already in the document: it is hydrated at once instead of being replaced by a loading page. */
const home =
  location.pathname === '/'
    ? import('./player/home/landing.tsx').then(({ LandingPage }) => LandingPage)
    : Promise.resolve(undefined);

Promise.all([home, watchLanguage()]).then(([page]) => {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  document.documentElement.dataset.drawn = '';
  // Removed because each page has its own title, and the document's would come before it.
  document.querySelector('title')?.remove();
  const app = (
    <StrictMode>
      <App>
        <RouterProvider router={createBrowserRouter(routesOf(page))} />
      </App>
    </StrictMode>
  );
  // The front page's document is in English.
  if (page && root.childElementCount > 0 && pageLanguage() === 'en') hydrateRoot(root, app);
  else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
}, reportError);
