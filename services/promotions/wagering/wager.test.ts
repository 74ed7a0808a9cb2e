/** Contribution of stakes to wagering: products, odds, sports, highest stake, free bets, voids. No stake counts for more than its amount. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countedMinor,
  isOfClaim,
  newestOf,
  type Stake,
  stakeOfBet,
  stakeOfRound,
  type WageringClaim,
} from './wager.ts';

const placedAt = new Date('2026-11-20T12:00:00Z');
const claim: WageringClaim = {
  startedAt: new Date('2026-11-20T12:00:00Z'),
  expiresAt: new Date('2026-12-20T12:00:00Z'),
  terms: {
    contributionPercent: { sports: 100, slots: 100, table: 10, lottery: 100 },
    maxStakeMinor: 500,
    minOddsMilli: 1_500,
    sports: ['football', 'tennis'],
  },
};
const bet: Stake = {
  stakeId: 'a',
  playerId: 'p',
  product: 'sports',
  stakeMinor: 400,
  atRiskMinor: 400,
  version: 3,
  placedAt,
  oddsMilli: 2_000,
  sports: ['football'],
};

describe('a stake counts', () => {
  it.each<[string, Partial<Stake>, number]>([
    ['whole on sports', {}, 400],
    ['at the lowest odds', { oddsMilli: 1_500 }, 400],
    ['not below the lowest odds', { oddsMilli: 1_499 }, 0],
    ['on several sports of the promotion', { sports: ['football', 'tennis'] }, 400],
    ['not where one leg is on another sport', { sports: ['football', 'darts'] }, 0],
    ['not on unknown sports', { sports: [] }, 0],
    ['up to the highest stake', { stakeMinor: 100_000, atRiskMinor: 100_000 }, 500],
    ['as far as it is at risk', { atRiskMinor: 45 }, 45],
    ['up to the highest stake of what is at risk', { stakeMinor: 100_000, atRiskMinor: 700 }, 500],
    ['not where nothing is at risk', { atRiskMinor: 0 }, 0],
    ['not as a free bet', { freeBetClaimId: 'c' }, 0],
    ['whole on slots, whatever the sports', { product: 'slots', sports: [] }, 400],
    ['a tenth at a table', { product: 'table' }, 40],
    ['rounded down', { product: 'table', atRiskMinor: 19 }, 1],
    ['nothing where nothing was decided', { stakeMinor: 0, atRiskMinor: 0 }, 0],
  ])('%s', (_name, change, counted) => {
    expect(countedMinor({ ...bet, ...change }, claim)).toBe(counted);
  });

  it('on every sport where the promotion names none', () => {
    expect(countedMinor({ ...bet, sports: ['darts'] }, { terms: { ...claim.terms, sports: [] } })).toBe(400);
  });

  it('never more than it is, and never less than nothing', () => {
    const product = fc.constantFrom<Stake['product']>('sports', 'slots', 'table', 'lottery');
    fc.assert(
      fc.property(product, fc.nat(), fc.integer({ min: 1_000, max: 10_000 }), (one, stakeMinor, oddsMilli) => {
        const counted = countedMinor({ ...bet, product: one, stakeMinor, atRiskMinor: stakeMinor, oddsMilli }, claim);
        return counted >= 0 && counted <= Math.min(stakeMinor, claim.terms.maxStakeMinor) && Number.isInteger(counted);
      }),
    );
  });
});

it.each([
  ['2026-11-20T11:59:59.999Z', false],
  ['2026-11-20T12:00:00.000Z', true],
  ['2026-12-20T11:59:59.999Z', true],
  ['2026-12-20T12:00:00.000Z', false],
  [undefined, false],
])('a stake placed at %s is of the claim: %s', (at, expected) => {
  expect(isOfClaim({ placedAt: at === undefined ? undefined : new Date(at) }, claim)).toBe(expected);
});

describe('events', () => {
  const data = {
    betId: 'a',
    playerId: 'p',
    currency: 'USD',
    version: 3,
    stakeMinor: 1_000,
    dueMinor: 0,
    status: 'lost',
    book: 'real',
  } as const;
  const wager = { placedAt: placedAt.toISOString(), oddsMilli: 2_000, sports: ['football'] };
  const received = { id: 'e', aggregate: 'a', version: 3, at: placedAt };

  it.each([
    ['lost', 0, 1_000],
    ['half_won', 0, 1_000],
    ['won', 300, 700],
    ['void', 0, 0],
    ['cashed_out', 1_000, 0],
    ['accepted', 0, 0],
  ] as const)('a bet that is %s with %i cashed out has %i decided', (status, closedStakeMinor, stakeMinor) => {
    expect(stakeOfBet({ ...received, data: { ...data, status, closedStakeMinor, wager } })).toMatchObject({
      stakeMinor,
      product: 'sports',
      version: 3,
    });
  });

  it('name the part that is at risk, which is never more than the decided stake', () => {
    const of = (atRiskMinor: number, changes = {}) =>
      stakeOfBet({ ...received, data: { ...data, ...changes, wager: { ...wager, atRiskMinor } } }).atRiskMinor;
    expect([of(45), of(0), of(2_000), of(45, { status: 'void' }), of(1_000, { closedStakeMinor: 300 })]).toEqual([
      45, 0, 1_000, 0, 700,
    ]);
    expect(stakeOfBet({ ...received, data: { ...data, wager } }).atRiskMinor).toBe(1_000);
  });

  it('of a release that published no more count towards no claim', () => {
    expect(stakeOfBet({ ...received, data }).placedAt).toBeUndefined();
  });

  it.each([
    ['mega-fortune-slots', 'settled', 'slots', 250],
    ['premium-roulette', 'settled', 'table', 250],
    ['prize-lottery', 'void', 'lottery', 0],
  ] as const)('a round of %s that is %s is %s with %i decided', (gameId, status, product, stakeMinor) => {
    const round = {
      roundId: 'r',
      playerId: 'p',
      gameId,
      gameVersion: 1,
      currency: 'USD',
      status,
      wagerMinor: 250,
      payoutMinor: 0,
      jurisdiction: 'open',
      book: 'real',
    } as const;
    expect(stakeOfRound({ ...received, data: { ...round, createdAt: placedAt.toISOString() } })).toMatchObject({
      product,
      stakeMinor,
      atRiskMinor: stakeMinor,
      placedAt,
    });
    const atRiskMinor = stakeOfRound({ ...received, data: { ...round, atRiskMinor: 100 } }).atRiskMinor;
    expect(atRiskMinor).toBe(Math.min(stakeMinor, 100));
  });

  it('about one stake: the newest counts', () => {
    expect(
      newestOf([bet, { ...bet, version: 5 }, { ...bet, version: 4 }, { ...bet, stakeId: 'b' }]).map(
        ({ version }) => version,
      ),
    ).toEqual([5, 3]);
  });
});
