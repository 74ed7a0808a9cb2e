/** Renders the front page as a document at build, so that it is visible before any script has loaded. */
import './client/http/strict.ts';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { App } from './app.tsx';
import { loadEnglish } from './i18n.ts';
import { LandingPage } from './player/home/landing.tsx';
import { routesOf } from './router.tsx';

export async function renderHome(): Promise<string> {
  loadEnglish();
  const routes = routesOf(LandingPage);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error('The front page answered with a redirect');
  return renderToString(
    <App>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  );
}
