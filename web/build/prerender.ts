/**
 * Puts the front page into the built document, so that it can be read before any script has loaded. At every other URL /theme.js hides it. It contains no
 * inline style and no inline script.
 */
import { createServer, type Plugin } from 'vite';

const place = '<!--home-->';

export function prerender(): Plugin {
  let root = '';
  let configFile: string | undefined;
  return {
    name: 'fairline-prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      configFile = config.configFile;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const server = await createServer({
          root,
          ...(configFile && { configFile }),
          server: { middlewareMode: true, ws: false },
          appType: 'custom',
          logLevel: 'error',
        });
        try {
          const { renderHome } = (await server.ssrLoadModule(
            '/src/prerender.tsx',
          )) as typeof import('../src/prerender.tsx');
          const page = await renderHome();
          const title = /<title>(.*?)<\/title>/.exec(page)?.[0] ?? '';
          const body = page.replace(title, '');
          if (!html.includes(place) || !title)
            throw new Error('The front page has no place in the document, or no title');
          if (/ style=|<script|<style/.test(body))
            throw new Error('The front page carries a style or a script of its own, which the policy forbids');
          return html.replace(place, () => body).replace(/<title>.*?<\/title>/, () => title);
        } finally {
          await server.close();
        }
      },
    },
  };
}
