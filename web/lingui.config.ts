/** Extracts the messages. English is in the code itself; other languages are catalogues. */
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.ts'] }],
  format: formatter({ lineNumbers: false }),
});
