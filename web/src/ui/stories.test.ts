import { globSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every component file has its stories beside it', () => {
  const files = globSync('**/*.tsx', { cwd: import.meta.dirname });
  const [stories, components] = [true, false].map((isStory) =>
    files
      .filter((file) => file.endsWith('.stories.tsx') === isStory)
      .map((file) => file.replace(/(\.stories)?\.tsx$/, '')),
  );
  expect(stories?.toSorted()).toEqual(components?.toSorted());
});
