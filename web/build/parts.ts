/** Lists in /theme.js the files that the page at a URL needs besides the entry, so that they load at once. */
import type { Plugin } from 'vite';
import { chunksOf, pages, playerPaths } from './pages.ts';

export function parts(): Plugin {
  return {
    name: 'fairline-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const files = Object.fromEntries(
          pages.flatMap((page) => {
            const { shell, all } = chunksOf(bundle, page);
            const beyond = [...all].filter((file) => !shell.has(file)).map((file) => `/${file}`);
            return page.paths.map((path) => [path, beyond]);
          }),
        );
        const script = '<script src="/theme.js">';
        if (!html.includes(script)) throw new Error('The document does not load /theme.js where it is looked for');
        return html.replace(
          script,
          `<script src="/theme.js" data-parts='${JSON.stringify(files)}' data-player='${JSON.stringify(playerPaths)}'>`,
        );
      },
    },
  };
}
