/** The decided bets and casino rounds of a platform, by the events that promotions consumes. */
import { promotionRules } from '@fairline/proto/promotions/offers';
import type pg from 'pg';
import type { Platform } from '../../local/platform/platform.ts';
import { eventually } from '../client.ts';
import { connectDatabase, reader } from '../databases.ts';

export interface Counted {
  id: string;
  playerId: string;
  /** Of the newest event, like all but `countedAt`. */
  version: number;
  stake: number;
  /** The part of the stake that earns points. */
  atRisk: number;
  /** What counts towards a bonus at once. */
  counted: number;
  /** The same by each event, by its version: an ended bonus counts what was known before its end. */
  countedAt: ReadonlyMap<number, number>;
  placedAt: number;
  freeBetClaimId?: string;
}

type Bet = {
  playerId: string;
  status: string;
  stakeMinor: number;
  wager: { placedAt: string; oddsMilli: number; freeBetClaimId?: string; atRiskMinor?: number };
};
type Round = { playerId: string; status: string; wagerMinor: number; createdAt: string; atRiskMinor?: number };
type Part = Omit<Counted, 'id' | 'version' | 'countedAt'>;

/** Every decided bet and round, by the events that betting and casino published about it. Waits until betting has counted what was at risk. */
export async function stakesOf(platform: Platform): Promise<Counted[]> {
  const [betting, casino] = [await connectDatabase(platform, 'betting'), await connectDatabase(platform, 'casino')];
  try {
    await eventually(
      () => reader(betting)('select from due_recounts'),
      ({ length }) => length === 0,
      60_000,
    );
    return [
      ...(await eventsOf(betting, 'Bet(Settled|Voided|Resettled|AtRiskChanged)', partOfBet)),
      ...(await eventsOf(casino, 'RoundSettled', partOfRound)),
    ];
  } finally {
    await Promise.all([betting.end(), casino.end()]);
  }
}

async function eventsOf<T>(db: pg.Client, types: string, partOf: (data: T) => Part): Promise<Counted[]> {
  const events = await reader(db)<{ id: string; version: number; data: T }>(
    `select subject as id, version::int, data from outbox where type ~ '${types}' and data ->> 'book' = 'real' order by subject, version`,
  );
  return [...Map.groupBy(events, ({ id }) => id)].map(([id, versions]) => {
    const newest = versions.at(-1) as (typeof versions)[number];
    return {
      id,
      version: newest.version,
      ...partOf(newest.data),
      countedAt: new Map(versions.map(({ version, data }) => [version, partOf(data).counted])),
    };
  });
}

function partOfBet({
  playerId,
  status,
  stakeMinor,
  wager: { placedAt, oddsMilli, freeBetClaimId, atRiskMinor = stakeMinor },
}: Bet): Part {
  const stake = ['won', 'lost', 'half_won', 'half_lost'].includes(status) ? stakeMinor : 0;
  const atRisk = Math.min(stake, atRiskMinor);
  const isCounted = freeBetClaimId === undefined && oddsMilli >= promotionRules.minOddsMilli;
  const counted = isCounted ? Math.min(atRisk, promotionRules.maxStakeMinor) : 0;
  return {
    playerId,
    stake,
    atRisk,
    counted,
    placedAt: Date.parse(placedAt),
    ...(freeBetClaimId && { freeBetClaimId }),
  };
}

function partOfRound({ playerId, status, wagerMinor, createdAt, atRiskMinor = wagerMinor }: Round): Part {
  const stake = status === 'settled' ? wagerMinor : 0;
  const atRisk = Math.min(stake, atRiskMinor);
  return {
    playerId,
    stake,
    atRisk,
    counted: Math.min(atRisk, promotionRules.maxStakeMinor),
    placedAt: Date.parse(createdAt),
  };
}

/** The claims whose free bet was staked on a bet that was won or lost. After a void bet the free bet can be used again. */
export const freeBetsOf = (stakes: readonly Counted[]) =>
  new Set(stakes.filter(({ stake }) => stake > 0).flatMap(({ freeBetClaimId }) => freeBetClaimId ?? []));
