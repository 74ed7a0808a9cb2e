/**
 * Queries of stakes and payouts. A batch is passed as array literals in one round trip; one row returns per item.
 */

import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import type { Infer } from '@fairline/proto/contract';
import type { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import { literal, refusalParams } from '../columns.ts';
import { identityFirst } from '../limits.ts';

export type StakeAsk = Infer<typeof ledgerRequests.stake.input>;

/** `bonusMinor` is the part of a stake that bonus money paid; null if the stake was not taken. */
const stakeAnswer = { betId: uuid, playerId: uuid, code: text, bonusMinor: nullable(integer), params: refusalParams };
export type StakeAnswer = Row<typeof stakeAnswer>;

/** Takes a batch of stakes. `trace` is stored with the events of the batch. */
export function takeStakes(db: Queries, at: Date, asks: readonly StakeAsk[], trace?: string): Promise<StakeAnswer[]> {
  return db.rows(
    stakeAnswer,
    `select bet_id as "betId", player_id as "playerId", code, bonus_minor as "bonusMinor", params from take_stakes($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      at,
      literal(asks, ({ betId }) => betId),
      literal(asks, ({ playerId }) => playerId),
      literal(asks, ({ currency }) => currency),
      literal(asks, ({ stakeMinor }) => stakeMinor),
      literal(asks, ({ potentialPayoutMinor }) => potentialPayoutMinor),
      literal(asks, ({ freeBetClaimId }) => freeBetClaimId),
      limitsByLevel.unverified.maxBetMinor,
      limitsByLevel.verified.maxBetMinor,
      trace ?? null,
      literal(asks, ({ oddsMilli }) => oddsMilli),
      identityFirst,
    ],
  );
}

export interface Due {
  betId: string;
  playerId: string;
  currency: string;
  version: number;
  dueMinor: number;
  /** The five outcomes of sql/payouts.sql. `open`: a result was taken back. `sold` and `sold_in_part`: a cash-out, so that histories do not list it as winnings. */
  outcome: 'returned' | 'settled' | 'open' | 'sold' | 'sold_in_part';
  /** The part of the stake that was cashed out so far; undefined in events of earlier releases, which did not carry it. */
  closedStakeMinor?: number | undefined;
}

const payoutAnswer = { place: integer, code: text };

/** `place` counts from 1 in the order of the items. */
export function postPayouts(db: Queries, at: Date, dues: readonly Due[]): Promise<Row<typeof payoutAnswer>[]> {
  return db.rows(payoutAnswer, 'select place, code from post_payouts($1, $2, $3, $4, $5, $6, $7, $8)', [
    at,
    literal(dues, ({ betId }) => betId),
    literal(dues, ({ playerId }) => playerId),
    literal(dues, ({ currency }) => currency),
    literal(dues, ({ version }) => version),
    literal(dues, ({ dueMinor }) => dueMinor),
    literal(dues, ({ outcome }) => outcome),
    literal(dues, ({ closedStakeMinor }) => closedStakeMinor),
  ]);
}

const stakeRow = {
  betId: uuid,
  status: oneOf(['taken', 'refused', 'tombstone']),
  amountMinor: integer,
  paidMinor: integer,
  version: integer,
};

export function stakesOf(
  db: Queries,
  ids: readonly string[],
): Promise<Infer<typeof ledgerRequests.stakesOf.output>['stakes']> {
  return db.rows(
    stakeRow,
    `select bet_id as "betId", status, amount_minor as "amountMinor", paid_minor as "paidMinor", version from stakes where bet_id = any ($1)`,
    [ids],
  );
}

/** Locks the player, so that later reads see the last change. */
export async function lockPlayer(tx: Tx, playerId: string): Promise<void> {
  await tx.run('select lock_player($1)', [playerId]);
}
