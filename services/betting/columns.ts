/** Columns that rows of several subjects share, and the small JSON shapes that the database keeps or builds. */
import {
  bool,
  instant,
  integer,
  integers,
  json,
  nullable,
  oneOf,
  type Row,
  uuid,
} from '@fairline/chassis/storage/rows';
import { betStatuses, LegStatus } from '@fairline/proto/betting/bets';
import { DeadHeat, LegResult } from '@fairline/proto/feed';
import { z } from 'zod';

export const bookKinds = ['real', 'play'] as const;
export const stakeStates = ['asked', 'taken', 'refused'] as const;
export const marketFeedStatuses = ['active', 'suspended', 'deactivated'] as const;

export const idRow = { id: uuid };

export const betKeyRow = { playerId: uuid, id: uuid };
export type BetKey = Row<typeof betKeyRow>;

/** The columns of a bet that settlement needs, without its legs. */
export const openBetRow = {
  ...betKeyRow,
  status: oneOf(betStatuses),
  stakeMinor: integer,
  potentialPayoutMinor: integer,
  sizes: integers,
  lines: integer,
  freeBet: bool,
  closedStakeMinor: integer,
  cashedMinor: integer,
  dueMinor: integer,
  placedAt: instant,
  byHand: bool,
};
export type OpenBet = Row<typeof openBetRow>;

/** The result of one selection; a dead-heat winner also has its share. */
const SelectionResult = z.union([LegResult, z.object({ result: LegResult, deadHeat: DeadHeat })]);
export const outcomes = nullable(json(z.record(z.string(), SelectionResult)));
export const deadHeat = nullable(json(DeadHeat));

/** The fields of a leg that settlement needs. */
export const SettledLegJson = z.object({
  marketId: z.string(),
  selectionId: z.string(),
  oddsMilli: z.number(),
  status: LegStatus,
  deadHeat: DeadHeat.nullable(),
});

export const NamedJson = z.object({ id: z.string(), name: z.string() });

/** The feed's status of a market. */
export const feedStatus = oneOf(marketFeedStatuses);
