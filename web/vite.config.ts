/**
 * Builds the web app: hashed assets, no inline script or style, so the page runs under the gateway's strict policy.
 * `npm run dev -w web` serves it against the running platform.
 */
import { join } from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './build/budget.ts';
import { fonts } from './build/fonts.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    fonts(),
    react(),
    lingui({ configPath: join(import.meta.dirname, 'lingui.config.ts') }),
    tailwind(),
    budget(['src/player/landing.tsx', 'src/player/sports.tsx', 'src/player/wallet.tsx', 'src/player/login.tsx']),
  ],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    // What every page needs travels as one file: it packs better, and modules run in the order they are written in.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': { target: gateway, changeOrigin: false } } },
});
