/** Requests to wallet. A request that binds money is repeated until wallet answers; one that a player waits for is refused as unavailable when wallet times out. */
import { RequestTimeout } from '@fairline/chassis/messaging/bus';
import { common, Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { playerRequests } from '@fairline/proto/wallet/players';
import type { UsersContext } from './context.ts';
import { bookOf, type Player } from './user.ts';

const deadlineMs = 2_000;

function accountPart({ id, permitVersion, status, level, jurisdiction }: Player) {
  return { playerId: id, version: permitVersion, status, level, jurisdiction };
}

/** Opens the wallet at once, for the first page. Without an answer the event UserRegistered opens it a moment later. */
export async function openWallet(ctx: UsersContext, player: Player): Promise<void> {
  const { currency } = player;
  await readAnswer(ctx, ctx.bus.request(playerRequests.open, { ...accountPart(player), currency, book: bookOf(player) }, deadlineMs));
}

/** Has wallet bind money by the account as it now stands; the version it obeys from now on, undefined without an answer. */
export async function restrict(ctx: UsersContext, player: Player): Promise<number | undefined> {
  return (await readAnswer(ctx, ctx.bus.request(playerRequests.restrict, { ...accountPart(player), part: 'account' }, deadlineMs)))?.version;
}

/** Changes the play currency at wallet and answers what it is now; refuses as wallet does, and with `unavailable` where it does not answer. */
export async function askPlayCurrency(ctx: UsersContext, playerId: string, currency: PlayCurrencyCode): Promise<PlayCurrencyCode> {
  try {
    return (await ctx.bus.request(playerRequests.playCurrency, { playerId, currency }, deadlineMs)).currency;
  } catch (error) {
    throw error instanceof RequestTimeout ? new Refusal(common.unavailable) : error;
  }
}

/** The play currency as wallet has it, which opening a wallet that is open answers; undefined without an answer. */
export async function readPlayCurrency(ctx: UsersContext, player: Player): Promise<PlayCurrencyCode | undefined> {
  const { currency } = player;
  try {
    return (await ctx.bus.request(playerRequests.open, { ...accountPart(player), currency, book: bookOf(player) }, deadlineMs)).currency;
  } catch (error) {
    if (error instanceof RequestTimeout) return undefined;
    throw error;
  }
}

/** Whether wallet has closed the account under this very version: a refusal if something is left, `unanswered` if it did not answer or has a newer version. */
export async function closeWallet(ctx: UsersContext, player: Player): Promise<'closed' | 'unanswered' | Refusal> {
  try {
    const { version } = await ctx.bus.request(playerRequests.close, accountPart(player), deadlineMs);
    return version === player.permitVersion ? 'closed' : 'unanswered';
  } catch (error) {
    if (error instanceof RequestTimeout) return 'unanswered';
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function readAnswer<T>(ctx: UsersContext, asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof RequestTimeout)) ctx.log.error({ error: (error as Error).message }, 'wallet refused what it must not refuse');
    return undefined;
  }
}
