/** Retention of personal data: closed accounts are erased after the configured years, and outdated rows are deleted. */

import { publish } from '@fairline/chassis/messaging/outbox';
import { userEvents } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { dayMs } from '@fairline/proto/time';
import { forEachPlayer } from '../users/commands.ts';
import { closeWallet } from '../users/peers.ts';
import { recordHistory } from '../users/store.ts';
import type { AccountContext } from './context.ts';
import { deleteExpired, erasePlayer, raiseErasingVersion, readErasable } from './store-retention.ts';

const yearMs = 365.25 * dayMs;

const erasedAtOnce = 100;

const retryErasingMs = dayMs;

/** Erases the personal fields of accounts that have been closed for the configured years. The ledger and the audit log contain ids only. */
export async function eraseClosedAccounts(ctx: AccountContext): Promise<void> {
  const now = ctx.clock.now().getTime();
  const [before, askedBefore] = [new Date(now - ctx.eraseAfterYears * yearMs), new Date(now - retryErasingMs)];
  await forEachPlayer(ctx, 'erase', await readErasable(ctx.db, before, askedBefore, erasedAtOnce), ({ id }) =>
    eraseOne(ctx, id),
  );
}

/** An account that an operator closed may still hold money, so its owner stays identifiable until wallet has closed it too. If wallet refuses, the request is repeated a day later. */
async function eraseOne(ctx: AccountContext, id: string): Promise<void> {
  const asking = await raiseErasingVersion(ctx.db, id, ctx.clock.now());
  if (!asking) return;
  const answer = await closeWallet(ctx, { ...asking, permitVersion: asking.version });
  if (answer !== 'closed') {
    ctx.count.unerased();
    ctx.log.warn(
      { playerId: id, why: answer instanceof Refusal ? answer.code : answer },
      'a closed account is not erased: wallet has not closed it',
    );
    return;
  }
  await ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const player = await erasePlayer(tx, id, now);
    if (!player) return;
    await publish(tx, userEvents.accountErased, id, player.version, { playerId: id });
    await recordHistory(tx, id, { kind: 'erased' }, now);
  });
}

/** Longer than the bus keeps an event, so that a repeated event still finds its mail. */
const keptAfterEndDays = 30;

/** Deletes rows that nobody can use any more, and rows older than the configured days. */
export async function deleteOutdated(ctx: AccountContext): Promise<void> {
  const before = (days: number) => new Date(ctx.clock.now().getTime() - days * dayMs);
  const { notices, devices, signIns, history } = ctx.keptDays;
  const until = {
    over: before(keptAfterEndDays),
    notices: before(notices),
    devices: before(devices),
    signIns: before(signIns),
    history: before(history),
  };
  while (await deleteExpired(ctx.db, until));
}
