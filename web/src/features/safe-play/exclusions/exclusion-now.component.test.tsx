/** What Safe play shows of a session and of an exclusion: figures that add up, and the return to play only once it can be asked for. */
import { Exclusion, exclusionRoutes } from '@fairline/proto/risk/exclusions';
import { Session, sessionRoutes } from '@fairline/proto/risk/sessions';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../../testing/network.ts';
import { renderAsPlayer } from '../../../testing/page.tsx';
import { sample } from '../../../testing/sample.ts';
import { SessionFigures } from '../sessions/session-figures.tsx';
import { ExclusionNow } from './exclusion-now.tsx';

beforeEach(() => network.answerAll(sessionRoutes.session, exclusionRoutes.exclusion));

it.each([
  ['2099-01-01T00:00:00.000Z', false],
  ['2020-01-01T00:00:00.000Z', true],
])('offers the return from an exclusion of at least until %s: %s', async (endsAt, offered) => {
  const exclusion = sample(Exclusion, { status: 'active', kind: 'self_exclusion', endsAt, returnsOnRequest: true });
  renderAsPlayer(<ExclusionNow exclusion={exclusion} taken={false} />, { at: '/safe-play' });
  expect(await screen.findByText('Withdrawals and support stay open.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Ask to return to play' }) !== null).toBe(offered);
});

it.each([
  [{ stakedMinor: 15_000, returnedMinor: 4_500, netMinor: 2_000 }, '125.00 USD'],
  [{ stakedMinor: 15_000, returnedMinor: 4_500, netMinor: -10_500 }, undefined],
])('shows the open stakes of a session that has some: %o', async (figures, open) => {
  const session = sample(Session, { currency: 'USD', startedAt: '2026-11-20T12:00:00.000Z', ...figures });
  renderAsPlayer(<SessionFigures session={session} nowMs={Date.parse('2026-11-20T12:30:00.000Z')} />, {
    at: '/safe-play',
  });
  expect(await screen.findByText('Net result')).toBeDefined();
  expect(screen.queryByText('Open stakes')?.nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')).toBe(open);
});
