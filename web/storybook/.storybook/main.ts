/** Storybook over the components of the web app: built with the app's own plugins, without telemetry or requests to other hosts. */
import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';
import { sourcePlugins } from '../../build/source-plugins.ts';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../../src/ui/**/*.stories.tsx'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  typescript: { reactDocgen: 'react-docgen' },
  viteFinal: (base) => mergeConfig(base, { plugins: [sourcePlugins()] }),
};

export default config;
