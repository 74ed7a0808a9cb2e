/**
 * Use cases of a player's accounts: open, restrict, change the play currency, close, erase.
 * Each is one transaction; a refused one changes nothing.
 */

import { DeadLetter } from '@fairline/chassis/messaging/inbox';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { playerRefusals, type playerRequests, type playerRoutes } from '@fairline/proto/wallet/players';
import { playMoneyMinor, testWinMinor } from '@fairline/proto/wallet/rules';
import type { Wallet } from '../config.ts';
import { lockPlayer } from '../ledger/store.ts';
import { refusalOf } from '../refusals.ts';
import * as store from './store.ts';
import { declineWelcome, lockWelcome } from './store-welcome.ts';
import { paysOnConfirmation, settleOpened } from './welcome.ts';

/**
 * Opens a player's account and pays their first money, once: a repeat with any body moves no money.
 * Outside demo mode the welcome bonus is paid when the address is confirmed. The confirmation may arrive first. A player who declined it gets none.
 */
export async function openPlayer(
  wallet: Wallet,
  tx: Tx,
  opening: store.Opening,
): Promise<Infer<typeof playerRequests.open.output>> {
  const { playerId, book, currency } = opening;
  const isDeclined = book === 'real' && opening.welcomeBonus === false;
  const isLater = book === 'real' && paysOnConfirmation(wallet);
  if (isLater) await lockWelcome(tx);
  const gift: store.Gift =
    book === 'play'
      ? { amountMinor: playMoneyMinor, kind: 'opening', account: 'play_money' }
      : {
          amountMinor: isLater || isDeclined ? 0 : wallet.welcomeBonusMinor,
          kind: 'welcome',
          account: 'bonus_expense',
        };
  const answer = await store.openPlayer(tx, wallet.clock.now(), opening, gift);
  if (answer.opened && gift.kind === 'welcome' && gift.amountMinor > 0) {
    await publish(tx, grantEvents.bonusGranted, playerId, 1, {
      playerId,
      currency,
      amountMinor: gift.amountMinor,
      book,
    });
  }
  if (isDeclined && wallet.welcomeBonusMinor > 0)
    await declineWelcome(tx, wallet.clock.now(), playerId, wallet.welcomeBonusMinor);
  else if (answer.opened && isLater) await settleOpened(wallet, tx, playerId);
  tx.wakeRelay();
  return { playerId, currency: answer.currency };
}

/** Posts a test win of play money. Only in demo mode, and only for the player of the play book. */
export async function giveTestWin(
  wallet: Wallet,
  tx: Tx,
  playerId: string,
): Promise<Infer<typeof playerRoutes.testWin.reply>> {
  if (!wallet.demo) throw new Refusal(common.notFound);
  const at = wallet.clock.now();
  const { code, status, currency } = await store.postTestWin(tx, at, playerId, testWinMinor);
  if (code !== 'posted' || currency === null) throw refusalOf(code, { status }, { currency: currency ?? 'USD', at });
  tx.wakeRelay();
  return { amountMinor: testWinMinor, currency };
}

/** Writes a part of the permit. It applies to every transaction after this commit; a stake taken before stays taken. */
export async function restrictPlayer(
  tx: Tx,
  restriction: Infer<typeof playerRequests.restrict.input>,
): Promise<Infer<typeof playerRequests.restrict.output>> {
  const version =
    restriction.part === 'account'
      ? await store.restrictAccount(tx, restriction)
      : await store.restrictPlay(tx, restriction);
  return { playerId: restriction.playerId, version };
}

/** Changes the play currency and converts the welcome bonus, as long as no other money has moved. */
export async function changePlayCurrency(
  wallet: Wallet,
  tx: Tx,
  { playerId, currency }: Infer<typeof playerRequests.playCurrency.input>,
): Promise<Infer<typeof playerRequests.playCurrency.output>> {
  const answer = await store.changePlayCurrency(tx, wallet.clock.now(), playerId, currency);
  if (answer.code === 'not_found' || answer.currency === null) throw new Refusal(common.notFound);
  if (answer.code === 'rate_unavailable')
    throw new Refusal(ledgerRefusals.rateUnavailable, { from: answer.currency, to: currency });
  if (answer.code === 'currency_fixed') throw new Refusal(playerRefusals.currencyFixed);
  tx.wakeRelay();
  return { playerId, currency: answer.currency };
}

/** Closes the account if nothing is left except money that ends with it. The permit is closed in the same transaction, so no money moves afterwards. */
export async function closeAccount(
  wallet: Wallet,
  tx: Tx,
  closing: Infer<typeof playerRequests.close.input>,
): Promise<Infer<typeof playerRequests.close.output>> {
  const { code, version, params } = await store.closeAccount(tx, wallet.clock.now(), closing);
  if (code === 'balance_left') throw new Refusal(playerRefusals.balanceLeft, params ?? {});
  tx.wakeRelay();
  return { playerId: closing.playerId, version };
}

/** Erases personal data years after the account was closed; ids and amounts stay. A repeat finds nothing left. */
export async function erasePlayer(wallet: Wallet, tx: Tx, playerId: string): Promise<void> {
  await lockPlayer(tx, playerId);
  if (await store.hasMoneyUnderWay(tx, playerId))
    throw new DeadLetter(`player ${playerId} cannot be erased: money is under way to or from them`);
  await store.erase(tx, wallet.clock.now(), playerId);
}
