/**
 * Settlement against a reference in whole fractions, written from the published betting rules: line by line, without rounding, rounded down once.
 * The 20,000 cases are the same in every run.
 */
import { betRules } from '@fairline/proto/betting/rules';
import { systemsFor } from '@fairline/proto/betting/systems';
import { canDeadHeat, type DeadHeat, type LegResult } from '@fairline/proto/feed';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { type BetRow, potentialPayoutMinor, toBet } from './bets/bet.ts';
import { type LegStatus, type Outcome, outcomeOf, type SelectionResult } from './outcome.ts';
import { type MarketEntry, recompute } from './settlement/resettlement.ts';
import { settled } from './testing-outcome.ts';

// ---- The reference -----------------------------------------------------------------------------

interface Leg {
  oddsMilli: number;
  status: LegStatus;
  deadHeat: DeadHeat | null;
}

interface Case {
  sizes: readonly number[];
  legs: Leg[];
  stakeMinor: number;
  freeBet: boolean;
  cashOuts: { stakeMinor: number; amountMinor: number }[];
}

class Fraction {
  readonly over: bigint;
  readonly under: bigint;
  constructor(over: bigint | number, under: bigint | number = 1) {
    this.over = BigInt(over);
    this.under = BigInt(under);
  }
  times(other: Fraction): Fraction {
    return new Fraction(this.over * other.over, this.under * other.under);
  }
  plus(other: Fraction): Fraction {
    // A common denominator, where there is one, keeps the numbers short.
    if (this.under % other.under === 0n)
      return new Fraction(this.over + other.over * (this.under / other.under), this.under);
    return new Fraction(this.over * other.under + other.over * this.under, this.under * other.under);
  }
  /** Rounded down, and never below 0. */
  floor(): number {
    return this.over < 0n ? 0 : Number(this.over / this.under);
  }
}

const [none, half, whole] = [new Fraction(0), new Fraction(1, 2), new Fraction(1)];

/** What a unit of stake becomes on a leg. */
function returnOf({ status, oddsMilli, deadHeat }: Leg): Fraction {
  const wins = new Fraction(oddsMilli, 1_000).times(deadHeat ? new Fraction(deadHeat.places, deadHeat.of) : whole);
  if (status === 'won') return wins;
  if (status === 'half_won') return half.plus(half.times(wins));
  if (status === 'half_lost') return half;
  return status === 'void' ? whole : none;
}

/** Every way to take this many legs. */
function linesOfSize(legs: readonly Leg[], size: number): Leg[][] {
  const [first, ...others] = legs;
  if (size === 0) return [[]];
  if (!first || legs.length < size) return [];
  return [...linesOfSize(others, size - 1).map((line) => [first, ...line]), ...linesOfSize(others, size)];
}

function linesOf(legs: readonly Leg[], sizes: readonly number[]): Leg[][] {
  return sizes.flatMap((size) => linesOfSize(legs, size));
}

/** What a stake spread over the lines becomes; a free bet pays its winnings alone. */
function exactPayout({ sizes, freeBet }: Case, legs: readonly Leg[], stakeMinor: number): Fraction {
  const lines = linesOf(legs, sizes);
  const perLine = new Fraction(stakeMinor, lines.length);
  const paid = lines
    .map((line) => line.reduce((product, leg) => product.times(returnOf(leg)), perLine))
    .reduce((sum, line) => sum.plus(line), none);
  return freeBet ? paid.plus(new Fraction(-stakeMinor)) : paid;
}

const allWon = (legs: readonly Leg[]) => legs.map((leg): Leg => ({ ...leg, status: 'won', deadHeat: null }));

function referenceOf(bet: Case): Outcome {
  const { legs, sizes, stakeMinor, cashOuts } = bet;
  const cashedMinor = cashOuts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const openMinor = cashOuts.reduce((rest, part) => rest - part.stakeMinor, stakeMinor);
  if (linesOf(legs, sizes).every((line) => line.some(({ status }) => status === 'lost')))
    return { status: 'lost', dueMinor: cashedMinor };
  if (legs.some(({ status }) => status === 'open')) return { status: 'accepted', dueMinor: cashedMinor };
  if (legs.every(({ status }) => status === 'void')) return { status: 'void', dueMinor: cashedMinor + openMinor };
  const isCut = exactPayout(bet, allWon(legs), stakeMinor).floor() > betRules.payoutCapMinor;
  const most = isCut ? new Fraction(betRules.payoutCapMinor * openMinor, stakeMinor).floor() : Number.POSITIVE_INFINITY;
  const paid = Math.min(exactPayout(bet, legs, openMinor).floor(), most);
  const [only] = legs;
  const status =
    legs.length === 1 && only && !(only.deadHeat && paid === 0)
      ? (only.status as LegResult)
      : paid > 0
        ? 'won'
        : 'lost';
  return { status, dueMinor: cashedMinor + paid };
}

// ---- The cases ---------------------------------------------------------------------------------

const odds = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1_001, max: 6_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 6_001, max: 1_000_000 }) },
);
const status = fc.constantFrom<LegStatus>(
  'won',
  'won',
  'won',
  'won',
  'won',
  'won',
  'lost',
  'void',
  'void',
  'half_won',
  'half_lost',
  'open',
);
const heat = fc.option(
  fc
    .integer({ min: 2, max: 5 })
    .chain((of) => fc.record({ of: fc.constant(of), places: fc.integer({ min: 1, max: of - 1 }) })),
  { freq: 5 },
);
const leg = fc.tuple(odds, status, heat).map(
  ([oddsMilli, result, deadHeat]): Leg => ({
    oddsMilli,
    status: result,
    deadHeat: result !== 'open' && canDeadHeat(result) ? deadHeat : null,
  }),
);
/** Singles, accumulators, every named system of up to six legs, and k of n. */
const shape = fc.oneof(
  fc.constant({ legs: 1, sizes: [1] }),
  fc.integer({ min: 2, max: 8 }).map((legs) => ({ legs, sizes: [legs] })),
  fc.integer({ min: 3, max: 6 }).chain((legs) => fc.constantFrom(...systemsFor(legs))),
);
const parts = fc.array(
  fc.record({ share: fc.integer({ min: 1, max: 9_999 }), price: fc.integer({ min: 0, max: 9_600 }) }),
  { maxLength: 3 },
);
const bets = shape.chain(({ legs: count, sizes }) =>
  fc
    .tuple(
      fc.array(leg, { minLength: count, maxLength: count }),
      fc.integer({ min: 1, max: 15_000 }),
      fc.boolean(),
      parts,
    )
    .map(([legs, perLine, isFree, sold]): Case => {
      const lines = linesOf(legs, sizes).length;
      const stakeMinor = perLine * lines;
      const freeBet = isFree && lines === 1 && sold.length === 0;
      const worth = potentialPayoutMinor(
        { stakeMinor, sizes, freeBet },
        legs.map(({ oddsMilli }) => oddsMilli),
      );
      const cashOuts: Case['cashOuts'] = [];
      let open = stakeMinor;
      for (const { share, price } of sold) {
        const part = Math.floor((open * share) / 10_000);
        if (part > 0)
          cashOuts.push({ stakeMinor: part, amountMinor: Math.floor((worth / stakeMinor) * part * (price / 10_000)) });
        open -= part;
      }
      return { sizes, legs, stakeMinor, freeBet, cashOuts };
    }),
);

const histories = ['at once', 'corrected', 'rolled back', 'disordered'] as const;
type History = (typeof histories)[number];

/** The records on a leg's market that end in its state: results that were corrected or rolled back, a period of void bets, a cancelled match. */
function recordsOf({ status: last, deadHeat }: Leg, place: number, history: History): MarketEntry[] {
  const entry = (kind: MarketEntry['kind'], sequence: number, result?: SelectionResult): MarketEntry => ({
    marketId: `market ${place}`,
    sequence,
    source: 'feed',
    kind,
    outcomes: result ? { [`selection ${place}`]: result } : null,
    from: null,
    until: null,
  });
  const before = history === 'at once' ? [] : [entry('result', 1, last === 'lost' ? 'won' : 'lost')];
  const undone = history === 'rolled back' ? [entry('rollback', 2)] : [];
  if (last === 'open') return before.length > 0 ? [...before, entry('rollback', 3)] : [];
  if (last === 'void' && history === 'rolled back') return [...before, ...undone, entry('fixture_cancelled', 0)];
  if (last === 'void' && history === 'corrected') return [...before, entry('cancel', 0)];
  const final = entry('result', 3, deadHeat && canDeadHeat(last) ? { result: last, deadHeat } : last);
  return history === 'disordered' ? [final, ...before] : [...before, ...undone, final];
}

// ---- The comparison ----------------------------------------------------------------------------

/** The bet as the service keeps it. */
function keptOf({ sizes, legs, stakeMinor, freeBet, cashOuts }: Case) {
  const sum = (of: 'stakeMinor' | 'amountMinor') => cashOuts.reduce((total, part) => total + part[of], 0);
  const oddsMilli = legs.map((one) => one.oddsMilli);
  const terms = {
    stakeMinor,
    potentialPayoutMinor: potentialPayoutMinor({ stakeMinor, sizes, freeBet }, oddsMilli),
    sizes,
    freeBet,
  };
  return {
    ...terms,
    lines: linesOf(legs, sizes).length,
    closedStakeMinor: sum('stakeMinor'),
    cashedMinor: sum('amountMinor'),
    legs,
  };
}

const placedAt = new Date('2026-11-01T12:00:00Z');

/** The payout that the player reads on an open bet. */
function shownMinor(bet: Case): number {
  const read = {
    ...keptOf(bet),
    id: '',
    playerId: '',
    type: 'single',
    status: 'accepted',
    stake: 'taken',
    system: null,
    oddsMilli: 0,
    dueMinor: 0,
  } as const;
  const rest = {
    autoCashOutMinor: null,
    currency: 'USD',
    rejection: null,
    placedAt,
    acceptedAt: placedAt,
    settledAt: null,
  } as const;
  const place = { fixtureId: '', marketId: '', selectionId: '', fixture: '', market: '', selection: '' };
  return toBet({ ...read, ...rest, legs: bet.legs.map((one) => ({ ...place, ...one })) } as BetRow)
    .potentialPayoutMinor;
}

function recomputed(bet: Case, history: History): Outcome {
  const { closedStakeMinor: _closed, cashedMinor: _cashed, ...terms } = keptOf(bet);
  const legs = bet.legs.map(({ oddsMilli }, place) => ({
    oddsMilli,
    marketId: `market ${place}`,
    selectionId: `selection ${place}`,
  }));
  const moments = bet.cashOuts.map((part) => ({ kind: 'cashed_out' as const, ...part }));
  const entries = bet.legs.flatMap((one, place) => recordsOf(one, place, history));
  return recompute({ ...terms, placedAt, byHand: false, legs, moments }, entries);
}

it('pays what the rules promise, to the unit, in 20,000 cases', () => {
  const property = fc.property(bets, fc.constantFrom(...histories), (bet, history) => {
    const due = referenceOf(bet);
    expect(outcomeOf(keptOf(bet))).toEqual(due);
    expect(recomputed(bet, history)).toEqual(due);
    if (due.status !== 'accepted') return;
    const best = bet.legs.map((one): Leg => (one.status === 'open' ? { ...one, status: 'won' } : one));
    expect(shownMinor(bet)).toBe(referenceOf({ ...bet, legs: best }).dueMinor);
  });
  fc.assert(property, { numRuns: 20_000, seed: 20_261_128 });
});

test.each<[string, number, number[], number, number, number]>([
  ['2.68 left of 7.77 at 1.53', 777, [1_530], 509, 467, 877],
  ['5.87 left of 9.99 at 28.12', 999, [28_120], 412, 407, 169_13],
  ['half of a stake of 0.03 at 1.50', 3, [1_500], 1, 1, 4],
  ['a third of a treble', 1_000, [1_333, 1_333, 1_333], 667, 900, 900 + 788],
  ['an uncut payout just below the cap', 1_000_000, [49_999], 333_333, 100, 100 + 33_332_683],
  ['a payout cut at the cap', 1_000_000, [60_000], 333_333, 100, 100 + 33_333_350],
])(
  'pays the exact product of the open part: %s',
  (_what, stakeMinor, odds, closedStakeMinor, cashedMinor, dueMinor) => {
    const legs = odds.map((oddsMilli) => ({ oddsMilli, status: 'won' as const }));
    expect(settled(stakeMinor, legs, { closedStakeMinor, cashedMinor })).toEqual({ status: 'won', dueMinor });
  },
);
