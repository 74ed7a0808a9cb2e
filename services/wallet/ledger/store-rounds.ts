/** Queries of casino rounds and jackpot pools. A batch of steps is passed as array literals in one round trip; one row returns per step. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import type { Infer } from '@fairline/proto/contract';
import { catalogue, jackpotRules } from '@fairline/proto/games/catalogue';
import type { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import { literal, oneRow, playCurrency, refusalParams } from '../columns.ts';
import { identityFirst } from '../limits.ts';

export type StepAsk = Infer<typeof ledgerRequests.play.input>;

/** Code `won`: the step must still be paid the jackpot. `currency` is null if the player is unknown. */
const stepAnswer = {
  roundId: uuid,
  playerId: uuid,
  code: text,
  currency: nullable(playCurrency),
  bonusMinor: nullable(integer),
  jackpotMinor: nullable(integer),
  params: refusalParams,
};
export type StepAnswer = Row<typeof stepAnswer>;

/** Plays steps of rounds. A step that wins the jackpot must be the last, and the caller then runs `payJackpot` in the same transaction. `trace` is stored with the events. */
export function playRounds(db: Queries, at: Date, asks: readonly StepAsk[], trace?: string): Promise<StepAnswer[]> {
  return db.rows(
    stepAnswer,
    `select round_id as "roundId", player_id as "playerId", code, currency, bonus_minor as "bonusMinor", jackpot_minor as "jackpotMinor", params
     from play_rounds($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      at,
      literal(asks, ({ roundId }) => roundId),
      literal(asks, ({ step }) => step),
      literal(asks, ({ playerId }) => playerId),
      literal(asks, ({ gameId }) => gameId),
      literal(asks, ({ stakeMinor }) => stakeMinor),
      literal(asks, ({ payoutMinor }) => payoutMinor),
      literal(asks, ({ closes }) => String(closes)),
      literal(asks, ({ jackpot }) => (jackpot ? String(jackpot.wins) : undefined)),
      limitsByLevel.unverified.maxBetMinor,
      limitsByLevel.verified.maxBetMinor,
      jackpotRules.seedMinor,
      jackpotRules.contributionPercent,
      trace ?? null,
      literal(asks, ({ gameId }) => catalogue[gameId].category),
      identityFirst,
    ],
  );
}

/** Pays the pool to a round and returns the amount. */
export async function payJackpot(tx: Tx, at: Date, roundId: string): Promise<number> {
  const { paidMinor } = await oneRow(tx, { paidMinor: integer }, 'select pay_jackpot($1, $2, $3) as "paidMinor"', [
    at,
    roundId,
    jackpotRules.seedMinor,
  ]);
  return paidMinor;
}

const voidAnswer = { code: oneOf(['void', 'not_found', 'stopped']), movedMinor: integer };

export function voidRound(tx: Tx, at: Date, roundId: string, playerId: string): Promise<Row<typeof voidAnswer>> {
  return oneRow(tx, voidAnswer, 'select code, moved_minor as "movedMinor" from void_round($1, $2, $3)', [
    at,
    roundId,
    playerId,
  ]);
}

const roundRow = {
  roundId: uuid,
  status: oneOf(['open', 'closed', 'void', 'refused']),
  step: integer,
  stakedMinor: integer,
  paidMinor: integer,
  jackpotMinor: integer,
};

export function roundsOf(db: Queries, ids: readonly string[]): Promise<Row<typeof roundRow>[]> {
  return db.rows(
    roundRow,
    `select round_id as "roundId", status, last_step(steps) as step, staked_minor as "stakedMinor", paid_minor as "paidMinor", jackpot_minor as "jackpotMinor"
     from rounds where round_id = any ($1)`,
    [ids],
  );
}

const poolRow = { currency: playCurrency, amountMinor: integer, contributedMinor: integer };

/** The pools of real money that have an amount. */
export function poolsOf(db: Queries): Promise<Row<typeof poolRow>[]> {
  return db.rows(
    poolRow,
    `select currency, amount_minor as "amountMinor", contributed_minor as "contributedMinor" from jackpots where book = 'real' and amount_minor > 0`,
  );
}
