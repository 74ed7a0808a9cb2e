/**
 * The part of a bet that is at risk, given the player's other bets on the same fixture that were open at the same time.
 * Pure. Markets on one quantity form a family: the winner or winning margin, the total, and each other market by itself. Selections of a family are sides of its quantity,
 * so an over and an under on different lines, or a draw-no-bet and a moneyline, are as opposite as two sides of one market.
 */
import { atRiskMinor, type PossibleReturn } from '@fairline/proto/at-risk';
import type { BetStatus } from '@fairline/proto/betting/bets';

/** One leg of an accepted bet. */
export interface BackedLeg {
  betId: string;
  /** Its fixture and family. */
  group: string;
  side: string;
  /** `above` wins if the quantity is above it, `below` if it is below it; null for a draw and for a selection that is not known any more. */
  threshold: number | null;
  isSingle: boolean;
  /** A void bet returns its stake whatever happens, so it covers nothing. */
  isVoid: boolean;
  /** The whole stake, also of a bet that was cashed out since; 0 for a free bet. */
  stakeMinor: number;
  /** What a single pays if it wins. */
  returnMinor: number;
  chance: number;
  placedAt: Date;
  /** Null while the bet is open. */
  settledAt: Date | null;
}

const directions: Readonly<Record<string, 'above' | 'below'>> = {
  home: 'above',
  over: 'above',
  yes: 'above',
  odd: 'above',
  away: 'below',
  under: 'below',
  no: 'below',
  even: 'below',
};

/** The side of a selection, and the value of the quantity from which it wins. Without a draw-no-bet, a draw loses a bet on either team. */
export function sideOf(
  type: string,
  lineQuarters: number | null,
  outcome: string,
): Pick<BackedLeg, 'side' | 'threshold'> {
  const side = directions[outcome] ?? outcome;
  if (side !== 'above' && side !== 'below') return { side, threshold: null };
  if (type === '1x2') return { side, threshold: side === 'above' ? 0.5 : -0.5 };
  // The line is signed for the home side, which wins by more than its negative.
  return { side, threshold: ((lineQuarters ?? 0) / 4) * (type === 'spread' ? -1 : 1) };
}

export interface AtRisk {
  atRiskMinor: number;
  /** Whether another bet of the player was on another side, so that a later change of either changes both. */
  isOpposed: boolean;
}

/**
 * The part of a bet's open stake that is at risk. Singles on a family share what all of them risk by their stakes. A bet of several legs counts nothing if another bet is on another
 * side of one of its families, because a few such bets could cover every outcome. The other bets count as placed: a losing bet that is sold for little has covered this one all the same.
 */
export function atRiskOf(betId: string, openMinor: number, legs: readonly BackedLeg[]): AtRisk {
  const own = legs.filter((leg) => leg.betId === betId);
  const together = own.flatMap((leg) =>
    legs.filter(
      (other) => other.betId !== betId && !other.isVoid && other.group === leg.group && wereOpenTogether(leg, other),
    ),
  );
  const isOpposed = together.some((other) => own.some((leg) => leg.group === other.group && leg.side !== other.side));
  const [only] = own;
  if (!only?.isSingle) return { atRiskMinor: isOpposed ? 0 : openMinor, isOpposed };
  const singles = [only, ...together.filter(({ isSingle }) => isSingle)];
  // The open part of the stake bears its share only. Of a free bet nothing was staked.
  const sharedMinor = Math.min(openMinor, only.stakeMinor);
  const totalMinor = singles.reduce((sum, leg) => sum + leg.stakeMinor, 0);
  const risked = BigInt(atRiskMinor(totalMinor, returnsOf(singles)));
  return { atRiskMinor: totalMinor === 0 ? 0 : Number((risked * BigInt(sharedMinor)) / BigInt(totalMinor)), isOpposed };
}

/** A leg as stored, of a bet with this status. */
export interface BackedRow extends Pick<BackedLeg, 'betId' | 'group' | 'isSingle' | 'placedAt' | 'settledAt'> {
  type: string;
  lineQuarters: number | null;
  outcome: string;
  isFreeBet: boolean;
  status: BetStatus;
  stakeMinor: number;
  oddsMilli: number;
  /** Null if an earlier release placed the bet. */
  chance: number | null;
}

/** The part of each bet that is at risk, from these legs. `now` has the statuses of bets that are about to change. */
export function risksOf(
  rows: readonly BackedRow[],
  now: ReadonlyMap<string, Pick<BackedRow, 'status' | 'settledAt'>> = new Map(),
): (betId: string, openMinor: number) => AtRisk {
  const legs = rows
    .map((row) => ({ ...row, ...now.get(row.betId) }))
    .map((row): BackedLeg => {
      const { isFreeBet, stakeMinor, oddsMilli } = row;
      const paidMinor = Math.floor((stakeMinor * oddsMilli) / 1_000);
      return {
        ...row,
        ...sideOf(row.type, row.lineQuarters, row.outcome),
        isVoid: row.status === 'void',
        stakeMinor: isFreeBet ? 0 : stakeMinor,
        returnMinor: isFreeBet ? paidMinor - stakeMinor : paidMinor,
        chance: row.chance ?? 1_000 / oddsMilli,
      };
    });
  const byGroup = Map.groupBy(legs, ({ group }) => group);
  const byBet = Map.groupBy(legs, ({ betId }) => betId);
  return (betId, openMinor) => {
    const groups = new Set((byBet.get(betId) ?? []).map(({ group }) => group));
    return atRiskOf(
      betId,
      openMinor,
      [...groups].flatMap((group) => byGroup.get(group) ?? []),
    );
  };
}

function wereOpenTogether(one: BackedLeg, other: BackedLeg): boolean {
  const wasOpenAt = ({ settledAt }: BackedLeg, { placedAt }: BackedLeg) => settledAt === null || placedAt < settledAt;
  return wasOpenAt(one, other) && wasOpenAt(other, one);
}

/** What singles on a family return for each side that may win, taking all on one side to win together, and for the rest of the outcomes, on which none wins. */
function returnsOf(singles: readonly BackedLeg[]): PossibleReturn[] {
  const sides = [...Map.groupBy(singles, ({ side }) => side).values()].map((legs) => ({
    chance: Math.max(...legs.map(({ chance }) => chance)),
    returnMinor: legs.reduce((sum, leg) => sum + leg.returnMinor, 0),
  }));
  const covered = sides.reduce((sum, { chance }) => sum + chance, 0);
  // Chances are those of each placement. If the sides leave nothing out, they are the shares of one whole, however far the chances moved in between.
  const whole = coversAll(singles) ? covered : Math.max(1, covered);
  return [
    ...sides.map(({ chance, returnMinor }) => ({ chance: chance / whole, returnMinor })),
    { chance: 1 - covered / whole, returnMinor: 0 },
  ];
}

function coversAll(legs: readonly BackedLeg[]): boolean {
  const thresholds = (side: string) =>
    legs.flatMap((leg) => (leg.side === side && leg.threshold !== null ? [leg.threshold] : []));
  const above = Math.min(...thresholds('above'));
  const below = Math.max(...thresholds('below'));
  return above <= below || (legs.some(({ side }) => side === 'draw') && above <= 0.5 && below >= -0.5);
}
