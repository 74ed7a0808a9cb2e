/** Rules of the stage: celebrated wins, the jurisdiction, the time of a session, and refusal texts. */
import { roundRefusals } from '@fairline/proto/casino/rounds';
import { Refusal } from '@fairline/proto/contract';
import { casinoProfiles } from '@fairline/proto/games/profiles';
import type { PlayLimit } from '@fairline/proto/risk/limits';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryClient } from '../../../client/cache/query.ts';
import { stakeTraitsOf } from '../../../domain/people/jurisdiction.ts';
import { ownLimitsQuery } from '../../../domain/safe-play/queries.ts';
import { loadEnglish } from '../../../i18n.ts';
import { playRefusalText } from './round-refusal.ts';
import { clockText } from './session-strip.tsx';
import { isCelebrated, type WinStep, winStepOf } from './win-notice.tsx';

beforeAll(loadEnglish);

const open = { ...casinoProfiles.open, jurisdiction: 'open' } as const;
const gb = { ...casinoProfiles.gb, jurisdiction: 'gb' } as const;

it.each([
  [300, 100, open, true],
  [50, 100, open, true],
  [0, 100, open, false],
  [300, 100, gb, true],
  [100, 100, gb, false],
  [50, 100, gb, false],
])('a return of %i on a stake of %i', (payoutMinor, wagerMinor, profile, celebrated) => {
  expect(isCelebrated({ payoutMinor, wagerMinor }, profile)).toBe(celebrated);
});

const steps: WinStep[] = [
  { atLeast: 10, size: 'big', showMs: 6_000 },
  { atLeast: 20, size: 'mega', showMs: 8_000 },
];
it.each([
  [999, undefined],
  [1_000, 'big'],
  [1_999, 'big'],
  [2_000, 'mega'],
  [0, undefined],
])('a return of %i on 100 reaches %s', (payoutMinor, size) => {
  expect(winStepOf({ payoutMinor, wagerMinor: 100 }, steps)?.size).toBe(size);
});

const strictest = { jurisdiction: 'gb', under25Until: '9999-12-31' };
const tokenOf = (claims: object) => `x.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.x`;
it.each([
  ['open', tokenOf({ jurisdiction: 'open' }), { jurisdiction: 'open' }],
  ['gb', tokenOf({ jurisdiction: 'gb' }), { jurisdiction: 'gb' }],
  [
    'gb and age',
    tokenOf({ jurisdiction: 'gb', under25Until: '2028-03-01' }),
    { jurisdiction: 'gb', under25Until: '2028-03-01' },
  ],
  ['another', tokenOf({ jurisdiction: 'mars' }), strictest],
  ['none', null, strictest],
  ['an unreadable one', 'x.%%%.x', strictest],
])('a token with %s claim', (_, token, traits) => {
  expect(stakeTraitsOf(token)).toEqual(traits);
});

it.each([
  [0, '00:00'],
  [65_000, '01:05'],
  [3_599_999, '59:59'],
  [3_725_000, '1:02:05'],
  [-5, '00:00'],
])('shows %i ms as %s', (elapsedMs, text) => expect(clockText(elapsedMs)).toBe(text));

const ownBetLimit: PlayLimit = {
  id: 'limit',
  limitType: 'bet_amount',
  amountMinor: 5_000,
  active: true,
  effectiveFrom: '2026-11-20T12:00:00.000Z',
  createdAt: '2026-11-20T12:00:00.000Z',
};

describe('a refusal', () => {
  const text = (
    type: (typeof ledgerRefusals)[keyof typeof ledgerRefusals] | (typeof roundRefusals)[keyof typeof roundRefusals],
    params?: object,
  ) => playRefusalText(new Refusal(type, { ...params }), 'USD');

  it('uses the messages of the specification', () => {
    queryClient.setQueryData(ownLimitsQuery.queryKey, { items: [ownBetLimit] });
    const insufficient = new Refusal(ledgerRefusals.insufficientBalance);
    expect([
      playRefusalText(insufficient, 'USD'),
      playRefusalText(insufficient, 'USD', 'double'),
      playRefusalText(insufficient, 'USD', 'split'),
      text(ledgerRefusals.limitExceeded, { limit: 'bet', limitMinor: 5_000, remainingMinor: 5_000 }),
    ]).toEqual([
      'Insufficient balance!',
      'Insufficient balance for double down!',
      'Insufficient balance for split!',
      'This bet exceeds your responsible gaming limits',
    ]);
  });

  it('names the limit of the player, what is left of it, and when it ends', () => {
    const resetsAt = '2026-11-21T00:00:00.000Z';
    expect(
      text(ledgerRefusals.limitExceeded, { limit: 'lossDay', limitMinor: 10_000, remainingMinor: 4_000, resetsAt }),
    ).toMatch(/^Daily loss limit: 40.00.USD left until .*2026/);
    expect(
      text(ledgerRefusals.limitExceeded, { limit: 'lossWeek', limitMinor: 10_000, remainingMinor: 0, resetsAt }),
    ).toMatch(/^Weekly loss limit reached. It resets on .*2026/);
    expect(
      text(ledgerRefusals.limitExceeded, { limit: 'session', limitMinutes: 90, remainingMinor: 0, resetsAt }),
    ).toMatch(/^Your session limit of 1 h 30 min is reached. You can play again from .*2026/);
    expect(text(ledgerRefusals.limitExceeded, { limit: 'bet', limitMinor: 1_000_000 })).toBe(
      'This is above your limit',
    );
  });

  it('names the limits of the game and of the house', () => {
    expect(text(roundRefusals.wagerOutOfRange, { minimumMinor: 100, maximumMinor: 50_000, stakeMinor: 1 })).toBe(
      'Stake 1.00\u00a0USD to 500.00\u00a0USD per round',
    );
    expect(text(roundRefusals.maxPayout, { maximumMinor: 100_000_000 })).toBe(
      'A round can pay at most 1,000,000.00\u00a0USD. Please lower your stake.',
    );
  });

  it('shows the message of a field if the server names one', () => {
    const refusal = Refusal.from({
      code: 'invalid_request',
      status: 400,
      detail: 'The request is not valid',
      errors: { 'wager.bets': 'Please place at least one bet!' },
    });
    expect(playRefusalText(refusal, 'USD')).toBe('Please place at least one bet!');
  });
});
