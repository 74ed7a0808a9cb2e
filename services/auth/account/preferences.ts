/** The preferences of a player. Wallet owns the play currency; auth keeps a copy, and reads it again whenever it may differ. */
import { publish } from '@fairline/chassis/messaging/outbox';
import { only } from '@fairline/chassis/storage/rows';
import { accountEvents, defaultPreferences, type Preferences } from '@fairline/proto/auth/account';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { forEachPlayer } from '../users/commands.ts';
import { askPlayCurrency, readPlayCurrency } from '../users/peers.ts';
import { lockPlayer } from '../users/store.ts';
import type { Player } from '../users/user.ts';
import type { AccountContext } from './context.ts';
import { readAccount } from './profile.ts';
import {
  copyCurrency,
  markCurrencyRequested,
  type ProfileDetails,
  readDetails,
  readRequestedCurrencies,
  updatePreferences,
  type WalletCurrency,
} from './store.ts';

export async function readPreferences(ctx: AccountContext, playerId: string): Promise<Preferences> {
  const { player, details } = await readAccount(ctx, playerId);
  return preferencesOf(player, details);
}

/** Sets all preferences. The play currency is requested from wallet first; if wallet refuses, nothing is set. Consent to marketing stays off during an exclusion. */
export async function setPreferences(ctx: AccountContext, playerId: string, wanted: Preferences): Promise<Preferences> {
  const { player, details: before } = await readAccount(ctx, playerId);
  const answer =
    player.currency !== wanted.currency || before.currencyAskedAt
      ? await changeCurrency(ctx, playerId, wanted.currency)
      : undefined;
  await ctx.db.tx(async (tx) => {
    await lockPlayer(tx, playerId);
    // Read under the lock, because the player may be excluded while wallet answers.
    const details = only(await readDetails(tx, playerId));
    if (answer) await copyCurrency(tx, playerId, answer);
    const isExcluded = details.excludedUntil !== null && details.excludedUntil > ctx.clock.now();
    const notifications = { ...wanted.notifications, marketing: wanted.notifications.marketing && !isExcluded };
    const after = await updatePreferences(tx, playerId, { ...wanted, notifications });
    await publish(tx, accountEvents.profileUpdated, playerId, after.version, { playerId, fields: ['preferences'] });
  });
  return readPreferences(ctx, playerId);
}

/** Stores that a request to wallet is made, then makes it. If the reply is lost, or another request ran at the same time, the sweep reads wallet's value again. */
async function changeCurrency(
  ctx: AccountContext,
  playerId: string,
  wanted: PlayCurrencyCode,
): Promise<WalletCurrency> {
  const asked = await markCurrencyRequested(ctx.db, playerId, ctx.clock.now());
  const currency = await askPlayCurrency(ctx, playerId, wanted);
  return { currency, askedAt: asked.askedAt, certain: asked.alone };
}

/** Longer than the timeout of a request: an older request is either done or lost. */
const answeredWithinMs = 10_000;

const currenciesAtOnce = 20;

/** Reads play currencies from wallet again for players whose copy here may differ. */
export async function readCurrencies(ctx: AccountContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - answeredWithinMs);
  await forEachPlayer(
    ctx,
    'currency',
    await readRequestedCurrencies(ctx.db, before, currenciesAtOnce),
    async ({ currencyAskedAt: askedAt, ...player }) => {
      const currency = await readPlayCurrency(ctx, player);
      if (!currency) return;
      await ctx.db.tx(async (tx) => {
        const after = await copyCurrency(tx, player.id, { currency, askedAt, certain: true });
        if (currency !== player.currency)
          await publish(tx, accountEvents.profileUpdated, player.id, after.version, {
            playerId: player.id,
            fields: ['preferences'],
          });
      });
    },
  );
}

function preferencesOf(
  { currency, language }: Player,
  { preferences: kept, marketingOptIn }: ProfileDetails,
): Preferences {
  const { notifications, privacy, oddsFormat, timezone } = defaultPreferences;
  return {
    oddsFormat: kept.oddsFormat ?? oddsFormat,
    timezone: kept.timezone ?? timezone,
    currency,
    language: language === 'es' ? 'es' : 'en',
    notifications: {
      email: kept.notifications?.email ?? notifications.email,
      deposits: kept.notifications?.deposits ?? notifications.deposits,
      withdrawals: kept.notifications?.withdrawals ?? notifications.withdrawals,
      lowBalance: kept.notifications?.lowBalance ?? notifications.lowBalance,
      signIns: kept.notifications?.signIns ?? notifications.signIns,
      promotions: kept.notifications?.promotions ?? notifications.promotions,
      marketing: marketingOptIn,
    },
    privacy: { showOnlineStatus: kept.privacy?.showOnlineStatus ?? privacy.showOnlineStatus },
  };
}
