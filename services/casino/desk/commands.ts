/**
 * Use cases of operators on games. A game is activated or paused at once; a new RTP always needs a second operator, who publishes it as a new version.
 * Rounds in progress keep the version they began with.
 */

import { randomUUIDv7 } from 'node:crypto';
import { checkSecondOperator, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Act } from '@fairline/chassis/http/operator-act';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { casinoDeskEvents, casinoDeskRefusals, type GameChange } from '@fairline/proto/casino/desk';
import { common, Refusal } from '@fairline/proto/contract';
import type { GameId } from '@fairline/proto/games/catalogue';
import { fieldMessages } from '@fairline/proto/texts';
import type { GameState } from '../catalogue/catalogue.ts';
import { readCatalogue } from '../catalogue/commands.ts';
import type { CasinoContext } from '../catalogue/context.ts';
import { activateGame, lockGame, pauseGame, publishNext } from '../catalogue/store.ts';
import { restartWatch } from '../monitor/store.ts';
import { recordAction, recordActionOnUnversioned } from '../operator.ts';
import { type Change, solveReturn, toGameChange } from './change.ts';
import * as store from './store.ts';

/** Activates or pauses a game, or requests a new return. Returns the id of the request, if there is one. */
export async function changeGame(
  context: CasinoContext,
  id: GameId,
  wanted: { active?: boolean | undefined; rtp?: number | undefined },
  act: Act,
): Promise<string | undefined> {
  refuseCardNumber(act.reason);
  const { active, rtp } = wanted;
  if (active === undefined && rtp === undefined)
    throw new Refusal(common.invalidRequest, undefined, { active: fieldMessages.gameUnchanged });
  const before = context.catalogue.game(id) ?? notFound();
  // Solving takes a while, so it is done before the transaction.
  const solved = rtp === undefined ? undefined : solveReturn(context.catalogue.version(id, before.version), rtp);
  const changeId = await context.db.tx(async (tx) => {
    const game = (await lockGame(tx, id)) ?? notFound();
    const at = context.clock.now();
    if (active !== undefined && active !== game.active) await setActive(tx, game, active, act, at);
    if (!solved) return undefined;
    if (game.version !== solved.fromVersion) throw new Refusal(casinoDeskRefusals.changeWaits);
    return requestReturn(tx, game, solved, act, at);
  });
  await readCatalogue(context);
  return changeId;
}

/** Activates or pauses a locked game. Activating it after its results left their range restarts its watch. */
async function setActive(
  tx: Tx,
  { id, version, active: was, pausedBy, pausedReason }: GameState,
  active: boolean,
  act: Act,
  at: Date,
): Promise<void> {
  if (active) {
    await activateGame(tx, id);
    await restartWatch(tx, id, version, at);
  } else await pauseGame(tx, id, 'operator', act.reason, at);
  await publish(tx, casinoDeskEvents.gameChanged, randomUUIDv7(), 1, { gameId: id, version, active });
  await recordActionOnUnversioned(tx, act, {
    action: active ? 'game.activate' : 'game.pause',
    resourceType: 'game',
    resourceId: id,
    before: { active: was, ...(pausedBy && { pausedBy, pausedReason }) },
    after: { active },
  });
}

async function requestReturn(
  tx: Tx,
  game: GameState,
  solved: ReturnType<typeof solveReturn>,
  act: Act,
  at: Date,
): Promise<string> {
  const id = randomUUIDv7();
  await store.insertChange(tx, {
    id,
    gameId: game.id,
    ...solved,
    reason: act.reason,
    requester: requesterOf(act.operator),
    requestedAt: at,
  });
  await publish(tx, casinoDeskEvents.gameChanged, randomUUIDv7(), 1, {
    gameId: game.id,
    version: game.version,
    active: game.active,
  });
  const { fromVersion, fromRtp, rtp, solvedRtp } = solved;
  await recordAction(tx, act, 1, {
    action: 'game.rtp.request',
    resourceType: 'game_change',
    resourceId: id,
    before: { gameId: game.id, version: fromVersion, rtp: fromRtp },
    after: { gameId: game.id, rtp, solvedRtp },
  });
  return id;
}

/** Approval by the second operator publishes the version, which is the current one from then on. A repeated approval changes nothing. */
export async function approveChange(context: CasinoContext, id: string, by: Omit<Act, 'reason'>): Promise<GameChange> {
  const approved = await context.db.tx(async (tx) => {
    const { change, game } = await lockWithGame(tx, id);
    if (change.status === 'approved' && change.decidedBy === by.operator.id) return change;
    if (change.status !== 'pending') throw new Refusal(casinoDeskRefusals.alreadyDecided);
    const at = context.clock.now();
    checkSecondOperator(by.operator, change.requester, change.requestedAt, at);
    return publishChange(tx, change, game, { ...by, reason: change.reason }, at);
  });
  await readCatalogue(context);
  return toGameChange(approved, by.operator, context.clock.now());
}

/** A game has one pending request at a time, so its current version is the newest. */
async function publishChange(tx: Tx, change: Change, game: GameState, act: Act, at: Date): Promise<Change> {
  const { gameId, rules, solvedRtp, parSheet, rtp, fromVersion, fromRtp } = change;
  const version = game.version + 1;
  await publishNext(tx, {
    gameId,
    version,
    rules,
    rtp: solvedRtp,
    parSheet,
    publishedAt: at,
    publishedBy: act.operator.id,
  });
  const approved = await store.decideChange(tx, change, {
    status: 'approved',
    operatorId: act.operator.id,
    at,
    version,
  });
  await publish(tx, casinoDeskEvents.gameChanged, randomUUIDv7(), 1, { gameId, version, active: game.active });
  await recordAction(tx, act, 2, {
    action: 'game.rtp.approve',
    resourceType: 'game_change',
    resourceId: change.id,
    before: { gameId, version: fromVersion, rtp: fromRtp },
    after: { gameId, version, rtp, solvedRtp },
  });
  return approved;
}

/** Rejects a request. Any operator may, including the one who requested it. */
export async function rejectChange(context: CasinoContext, id: string, act: Act): Promise<GameChange> {
  refuseCardNumber(act.reason);
  const rejected = await context.db.tx(async (tx) => {
    const { change, game } = await lockWithGame(tx, id);
    if (change.status === 'rejected' && change.decidedBy === act.operator.id) return change;
    if (change.status !== 'pending') throw new Refusal(casinoDeskRefusals.alreadyDecided);
    const at = context.clock.now();
    const closed = await store.decideChange(tx, change, {
      status: 'rejected',
      operatorId: act.operator.id,
      at,
      rejectionReason: act.reason,
    });
    await publish(tx, casinoDeskEvents.gameChanged, randomUUIDv7(), 1, {
      gameId: game.id,
      version: game.version,
      active: game.active,
    });
    await recordAction(tx, act, 2, {
      action: 'game.rtp.reject',
      resourceType: 'game_change',
      resourceId: id,
      before: { status: 'pending' },
      after: { status: 'rejected', gameId: change.gameId, rtp: change.rtp },
    });
    return closed;
  });
  return toGameChange(rejected, act.operator, context.clock.now());
}

/** Locks the game before the request. A new request locks in the same order. */
async function lockWithGame(tx: Tx, changeId: string): Promise<{ change: Change; game: GameState }> {
  const gameId = (await store.gameOfChange(tx, changeId)) ?? notFound();
  const game = (await lockGame(tx, gameId)) ?? notFound();
  return { game, change: (await store.lockChange(tx, changeId)) ?? notFound() };
}

function notFound(): never {
  throw new Refusal(common.notFound);
}
