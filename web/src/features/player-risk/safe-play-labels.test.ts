/** Safe play figures as text, as rows. */
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { inputTexts, interventionText } from './safe-play-labels.ts';

beforeAll(loadEnglish);

it.each([
  [{ raises: 6 }, ['6 raises']],
  [{ count: 1, hours: 720 }, ['1 time within 720 h']],
  [{ minutes: 1_250 }, ['20 h 50 min']],
  [{ withdrawals: 2 }, ['2 withdrawals']],
  [{ days: ['2026-11-20', '2026-11-21'] }, ['2026-11-20, 2026-11-21']],
  [{ currency: 'USD', weekMinor: 30_000, usualMinor: 10_000 }, ['300.00\u00a0USD in a week, usually 100.00\u00a0USD']],
  [{ currency: null, weekMinor: 30_000, usualMinor: 10_000 }, []],
  [{ constructor: 'x' }, []],
])('shows %j as %j', (inputs, expected) => {
  expect(inputTexts(inputs)).toEqual(expected);
});

it('shows the answer to an offered time-out', () => {
  expect(
    [undefined, 'taken' as const, 'declined' as const].map((answer) =>
      interventionText({ kind: 'pause_offered', answer }),
    ),
  ).toEqual(['Time-out offered', 'Time-out offered and taken', 'Time-out offered and declined']);
});
