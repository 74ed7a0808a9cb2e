/** The rules of the slip, as rows. */
import type { Bet } from '@fairline/proto/betting/bets';
import type { Fixture } from '@fairline/proto/betting/offer';
import { describe, expect, it } from 'vitest';
import { returnMinor, selectionState, withOdds } from '../offer/price.ts';
import { takesPrice } from '../price-policy.ts';
import { betObstacle, betOf, formatStake, freeBetOf, legObstacle, priceMove, stepStake, stepsOf } from './single.ts';
import {
  emptySlip,
  maxItems,
  modeOf,
  readItems,
  readSlip,
  type Slip,
  type SlipItem,
  sentOf,
  withBet,
  withoutSelection,
  withPick,
} from './slip.ts';

const item: SlipItem = {
  selectionId: 's1',
  marketId: 'm1',
  fixtureId: 'f1',
  fixture: 'Arsenal vs Leeds',
  market: 'Match result',
  selection: 'Arsenal',
  oddsMilli: 2_000,
  stake: '50.00',
};
const sentAt = new Date().toISOString();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const fixture = {
  id: 'f1',
  status: 'live',
  markets: [
    { id: 'm1', status: 'active', selections: [{ id: 's1', name: 'Arsenal', oddsMilli: 2_000, status: 'active' }] },
  ],
} as unknown as Fixture;
const change = (status: string, selection: object = {}) =>
  ({
    ...fixture,
    markets: [{ ...fixture.markets[0], status, selections: [{ ...fixture.markets[0]?.selections[0], ...selection }] }],
  }) as Fixture;

describe('the content of the slip', () => {
  it('adds a selection', () => {
    expect(withPick([], item, '25.00')).toEqual([{ ...item, stake: '25.00' }]);
  });

  it('replaces an existing selection with the new price and stake', () => {
    expect(withPick([item], { ...item, oddsMilli: 2_100 }, '10.00')).toEqual([
      { ...item, oddsMilli: 2_100, stake: '10.00' },
    ]);
  });

  it('leaves a placement in progress unchanged', () => {
    const waiting = {
      ...item,
      attempt: { key: 'k', playerId: 'p', sentAt, body: betOf(item, selectionState(item, fixture), 'none', 'USD') },
    };
    expect(withPick([waiting], item, '10.00')).toEqual([waiting]);
  });

  it('holds at most the number of selections that the house accepts', () => {
    const full = Array.from({ length: maxItems }, (_, index) => ({ ...item, selectionId: `s${index + 10}` }));
    expect(withPick(full, item, '10.00')).toHaveLength(maxItems);
  });

  it('removes a selection', () => {
    expect(withoutSelection([item], 's1')).toEqual([]);
  });

  const stakes = { stake: '50.00', lineStake: '1.00' };
  const leg = ({ stake: _, ...pick }: SlipItem) => ({ ...pick, status: 'open' as const });
  const [one, other, third] = [
    item,
    { ...item, selectionId: 's2', fixtureId: 'f2' },
    { ...item, selectionId: 's3', fixtureId: 'f3' },
  ];
  const bet = (change: Partial<Bet>) =>
    ({ type: 'single', stakeMinor: 1_100, currency: 'USD', legs: [leg(one)], ...change }) as Bet;
  it.each<[string, SlipItem[], Bet, Partial<Slip>]>([
    ['a single with its stake', [], bet({}), { items: [{ ...one, stake: '11.00' }] }],
    ['a single beside what is there', [other], bet({}), { items: [other, { ...one, stake: '11.00' }] }],
    ['a single that is there already, as it is', [one], bet({}), { items: [one] }],
    [
      'an accumulator',
      [],
      bet({ type: 'accumulator', legs: [leg(one), leg(other)] }),
      { mode: 'accumulator', stake: '11.00', items: [one, other] },
    ],
    [
      'a system with its stake per line',
      [],
      bet({ type: 'system', system: 'trixie', lines: 4, stakeMinor: 400, legs: [leg(one), leg(other), leg(third)] }),
      { mode: 'system', system: 'trixie', lineStake: '1.00', items: [one, other, third] },
    ],
  ])('restores %s', (_name, items, given, expected) => {
    expect(withBet({ ...emptySlip, items }, given, stakes)).toMatchObject(expected);
  });

  it.each([[null], ['text'], [{}], [[null, 1, {}]], [[{ ...item, oddsMilli: 'high' }]], [[{ ...item, stake: 5 }]]])(
    'reads %j from the storage as nothing',
    (stored) => {
      expect(readItems(stored)).toEqual([]);
    },
  );

  it('loads what it stored', () => {
    expect(readItems(JSON.parse(JSON.stringify([item])))).toEqual([item]);
  });
});

describe('a stored slip', () => {
  const attempt = {
    key: 'k',
    playerId: 'p',
    sentAt,
    body: betOf(item, { status: 'open', oddsMilli: 2_000 }, 'none', 'USD'),
  };
  it.each([
    ['nothing', null, emptySlip],
    ['a text', 'slip', emptySlip],
    ['a list of an earlier version', [item], { ...emptySlip, items: [item] }],
    ['an unknown mode', { items: [item], mode: 'tricast', stake: 5 }, { ...emptySlip, items: [item] }],
    [
      'a broken attempt',
      { items: [item], mode: 'system', system: '2/3', stake: '9', attempt: { key: 'k' } },
      { ...emptySlip, mode: 'system', system: '2/3' },
    ],
  ])('with %s is loaded', (_name, stored, slip) => {
    expect(readSlip(stored)).toEqual(slip);
  });

  it.each([
    ['nobody', { key: 'k', body: attempt.body }],
    ['nobody knows when', { ...attempt, sentAt: undefined }],
    ['no legs', { ...attempt, body: {} }],
    ['a month ago', { ...attempt, sentAt: daysAgo(30) }],
  ])('drops the selections of an attempt of %s, which may have been placed', (_name, broken) => {
    const others = [{ ...item, selectionId: 's2' }];
    expect(readSlip({ items: [{ ...item, attempt: broken }, ...others] }).items).toEqual(others);
    expect(readSlip({ items: [item, ...others], stake: '5', mode: 'accumulator', attempt: broken })).toEqual({
      ...emptySlip,
      mode: 'accumulator',
    });
    expect(readSlip({ aside: [{ items: [{ ...item, attempt: broken }], playerId: 'p' }] })).toEqual(emptySlip);
  });

  it('keeps an attempt sent weeks ago', () => {
    const waiting = { ...item, attempt: { ...attempt, sentAt: daysAgo(28) } };
    expect(readSlip({ items: [waiting] }).items).toEqual([waiting]);
  });

  it('is loaded as it was stored', () => {
    const bets = {
      items: [{ ...item, attempt }],
      mode: 'accumulator' as const,
      system: null,
      stake: '10.00',
      lineStake: '2.00',
      attempt,
    };
    const slip = { ...bets, aside: [{ ...bets, playerId: 'p' }] };
    expect(readSlip(JSON.parse(JSON.stringify(slip)))).toEqual(slip);
  });
});

describe('the effective mode of the slip', () => {
  it.each([
    [1, 'accumulator', 'singles'],
    [1, 'system', 'singles'],
    [2, 'system', 'accumulator'],
    [2, 'accumulator', 'accumulator'],
    [3, 'system', 'system'],
    [3, 'singles', 'singles'],
  ] as const)('%i selections as %s are %s', (count, mode, now) => {
    expect(modeOf({ items: Array.from({ length: count }, () => ({})), mode })).toBe(now);
  });

  it('excludes a waiting single from other bets', () => {
    const attempt = {
      key: 'k',
      playerId: 'p',
      sentAt,
      body: betOf(item, selectionState(item, fixture), 'none', 'USD'),
    };
    expect(modeOf({ items: [{ ...item, attempt }, item, item], mode: 'system' })).toBe('singles');
  });
});

it('sends all selections, or only the single that waits for its response', () => {
  const [free, other] = [{ item: { ...item, stake: '' } }, { item }];
  const waiting = {
    item: {
      ...item,
      attempt: { key: 'k', playerId: 'p', sentAt, body: betOf(item, selectionState(item, fixture), 'none', 'USD') },
    },
  };
  expect(sentOf([free, other])).toEqual([free, other]);
  expect(sentOf([free, waiting, other])).toEqual([waiting]);
});

describe('the prices in a refusal', () => {
  it('update the fixture at once', () => {
    const priced = withOdds(fixture, new Map([['s1', 1_850]]));
    expect(selectionState(item, priced)).toEqual({ status: 'open', oddsMilli: 1_850 });
  });

  it('keep the same object for another fixture', () => {
    expect(withOdds(fixture, new Map([['s9', 1_850]]))).toBe(fixture);
  });
});

const lateFixture = {
  ...fixture,
  markets: change('suspended').markets.map((market) => ({ ...market, stoppedBy: 'kick_off' as const })),
};

describe('the state of a selection', () => {
  it.each([
    ['open', fixture, 'open', 2_000],
    ['suspended by its market', change('suspended'), 'suspended', 2_000],
    ['late, past a start that nobody has confirmed', lateFixture, 'late', 2_000],
    ['suspended by itself', change('active', { status: 'suspended' }), 'suspended', 2_000],
    ['closed by its market', change('deactivated'), 'closed', 2_000],
    ['settled', change('settled'), 'closed', 2_000],
    ['gone', { ...fixture, markets: [] }, 'closed', null],
    ['over', { ...fixture, status: 'ended' as const }, 'closed', null],
    ['unknown', undefined, 'unknown', null],
  ])('is %s', (_name, known, status, oddsMilli) => {
    expect(selectionState(item, known)).toEqual({ status, oddsMilli });
  });

  it('is unknown if only a part of the fixture, without it, was loaded', () => {
    const part = { whole: false };
    expect(selectionState(item, { ...fixture, markets: [] }, part)).toEqual({ status: 'unknown', oddsMilli: null });
    expect(selectionState(item, fixture, part)).toEqual({ status: 'open', oddsMilli: 2_000 });
  });
});

describe('a price that moved', () => {
  it.each([
    [2_000, null],
    [2_100, 'up'],
    [1_900, 'down'],
  ])('to %i moved %s', (oddsMilli, direction) => {
    expect(priceMove(item, { status: 'open', oddsMilli })).toBe(direction);
  });

  it.each([
    [2_000, 'none', true],
    [2_100, 'none', false],
    [1_900, 'none', false],
    [2_100, 'better', true],
    [1_900, 'better', false],
    [1_950, 'within5', true],
    [1_940, 'within5', false],
    [1_900, 'within10', true],
    [1_800, 'within20', true],
    [1_790, 'within20', false],
    [2_500, 'within5', true],
    [1_100, 'any', true],
  ] as const)('from 2.000 to %i under the policy %s is taken: %s', (oddsMilli, policy, taken) => {
    expect(takesPrice(policy, item.oddsMilli, oddsMilli)).toBe(taken);
    expect(legObstacle(item, { status: 'open', oddsMilli }, policy, false)).toBe(taken ? null : 'price');
  });
});

describe('the problem of a bet', () => {
  const open = { status: 'open', oddsMilli: 2_000 } as const;
  it.each([
    ['nothing', item, open, false, null],
    ['a stream that is gone', item, open, true, 'stale'],
    ['a suspension', item, { ...open, status: 'suspended' as const }, false, 'suspended'],
    ['a closed market', item, { ...open, status: 'closed' as const }, false, 'closed'],
    ['a price not read yet', item, { status: 'unknown' as const, oddsMilli: null }, false, 'unknown'],
    ['a worse price', item, { ...open, oddsMilli: 1_900 }, false, 'price'],
    ['an empty stake', { ...item, stake: '' }, open, false, 'stake'],
    ['a stake of nothing', { ...item, stake: '0' }, open, false, 'stake'],
    ['a stake that is no number', { ...item, stake: 'ten' }, open, false, 'unclear'],
    ['a stake of parts of a cent', { ...item, stake: '1,2345' }, open, false, 'unclear'],
    ['a stake of blanks', { ...item, stake: '  ' }, open, false, 'stake'],
    ['a stake below the smallest', { ...item, stake: '0.99' }, open, false, 'minimum'],
    ['the smallest stake', { ...item, stake: '1' }, open, false, null],
    [
      'a stake below the smallest before the price that moved',
      { ...item, stake: '0.50' },
      { ...open, oddsMilli: 1_900 },
      false,
      'minimum',
    ],
    [
      'an empty stake before the price that moved',
      { ...item, stake: '' },
      { ...open, oddsMilli: 1_900 },
      false,
      'stake',
    ],
    [
      'a stake that is no number before the price that moved',
      { ...item, stake: 'ten' },
      { ...open, oddsMilli: 1_900 },
      false,
      'unclear',
    ],
  ] as const)('is %s', (_name, line, current, stale, expected) => {
    expect(betObstacle(line, current, 'better', 'USD', stale)).toBe(expected);
  });

  it('is none for a placement in progress, which is retried', () => {
    const waiting = { ...item, attempt: { key: 'k', playerId: 'p', sentAt, body: betOf(item, open, 'better', 'USD') } };
    expect(betObstacle(waiting, { status: 'closed', oddsMilli: null }, 'better', 'USD', true)).toBeNull();
  });
});

describe('the request', () => {
  it('is a single at the shown price', () => {
    expect(betOf({ ...item, stake: '1,234.5' }, { status: 'open', oddsMilli: 2_100 }, 'better', 'USD')).toEqual({
      type: 'single',
      stakeMinor: 123_450,
      currency: 'USD',
      pricePolicy: 'better',
      legs: [{ selectionId: 's1', oddsMilli: 2_100 }],
    });
  });

  it('has the chosen tolerance', () => {
    expect(betOf({ ...item, stake: '10' }, { status: 'open', oddsMilli: 2_000 }, 'within10', 'USD')).toMatchObject({
      pricePolicy: 'any',
      tolerance: 0.1,
    });
    expect(betOf({ ...item, stake: '10' }, { status: 'open', oddsMilli: 2_000 }, 'any', 'USD')).not.toHaveProperty(
      'tolerance',
    );
  });
});

describe('the return', () => {
  it.each([
    [5_000, 2_000, 10_000],
    [333, 1_333, 443],
    [10_000_000, 100_000, 50_000_000],
  ])('%i at %i returns %i', (stake, odds, paid) => {
    expect(returnMinor(stake, odds)).toBe(paid);
  });
});

describe('the stake', () => {
  it.each([
    ['50.00', 1, 100_000, '60.00'],
    ['50.00', -1, 100_000, '40.00'],
    ['5.00', -1, 100_000, '1.00'],
    ['', 1, 100_000, '10.00'],
    ['95.00', 1, 10_000, '100.00'],
    ['150.00', 1, 10_000, '150.00'],
    ['150.00', -1, 10_000, '140.00'],
    ['0.50', -1, 10_000, '0.50'],
    ['ten', -1, 10_000, 'ten'],
    ['', 1, 0, '1.00'],
  ])('%s, %i steps, with %i playable, becomes %s', (stake, steps, playable, next) => {
    expect(stepStake(stake, steps, 'USD', stepsOf(playable))).toBe(next);
  });

  it.each([
    ['', ''],
    ['ten', 'ten'],
    ['1,2345', '1,2345'],
    ['0.5', '0.50'],
    ['1 234', '1234.00'],
    ['12.5', '12.50'],
    ['999999', '999999.00'],
  ])('typed as "%s" is formatted as %s, whatever the balance', (typed, kept) => {
    expect(formatStake(typed, 'USD')).toBe(kept);
  });
});

describe('a free bet', () => {
  const freeBets = [
    { claimId: 'c1', amountMinor: 1_000, currency: 'USD' as const, expiresAt: '2026-11-28T12:00:00.000Z' },
    { claimId: 'c2', amountMinor: 50, currency: 'USD' as const, expiresAt: '2026-11-29T12:00:00.000Z' },
  ];
  const [current, c1] = [selectionState(item, fixture), { claimId: 'c1', amountMinor: 1_000 }];

  it('is the stake if it was chosen and the player still has it', () => {
    expect(freeBetOf({ freeBet: 'c1' }, freeBets)).toMatchObject(c1);
    expect([freeBetOf({ freeBet: 'gone' }, freeBets), freeBetOf({}, freeBets)]).toEqual([null, null]);
  });

  it('of a placement in progress is the one sent, even if the list has changed', () => {
    const body = betOf({ ...item, freeBet: 'c1' }, current, 'none', 'USD', c1);
    expect(body).toMatchObject({ stakeMinor: 1_000, freeBetClaimId: 'c1' });
    expect(freeBetOf({ freeBet: 'c2', attempt: { key: 'k', playerId: 'p', sentAt, body } }, [])).toEqual(c1);
    const money = betOf(item, current, 'none', 'USD');
    expect(money).not.toHaveProperty('freeBetClaimId');
    expect(
      freeBetOf({ freeBet: 'c1', attempt: { key: 'k', playerId: 'p', sentAt, body: money } }, freeBets),
    ).toBeNull();
  });

  it('needs no typed stake, but the minimum stake', () => {
    expect(betObstacle({ ...item, stake: '' }, current, 'none', 'USD', false, c1)).toBeNull();
    expect(betObstacle(item, current, 'none', 'USD', false, { claimId: 'c2', amountMinor: 50 })).toBe('minimum');
  });

  it.each<[number, ReturnType<typeof betObstacle>]>([
    [current.oddsMilli ?? 0, null],
    [(current.oddsMilli ?? 0) + 1, 'odds'],
  ])('with minimum odds of %d thousandths causes the problem: %s', (minOddsMilli, expected) => {
    expect(betObstacle({ ...item, stake: '' }, current, 'none', 'USD', false, { ...c1, minOddsMilli })).toBe(expected);
  });

  it('returns the winnings without its stake', () => {
    expect([returnMinor(1_000, 2_500), returnMinor(1_000, 2_500, true)]).toEqual([2_500, 1_500]);
  });

  it('is stored with the slip and parsed as untrusted text', () => {
    expect(
      readSlip({
        items: [
          { ...item, freeBet: 'c1' },
          { ...item, selectionId: 's2', freeBet: 7 },
        ],
        freeBet: 'c2',
      }),
    ).toMatchObject({
      items: [{ freeBet: 'c1' }],
      freeBet: 'c2',
    });
    expect(readSlip({ items: [], freeBet: {} })).not.toHaveProperty('freeBet');
  });
});
