/** The plugins that turn the sources of the web app into modules and styles: for the app itself and for Storybook. */
import { join } from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';
import { fonts } from './fonts.ts';

export const sourcePlugins = (): PluginOption[] => [
  fonts(),
  react(),
  lingui({ configPath: join(import.meta.dirname, '../lingui.config.ts') }),
  tailwind(),
];
