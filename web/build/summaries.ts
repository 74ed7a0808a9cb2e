/** Removes the summaries of routes and events from the scripts: they are for the API documents, and no page reads them. */
import type { Plugin } from 'vite';

const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

export function withoutSummaries(source: string): string {
  return source.replace(summary, "summary: ''");
}

export function summaries(): Plugin {
  return {
    name: 'fairline-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/proto\/[^?]*\.ts$/ },
      handler: (code) => ({ code: withoutSummaries(code), map: null }),
    },
  };
}
