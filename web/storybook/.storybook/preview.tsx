/** Every story stands in the surroundings that component tests use, in the theme that the toolbar chooses. */
import type { Decorator, Preview } from '@storybook/react-vite';
import { useMemo } from 'react';
import { loadEnglish } from '../../src/i18n.ts';
import { routerAt, Surroundings } from '../../src/testing/surroundings.tsx';
import './preview.css';

loadEnglish();

const inSurroundings: Decorator = (Story, { args, globals }) => {
  // Changed args need a new element of the story.
  const router = useMemo(
    () =>
      routerAt(
        { at: '/' },
        <main className="flex flex-col items-start gap-4">
          <Story />
        </main>,
      ),
    [Story, args],
  );
  return <Surroundings router={router} theme={globals.theme} />;
};

const preview: Preview = {
  decorators: [inSurroundings],
  initialGlobals: { theme: 'dark' },
  globalTypes: {
    theme: {
      description: 'Theme of the app',
      toolbar: { title: 'Theme', icon: 'contrast', items: ['dark', 'light'], dynamicTitle: true },
    },
  },
  // The page's ground is the app's own.
  parameters: { backgrounds: { disable: true } },
};

export default preview;
