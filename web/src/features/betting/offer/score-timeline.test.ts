/** A score compared with the one before it. */
import type { FixtureMoment } from '@fairline/proto/betting/offer';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { scoreText } from './score-timeline.tsx';

const teams = { homeTeam: 'Arsenal', awayTeam: 'Leeds' };
const moment = (status: FixtureMoment['status'], home = 0, away = 0, period = '1st half'): FixtureMoment => ({
  at: '2026-05-01T12:00:00Z',
  status,
  score: status === 'upcoming' ? null : { home, away, period, clock: '10' },
});

beforeAll(loadEnglish);

describe('a moment of a fixture', () => {
  it.each([
    [moment('upcoming'), undefined, 'Scheduled'],
    [moment('live'), moment('upcoming'), 'Under way'],
    [moment('live', 1, 0), moment('live'), 'Arsenal'],
    [moment('live', 1, 1), moment('live', 1, 0), 'Leeds'],
    [moment('live', 0, 0), moment('live', 1, 0), 'Score corrected'],
    [moment('live', 1, 0, '2nd half'), moment('live', 1, 0), '2nd half'],
    [moment('ended', 1, 0), moment('live', 1, 0), 'Ended'],
    [moment('cancelled'), moment('live'), 'Cancelled'],
  ])('%j after %j is %s', (now, before, text) => {
    expect(scoreText(now, before, teams)).toBe(text);
  });
});
