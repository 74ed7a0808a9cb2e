/** Requests to wallet. A sweep repeats the request to apply a permit until wallet replies. A request that a player waits for is refused `unavailable` on a timeout. */
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

/** Opens the wallet at once, for the first page. Without a reply, the event UserRegistered opens it a moment later. */
export async function openWallet(ctx: UsersContext, player: Player, welcomeBonus: boolean | undefined): Promise<void> {
  const { currency } = player;
  await readAnswer(
    ctx,
    ctx.bus.request(
      playerRequests.open,
      { ...accountPart(player), currency, book: bookOf(player), ...bonusChoice(welcomeBonus) },
      deadlineMs,
    ),
  );
}

/** The field is sent only if the player declined the welcome bonus. */
export const bonusChoice = (welcomeBonus: boolean | undefined) => (welcomeBonus === false ? { welcomeBonus } : {});

/** Requests wallet to apply the player's permit; returns the version that wallet now applies, or undefined without a reply. */
export async function restrict(ctx: UsersContext, player: Player): Promise<number | undefined> {
  return (
    await readAnswer(
      ctx,
      ctx.bus.request(playerRequests.restrict, { ...accountPart(player), part: 'account' }, deadlineMs),
    )
  )?.version;
}

/** Changes the play currency in wallet and returns the current one. Throws wallet's refusal, or `unavailable` without a reply. */
export async function askPlayCurrency(
  ctx: UsersContext,
  playerId: string,
  currency: PlayCurrencyCode,
): Promise<PlayCurrencyCode> {
  try {
    return (await ctx.bus.request(playerRequests.playCurrency, { playerId, currency }, deadlineMs)).currency;
  } catch (error) {
    throw error instanceof RequestTimeout ? new Refusal(common.unavailable) : error;
  }
}

/** Reads the play currency from wallet: the reply to opening a wallet that is already open. Undefined without a reply. */
export async function readPlayCurrency(ctx: UsersContext, player: Player): Promise<PlayCurrencyCode | undefined> {
  const { currency } = player;
  try {
    return (
      await ctx.bus.request(playerRequests.open, { ...accountPart(player), currency, book: bookOf(player) }, deadlineMs)
    ).currency;
  } catch (error) {
    if (error instanceof RequestTimeout) return undefined;
    throw error;
  }
}

/** Requests wallet to close the account under this version. A refusal if something is left; `unanswered` without a reply, or if wallet has a newer version. */
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
    if (!(error instanceof RequestTimeout))
      ctx.log.error({ error: (error as Error).message }, 'wallet refused what it must not refuse');
    return undefined;
  }
}
