/** Reads rounds: the list of a player, a single round with the rules of its version, and the answer to a repeated call. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import type { Play } from '@fairline/games/game';
import type { GameRules } from '@fairline/proto/casino/games';
import type { Round, roundRoutes } from '@fairline/proto/casino/rounds';
import { common, Id, type Infer, pageSize, Refusal } from '@fairline/proto/contract';
import type { HandAction } from '@fairline/proto/games/blackjack';
import { serverSeedOf } from '../fairness/seed.ts';
import type { RoundContext } from './context.ts';
import { KeptRefusal, playOut, refusalOf, type Source, stepTimeoutMs, toRound } from './round.ts';
import type { StoredRound } from './store.ts';
import { type RoundFilter, roundById, roundsOf } from './store-reads.ts';

/** Plays a round with these actions from its seed, which is derived from the service's key. */
export function drawRound(
  { catalogue, seedKey }: Pick<RoundContext, 'catalogue' | 'seedKey'>,
  source: Source,
  actions: readonly HandAction[],
): Play<unknown> {
  return playOut(
    catalogue.version(source.gameId, source.version),
    serverSeedOf(seedKey, source.seedId),
    source,
    actions,
  );
}

/** A round may be shown once its stake was taken. */
function isShown(row: StoredRound): row is StoredRound & { status: Round['status']; currency: Round['currency'] } {
  return row.status !== 'refused' && row.currency !== null;
}

/** The round in its current state, without the hidden cards of an open hand. */
export function readRound(context: RoundContext, row: StoredRound): Round {
  if (!isShown(row)) throw new Refusal(common.notFound);
  const outcome = row.status === 'open' ? drawRound(context, row, row.actions).outcome : row.outcome;
  const payoutMinor = row.status === 'void' ? row.stakeMinor : row.payoutMinor;
  return toRound(row, { ...row, payoutMinor, outcome }, row);
}

export async function oneRound(
  context: RoundContext,
  playerId: string,
  id: string,
): Promise<Infer<typeof roundRoutes.round.reply>> {
  const row = await roundById(context.db, id);
  if (row?.playerId !== playerId) throw new Refusal(common.notFound);
  return {
    ...readRound(context, row),
    rules: context.catalogue.version(row.gameId, row.version).rules as Infer<typeof GameRules>,
  };
}

export async function listRounds(
  context: RoundContext,
  playerId: string,
  { cursor, ...filter }: RoundFilter & { cursor?: string | undefined },
): Promise<Infer<typeof roundRoutes.rounds.reply>> {
  const rows = await roundsOf(context.db, playerId, filter, readCursor(Id, cursor), pageSize + 1);
  return page(
    rows,
    ({ id }) => id,
    (row) => readRound(context, row),
  );
}

const lookAgainMs = 50;

/** The answer to a repeated call: the refusal of its step, or the round in its current state. Waits briefly while a wallet request is pending. */
export async function repeatedCall(
  context: RoundContext,
  playerId: string,
  { round, step = 0 }: { round: string; step?: number },
): Promise<Round> {
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    const row = await roundById(context.db, round);
    if (row?.playerId !== playerId) throw new Refusal(common.notFound);
    const refused = KeptRefusal.safeParse(row.refusals[step]);
    if (refused.success) throw refusalOf(refused.data);
    if (row.askedStep === null && isShown(row)) return readRound(context, row);
    if (row.askedStep === null || waitedMs >= stepTimeoutMs) throw new Refusal(common.busy, { retryAfterSeconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
