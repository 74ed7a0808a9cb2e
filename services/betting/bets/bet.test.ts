/** The rules of a bet in tables: what may be placed, at which price, when it is accepted, and how it reads. */
import { randomUUID } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import { betRefusals, type PlaceBet } from '@fairline/proto/betting/bets';
import { betRules, liveDelayMs } from '@fairline/proto/betting/rules';
import { common, Refusal } from '@fairline/proto/contract';
import { maxOddsMilli, minOddsMilli } from '@fairline/proto/odds';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { MarketNow, Offer, PriceNow } from '../offer/market.ts';
import {
  allows,
  type BetRow,
  decide,
  draft,
  pendingBet,
  potentialPayoutMinor,
  refusalOf,
  rejection,
  toBet,
  type Undecided,
} from './bet.ts';

const player: Player = {
  kind: 'player',
  id: randomUUID(),
  sessionId: randomUUID(),
  level: 'unverified',
  jurisdiction: 'open',
  book: 'real',
};
const selectionId = randomUUID();

function offer(changes: Partial<Offer> = {}): Offer {
  const place = {
    fixtureId: randomUUID(),
    marketId: randomUUID(),
    selectionId,
    fixture: 'Reds vs Blues',
    market: 'Match result',
    selection: 'Reds',
  };
  return { ...place, oddsMilli: 2_500, marketVersion: 7, ...changes };
}

function command(changes: Partial<PlaceBet> = {}): PlaceBet {
  return {
    type: 'single',
    stakeMinor: 1_000,
    currency: 'USD',
    pricePolicy: 'none',
    legs: [{ selectionId, oddsMilli: 2_500 }],
    ...changes,
  };
}

const place = (changes: Partial<PlaceBet> = {}, offers: (Offer | undefined)[] = [offer()]) =>
  draft(randomUUID(), player, command(changes), offers);

describe('a placement', () => {
  it('becomes a draft at the current price, with what it can pay', () => {
    expect(place()).toMatchObject({
      draft: {
        playerId: player.id,
        book: 'real',
        stakeMinor: 1_000,
        oddsMilli: 2_500,
        potentialPayoutMinor: 2_500,
        tolerance: null,
        legs: [{ place: 0, selection: 'Reds' }],
      },
    });
  });

  const leg = { selectionId, oddsMilli: 2_500 };
  const offers = (count: number) => Array.from({ length: count }, () => offer());
  const sameFixture = offer();
  test.each<[string, Partial<PlaceBet>, (Offer | undefined)[], { code: string }]>([
    ['an accumulator of one', { type: 'accumulator' }, [offer()], betRefusals.betTypeUnavailable],
    ['a system', { type: 'system', system: '2/3' }, [offer()], betRefusals.betTypeUnavailable],
    ['a single with two legs', { legs: [leg, leg] }, [offer(), offer()], betRefusals.betTypeUnavailable],
    [
      'a free bet on a system',
      { type: 'system', system: '2/3', legs: [leg, leg, leg], freeBetClaimId: randomUUID() },
      offers(3),
      betRefusals.betTypeUnavailable,
    ],
    ['a system without a name', { type: 'system', legs: [leg, leg, leg] }, offers(3), betRefusals.betTypeUnavailable],
    [
      'a system of another number of legs',
      { type: 'system', system: 'yankee', legs: [leg, leg, leg] },
      offers(3),
      betRefusals.betTypeUnavailable,
    ],
    [
      'a named accumulator',
      { type: 'accumulator', system: '2/3', legs: [leg, leg, leg] },
      offers(3),
      betRefusals.betTypeUnavailable,
    ],
    [
      'two legs of one market',
      { type: 'accumulator', legs: [leg, leg] },
      [sameFixture, sameFixture],
      betRefusals.relatedLegs,
    ],
    [
      'two markets of one fixture',
      { type: 'accumulator', legs: [leg, leg] },
      [sameFixture, { ...sameFixture, marketId: randomUUID() }],
      betRefusals.relatedLegs,
    ],
    [
      'combined odds above the maximum',
      { type: 'accumulator', pricePolicy: 'any', legs: [leg, leg] },
      [offer({ oddsMilli: 400_000 }), offer({ oddsMilli: 250_001 })],
      betRefusals.oddsTooLong,
    ],
    [
      'a system whose longest line is above the maximum, though the whole is not',
      { type: 'system', system: '2/3', stakeMinor: 300, pricePolicy: 'any', legs: [leg, leg, leg] },
      [offer({ oddsMilli: 400_000 }), offer({ oddsMilli: 250_001 }), offer({ oddsMilli: 1_100 })],
      betRefusals.oddsTooLong,
    ],
    ['21 legs', { type: 'accumulator', legs: Array(21).fill(leg) }, offers(21), betRefusals.tooManyLegs],
    [
      'a stake that does not divide',
      { type: 'system', system: '2/3', legs: [leg, leg, leg] },
      offers(3),
      betRefusals.stakeNotDivisible,
    ],
    ['a stake in bitcoin', { currency: 'BTC' }, [offer()], ledgerRefusals.currencyNotAccepted],
    ['a selection that never was', {}, [undefined], common.notFound],
    ['a closed market', {}, [offer({ oddsMilli: null })], betRefusals.marketClosed],
    ['a price that is gone', {}, [offer({ oddsMilli: 2_499 })], betRefusals.priceChanged],
    [
      'a price above what was sent, where the player wants that one only',
      {},
      [offer({ oddsMilli: 2_501 })],
      betRefusals.priceChanged,
    ],
    [
      'a forged price',
      { legs: [{ selectionId, oddsMilli: 500_000 }], pricePolicy: 'better' },
      [offer()],
      betRefusals.priceChanged,
    ],
    ['a stake below the minimum', { stakeMinor: betRules.minStakeMinor - 1 }, [offer()], betRefusals.stakeTooSmall],
    [
      'a stake nobody may place',
      { stakeMinor: limitsByLevel.verified.maxBetMinor + 1 },
      [offer()],
      ledgerRefusals.limitExceeded,
    ],
    ['the largest number', { stakeMinor: 9_000_000_000_000_000 }, [offer()], ledgerRefusals.limitExceeded],
  ])('of %s is refused', (_what, changes, offers, refusal) => {
    expect(place(changes, offers)).toMatchObject({ refused: { code: refusal.code } });
  });

  it('names the closed market before the changed price, and the price before the stake', () => {
    expect(place({ stakeMinor: 1 }, [offer({ oddsMilli: null })])).toMatchObject({
      refused: { code: 'market_closed' },
    });
    expect(place({ stakeMinor: 1 }, [offer({ oddsMilli: 2_000 })])).toMatchObject({
      refused: { code: 'price_changed' },
    });
  });

  it('names a changed price before related legs, then odds that are too long, then the stake', () => {
    const two = (oddsMilli: number, related: boolean) => {
      const first = offer({ oddsMilli });
      const legs = [leg, leg].map((one) => ({ ...one, oddsMilli: 400_000 }));
      const second = related ? { ...first, marketId: randomUUID() } : offer({ oddsMilli });
      return place({ type: 'accumulator', pricePolicy: 'better', stakeMinor: 1, legs }, [first, second]);
    };
    expect(two(399_999, true)).toMatchObject({ refused: { code: 'price_changed' } });
    expect(two(400_000, true)).toMatchObject({ refused: { code: 'related_legs' } });
    expect(two(400_000, false)).toMatchObject({ refused: { code: 'odds_too_long' } });
  });

  it('of an accumulator multiplies its odds, of a system pays by its lines', () => {
    expect(place({ type: 'accumulator', legs: [leg, leg] }, offers(2))).toMatchObject({
      draft: { oddsMilli: 6_250, potentialPayoutMinor: 6_250, sizes: [2], lines: 1 },
    });
    const trixie = { type: 'system', system: 'Trixie', stakeMinor: 400, legs: [leg, leg, leg] } as const;
    expect(place({ ...trixie, legs: [...trixie.legs] }, offers(3))).toMatchObject({
      draft: { system: 'trixie', lines: 4, sizes: [2, 3], potentialPayoutMinor: 3_437 },
    });
    expect(place({ freeBetClaimId: randomUUID() })).toMatchObject({ draft: { potentialPayoutMinor: 1_500 } });
  });

  it('keeps the policy it was placed by, for the decision', () => {
    expect(place({ pricePolicy: 'better' })).toMatchObject({ draft: { pricePolicy: 'better', tolerance: null } });
    expect(place({ pricePolicy: 'any', tolerance: 0.25 })).toMatchObject({
      draft: { pricePolicy: 'any', tolerance: 0.25 },
    });
  });

  it('takes exactly the maximum odds, and names the nearest stakes that divide', () => {
    const longest = [offer({ oddsMilli: 400_000 }), offer({ oddsMilli: 250_000 })];
    expect(
      place({ type: 'accumulator', pricePolicy: 'any', stakeMinor: 100, legs: [leg, leg] }, longest),
    ).toMatchObject({ draft: { oddsMilli: 100_000_000 } });
    const system = { type: 'system', system: '2/3', legs: [leg, leg, leg] } as const;
    const refused = (stakeMinor: number) => place({ ...system, legs: [...system.legs], stakeMinor }, offers(3));
    expect(refused(1_000)).toMatchObject({ refused: { params: { lines: 3, belowMinor: 999, aboveMinor: 1_002 } } });
    expect(refused(100)).toMatchObject({ refused: { params: { belowMinor: 102, aboveMinor: 102 } } });
  });

  it('returns the new prices when it is refused for them', () => {
    expect(place({}, [offer({ oddsMilli: 3_000 })])).toEqual({
      refused: { code: 'price_changed', params: { prices: [{ selectionId, oddsMilli: 3_000 }] } },
    });
  });

  it('is placed at the current price, whatever was sent, where any price is taken', () => {
    const forged = { pricePolicy: 'any', legs: [{ selectionId, oddsMilli: maxOddsMilli }] } as const;
    expect(place({ ...forged, legs: [...forged.legs] })).toMatchObject({
      draft: { oddsMilli: 2_500, potentialPayoutMinor: 2_500, legs: [{ oddsMilli: 2_500 }] },
    });
  });
});

describe('the price policy', () => {
  test.each([
    ['none', null, 2_000, 2_000, true],
    ['none', null, 2_000, 1_999, false],
    ['none', null, 2_000, 2_001, false],
    ['better', null, 2_000, 2_000, true],
    ['better', null, 2_000, 2_001, true],
    ['better', null, 2_000, 1_999, false],
    ['any', null, 2_000, 1_001, true],
    ['any', null, 2_000, 900_000, true],
    ['any', undefined, 2_000, 1_001, true],
    ['any', 0, 2_000, 2_000, true],
    ['any', 0, 2_000, 1_999, false],
    ['any', 0.1, 2_000, 1_900, true],
    ['any', 0.1, 2_000, 1_899, false],
    ['any', 0.1, 3_000, 2_800, true],
    ['any', 0.1, 3_000, 2_799, false],
    ['any', 0.3, 1_500, 1_350, true],
    ['any', 0.3, 1_500, 1_349, false],
    // In floating point 500 x (1 - 0.7) is slightly above 150.
    ['any', 0.7, 1_500, 1_150, true],
    ['any', 0.7, 1_500, 1_149, false],
    ['any', 1, 2_000, 1_001, true],
  ] as const)('%s with tolerance %s, wanting %i at %i: %s', (policy, tolerance, wanted, now, taken) => {
    expect(allows(policy, tolerance, wanted, now)).toBe(taken);
  });
});

describe('the potential payout', () => {
  test.each([
    [1_000, [2_500], 2_500],
    [999, [1_333], 1_331],
    [100, [1_001], 100],
    [1_000_000, [50_000], 50_000_000],
    [1_000_000, [50_001], betRules.payoutCapMinor],
    [1_000_000, [maxOddsMilli], betRules.payoutCapMinor],
    [100, [3_000, 4_000], 1_200],
  ])('of %i at %j is %i', (stake, odds, payout) => {
    expect(potentialPayoutMinor({ stakeMinor: stake, sizes: [odds.length], freeBet: false }, odds)).toBe(payout);
  });

  it('is never above the cap and never below the stake, whatever is placed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: betRules.minStakeMinor, max: limitsByLevel.verified.maxBetMinor }),
        fc.integer({ min: minOddsMilli, max: maxOddsMilli }),
        (stakeMinor, oddsMilli) => {
          const made = place({ stakeMinor, pricePolicy: 'any' }, [offer({ oddsMilli })]);
          if (!('draft' in made)) throw new Error('should be placed');
          const { potentialPayoutMinor: potential } = made.draft;
          expect(potential).toBeLessThanOrEqual(betRules.payoutCapMinor);
          expect(potential).toBeGreaterThanOrEqual(stakeMinor);
        },
      ),
    );
  });
});

describe('a refusal kept under a key', () => {
  test.each([
    [{ code: 'stake_too_small', params: { minimumMinor: 100 } }, 'The minimum stake is 1.00 USD'],
    [
      { code: 'max_payout', params: { maximumMinor: 100_000_000 } },
      'This bet would raise your potential payouts today above 1,000,000.00 USD',
    ],
    [
      { code: 'exposure_limit', params: { maximumMinor: 1_234 } },
      'We cannot accept this stake on this selection. The maximum is 12.34 USD.',
    ],
    [{ code: 'currency_not_accepted', params: { currency: 'BTC' } }, 'BTC is not accepted here'],
    [
      { code: 'related_legs', params: { selectionIds: [] } },
      'Selections from the same event cannot be combined. Remove one of them.',
    ],
    [
      { code: 'odds_too_long', params: { maximumOddsMilli: 100_000_000 } },
      'The combined odds are above the maximum of 100000.00. Remove a selection.',
    ],
    [
      { code: 'stake_not_divisible', params: { lines: 3, belowMinor: 999, aboveMinor: 1_002 } },
      'The stake must divide evenly over 3 lines: 9.99 USD or 10.02 USD',
    ],
    [{ code: 'too_many_legs', params: { maximum: 20 } }, 'A bet can have at most 20 selections. Remove one of them.'],
    [{ code: 'market_closed' }, 'This market is not open for bets'],
    [{ code: 'not_found' }, 'Not found'],
  ])('%j says: %s', (kept, message) => {
    expect(refusalOf(kept, 'USD').message).toBe(message);
  });
});

describe('the decision', () => {
  const marketId = randomUUID();
  const placedAt = new Date('2026-01-31T12:00:00Z');
  const bet: Undecided = { placedAt, legs: [{ marketId, selectionId, oddsMilli: 2_500, breaks: 3 }] };
  const open: MarketNow = { open: true, breaks: 3 };
  const asked = (oddsMilli: number, chance = 0.38): PriceNow => ({ oddsMilli, chance });
  test.each<[string, MarketNow | undefined, PriceNow | null, number, string]>([
    ['accepts what could still be had', open, asked(2_500), 2_000, 'accepted'],
    ['accepts in the last moment', open, asked(2_500), 9_999, 'accepted'],
    ['rejects what nobody decided in time', open, asked(2_500), 10_000, 'bet_timed_out'],
    ['accepts where the price rose: the bet keeps its own', open, asked(2_600, 0.36), 2_000, 'accepted'],
    ['accepts a fall by less than the margin', open, asked(2_400, 0.4), 2_000, 'accepted'],
    ['rejects a fall that makes its odds better than fair', open, asked(2_380, 0.401), 2_000, 'price_changed'],
    ['rejects what is left of a goal', open, asked(1_300, 0.73), 2_000, 'price_changed'],
    ['accepts unchanged odds that a trader set without a margin', open, asked(2_500, 0.41), 2_000, 'accepted'],
    ['rejects where the market is off offer', { open: false, breaks: 3 }, asked(2_500), 2_000, 'market_closed'],
    [
      'rejects where the market was off offer in between, though it is back',
      { open: true, breaks: 4 },
      asked(2_500),
      2_000,
      'market_closed',
    ],
    ['rejects where the selection has no price', open, null, 2_000, 'market_closed'],
    ['rejects where the market is gone', undefined, asked(2_500), 2_000, 'market_closed'],
  ])('%s', (_what, market, price, afterMs, expected) => {
    const decision = decide(
      bet,
      () => market,
      () => price,
      new Date(placedAt.getTime() + afterMs),
    );
    expect(decision === 'accepted' ? decision : decision.refusal.code).toBe(expected);
  });

  it('names the new price of every leg still on offer, so that the bet can be offered again', () => {
    const [fallen, closed, same] = [randomUUID(), randomUUID(), randomUUID()];
    const legs = [fallen, closed, same].map((id) => ({ marketId: id, selectionId: id, oddsMilli: 2_500, breaks: 3 }));
    const decision = decide(
      { placedAt, legs },
      (id) => (id === closed ? { open: false, breaks: 4 } : open),
      ({ marketId: id }) => (id === fallen ? asked(1_800, 0.52) : asked(2_500)),
      placedAt,
    );
    expect(decision).toEqual({
      refusal: betRefusals.priceChanged,
      legs: [
        { selectionId: fallen, oddsMilli: 2_500, newOddsMilli: 1_800 },
        { selectionId: closed, oddsMilli: 2_500 },
        { selectionId: same, oddsMilli: 2_500, newOddsMilli: 2_500 },
      ],
    });
  });

  test.each([
    [1_000, 2_000],
    [2_000, 1_000],
    [15_000, 250],
    [92_000, 250],
  ])('comes at a pace of %i thousandths after %i ms', (paceMilli, delayMs) => {
    expect(liveDelayMs(paceMilli)).toBe(delayMs);
  });
});

describe('a bet as the player reads it', () => {
  const made = place();
  const row: BetRow = {
    ...('draft' in made ? made.draft : ({} as never)),
    status: 'accepted',
    stake: 'taken',
    freeBet: false,
    dueMinor: 0,
    cashedMinor: 0,
    closedStakeMinor: 0,
    autoCashOutMinor: null,
    rejection: null,
    placedAt: new Date('2026-01-31T12:00:00Z'),
    acceptedAt: new Date('2026-01-31T12:00:02Z'),
    settledAt: null,
    legs: [{ ...offer(), oddsMilli: 2_500, status: 'open', deadHeat: null }],
  };
  test.each([
    ['pending', 0, undefined],
    ['accepted', 0, undefined],
    ['rejected', 1_000, undefined],
    ['lost', 0, 0],
    ['void', 1_000, 1_000],
    ['won', 2_500, 2_500],
    ['half_won', 1_750, 1_750],
    ['half_lost', 500, 500],
  ] as const)('%s with %i due has paid %s', (status, dueMinor, payoutMinor) => {
    expect(toBet({ ...row, status, dueMinor }).payoutMinor).toBe(payoutMinor);
  });

  test.each([
    ['pending', 0, 1_000],
    ['accepted', 0, 1_000],
    ['accepted', 400, 600],
    ['rejected', 0, 0],
    ['won', 0, 0],
    ['void', 400, 0],
    ['cashed_out', 1_000, 0],
  ] as const)('%s, with %i of its stake sold, has %i running', (status, closedStakeMinor, openStakeMinor) => {
    expect(toBet({ ...row, status, closedStakeMinor }).openStakeMinor).toBe(openStakeMinor);
  });

  it('shows what its open legs can still pay, and what was cashed out', () => {
    const potential = (changes: Partial<BetRow>) => toBet({ ...row, ...changes }).potentialPayoutMinor;
    expect(potential({})).toBe(2_500);
    expect(potential({ closedStakeMinor: 500, cashedMinor: 400 })).toBe(400 + 1_250);
    const leg = { ...offer(), deadHeat: null };
    const double = { sizes: [2], potentialPayoutMinor: 5_000, oddsMilli: 5_000 };
    const legs = (status: BetRow['legs'][number]['status']): BetRow['legs'] => [
      { ...leg, oddsMilli: 2_500, status: 'open' },
      { ...leg, oddsMilli: 2_000, status },
    ];
    expect(potential({ ...double, legs: legs('won') })).toBe(5_000);
    expect(potential({ ...double, legs: legs('void') })).toBe(2_500);
    expect(potential({ ...double, legs: legs('half_won') })).toBe(3_750);
  });

  it('shows why it was rejected, and no more', () => {
    const bet = toBet({
      ...row,
      status: 'rejected',
      rejection: rejection(betRefusals.priceChanged, {
        params: { secret: true },
        legs: [{ selectionId, oddsMilli: 2_500, newOddsMilli: 2_400 }],
      }),
    });
    expect(bet.rejection).toEqual({
      code: 'price_changed',
      message: 'The odds have changed',
      legs: [{ selectionId, oddsMilli: 2_500, newOddsMilli: 2_400 }],
    });
  });

  it('says with which values the message of its rejection is filled', () => {
    const params = { maxStakeMinor: 500, currency: 'USD', max: '5.00 USD' };
    const { code, message } = new Refusal(ledgerRefusals.bonusMaxStake, params);
    expect(toBet({ ...row, status: 'rejected', rejection: { code, message, status: 422, params } }).rejection).toEqual({
      code: 'bonus_max_stake',
      message: 'You can stake at most 5.00 USD with bonus money',
      params: { max: '5.00 USD' },
    });
  });

  it('is pending with open legs once it is placed', () => {
    if (!('draft' in made)) throw new Error('should be placed');
    const bet = pendingBet(made.draft, new Date('2026-01-31T12:00:00Z'));
    expect(bet).toMatchObject({
      status: 'pending',
      placedAt: '2026-01-31T12:00:00.000Z',
      potentialPayoutMinor: 2_500,
      legs: [{ status: 'open', oddsMilli: 2_500 }],
    });
    expect(bet).not.toHaveProperty('payoutMinor');
  });
});
