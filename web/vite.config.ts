/**
 * Builds the web app: hashed assets, no inline script or style, so the page works under the gateway's strict policy. `npm run dev -w web` serves it against the
 * running platform.
 */
import { defineConfig } from 'vite';
import { budget } from './build/budget.ts';
import { parts } from './build/parts.ts';
import { prerender } from './build/prerender.ts';
import { sourcePlugins } from './build/source-plugins.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [sourcePlugins(), prerender(), parts(), budget()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        // No getter has an effect, so contracts and icons that no page uses are left out.
        propertyReadSideEffects: false,
        // The style element of sonner, which the page's policy forbids; the toaster imports the same sheet as a file.
        manualPureFunctions: ['__insertCSS'],
      },
      // Code of every page is one chunk, and widely shared icons another: they compress better,
      // and modules run in the order of their imports.
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            { name: 'icons', test: /lucide-react/, minShareCount: 5 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: gateway, changeOrigin: false } } },
});
