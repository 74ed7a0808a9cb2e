/**
 * Removes the style sheet that the toast library inserts by script; the same sheet is imported as a file, so the page's policy needs no exception. Fails the
 * build if the library's code changes.
 */
import type { Plugin } from 'vite';

export function toastStyles(): Plugin {
  return {
    name: 'fairline-toast-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        const inserted = /^__insertCSS\(".*"\);?$/m;
        if (!inserted.test(code)) this.error('sonner no longer inserts its styles where we look for them');
        return { code: code.replace(inserted, ''), map: null };
      },
    },
  };
}
