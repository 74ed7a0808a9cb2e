/**
 * Builds the web app: hashed assets, no inline script or style, so the page works under the gateway's strict policy. `npm run dev -w web` serves it against the
 * running platform.
 */
import { join } from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './build/budget.ts';
import { contracts } from './build/contracts.ts';
import { fonts } from './build/fonts.ts';
import { parts } from './build/parts.ts';
import { prerender } from './build/prerender.ts';
import { summaries } from './build/summaries.ts';
import { toastStyles } from './build/toast-styles.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    fonts(),
    toastStyles(),
    react(),
    lingui({ configPath: join(import.meta.dirname, 'lingui.config.ts') }),
    tailwind(),
    summaries(),
    contracts(),
    prerender(),
    parts(),
    budget(),
  ],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    // Code of every page is one chunk, and shared icons another: they compress better, and modules run in the order of their imports.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            { name: 'icons', test: /lucide-react/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  // The plugin for the toast styles must see the library's own file.
  optimizeDeps: { exclude: ['sonner'] },
  server: { proxy: { '/api': { target: gateway, changeOrigin: false } } },
});
