/**
 * The use cases of payments that a provider carries out. Money moves by what the provider says of a payment, whichever way it is heard (its answer,
 * its webhook, our question), once; what it does not answer is asked again under the same key until it is decided.
 */
import { randomUUIDv7 } from 'node:crypto';
import { seal, unseal } from '@fairline/chassis/blob';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { isSigned } from '@fairline/chassis/signed';
import { common, Refusal } from '@fairline/proto/contract';
import { basisPoints, type CurrencyCode } from '@fairline/proto/money';
import { PspMessage, type PspPayment, type PspPayout, pspRefusals, pspSignatureToleranceSeconds } from '@fairline/proto/psp';
import { minDepositMinor, type Payment, walletEvents, walletRefusals } from '@fairline/proto/wallet';
import type { InstantDeposit, SavedMethod } from '@fairline/proto/wallet/cashier';
import { instantMethods } from '@fairline/proto/wallet/methods';
import { ruleOperatorId } from '@fairline/proto/wallet/office';
import { decidedWords, failureWords } from '@fairline/proto/wallet/words';
import type { Wallet } from '../config.ts';
import { lockPlayer } from '../exchange/store.ts';
import { destinationOf, paymentById } from '../history/store.ts';
import { type Provider, ProviderRefusal } from '../provider.ts';
import { factOf, keyOf, requested } from './manual-deposits.ts';
import * as rules from './payment.ts';
import * as store from './store-provider.ts';

// ---- Deposits ----------------------------------------------------------------------------------

/** Until the provider's answer to the first question is surely here. */
const firstPollMs = 4_000;

/** Keeps a deposit; the provider is asked after this is committed. */
export async function beginDeposit(wallet: Wallet, tx: Tx, playerId: string, deposit: InstantDeposit): Promise<Payment> {
  const method = wallet.provider && instantMethods.find(({ id }) => id === deposit.method);
  if (!method) throw new Refusal(walletRefusals.methodUnavailable);
  const accepted: readonly string[] = method.currencies;
  if (!accepted.includes(deposit.currency)) throw new Refusal(walletRefusals.currencyNotAccepted, { currency: deposit.currency });
  if (deposit.savedMethodId) {
    const saved = await store.savedMethod(tx, playerId, deposit.savedMethodId);
    if (saved?.method !== deposit.method) throw new Refusal(walletRefusals.destinationUnknown);
  }
  const now = wallet.clock.now();
  const id = randomUUIDv7();
  const asked: store.AskedDeposit = {
    id,
    player_id: playerId,
    amount_minor: deposit.amountMinor,
    currency: deposit.currency,
    method: deposit.method,
    reference: rules.referenceOf('deposit', id),
    approvals_needed: 1,
    fee_minor: basisPoints(deposit.amountMinor, method.feeBp),
    provider_state: 'waiting',
    saved_method: deposit.savedMethodId,
    next_poll_at: new Date(now.getTime() + firstPollMs).toISOString(),
  };
  const range = { minMinor: Math.max(method.minMinor, minDepositMinor), maxMinor: method.maxMinor };
  const payment = requested(wallet, await store.requestInstantDeposit(tx, now, asked, range), deposit);
  return rules.toPayment(payment);
}

/** Asks the provider for a deposit that waits and answers it as it then stands. Without an answer it stays pending and is asked for again. */
export async function carryOut(wallet: Wallet, paymentId: string): Promise<Payment> {
  const payment = await known(wallet, paymentId);
  if (payment.status === 'pending' && payment.providerState === 'waiting' && payment.redirectUrl === null && wallet.provider) {
    try {
      await charge(wallet, wallet.provider, payment);
    } catch (error) {
      wallet.log.warn({ paymentId, error: (error as Error).message }, 'the provider did not answer; it is asked again');
    }
  }
  return rules.toPayment(await known(wallet, paymentId));
}

async function charge(wallet: Wallet, provider: Provider, payment: rules.PaymentRow): Promise<void> {
  const { id, playerId, amountMinor, currency, method, savedMethod } = payment;
  const saved = savedMethod ? await store.methodOnceSaved(wallet.db, playerId, savedMethod) : undefined;
  const token = saved && opened(wallet, saved);
  const returnUrl = `${wallet.publicUrl}/wallet?tab=deposit&payment=${id}`;
  const asked = provider.charge({ reference: id, amountMinor, currency, method, playerId, returnUrl, token });
  const said = await orRefusal(wallet, asked, () => provider.payment(id));
  if (said instanceof ProviderRefusal) await wallet.db.tx((tx) => fail(wallet, tx, payment, said.code));
  else await hearPayment(wallet, said);
}

/** What the provider says to a call. Where it refuses it for good, what it knows of the reference counts before that: an earlier call may have been taken. */
function orRefusal<T>(wallet: Wallet, asked: Promise<T>, known: () => Promise<T | undefined>): Promise<T | ProviderRefusal> {
  return asked.catch(async (error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error;
    wallet.log.warn({ code: error.code }, error.message);
    return (await known()) ?? error;
  });
}

/** Takes what the provider says of a deposit. Its amount must be the one we asked for, else people decide. */
async function hearPayment(wallet: Wallet, said: PspPayment, event?: string): Promise<void> {
  await wallet.db.tx(async (tx) => {
    const now = wallet.clock.now();
    const payment = await paymentById(tx, said.reference);
    if (event && !(await store.takeEvent(tx, event, now))) return;
    if (payment?.type !== 'deposit' || payment.providerState === null) return;
    if (payment.amountMinor !== said.amount || payment.currency !== said.currency || payment.method !== said.method) {
      wallet.log.fatal({ paymentId: payment.id }, 'the provider reports another amount, currency or method than was asked for');
      return;
    }
    if (said.status === 'requires_action') await store.keepRedirect(tx, payment.id, said.redirectUrl);
    else if (said.status === 'processing') await store.leavePage(tx, payment.id, now);
    else if (said.status === 'succeeded') await credit(wallet, tx, payment, said);
    else if (said.status === 'failed' || said.status === 'canceled') await fail(wallet, tx, payment, said.failure ?? said.status);
  });
}

/**
 * Ends a deposit that waits for its player on the provider's page. The provider alone decides: what it cancels can never be paid there, what it has taken
 * meanwhile goes on as ever and the cancelling is refused, and where it does not answer nothing has changed.
 */
export async function cancelDeposit(wallet: Wallet, playerId: string, paymentId: string): Promise<Payment> {
  const { provider } = wallet;
  const payment = await known(wallet, paymentId);
  if (payment.playerId !== playerId || payment.type !== 'deposit' || payment.providerState === null) throw new Refusal(walletRefusals.paymentNotFound);
  if (payment.status === 'pending' && payment.redirectUrl !== null && provider) {
    const said = await provider.cancel(paymentId).catch((error: Error) => {
      wallet.log.warn({ paymentId, error: error.message }, 'the provider did not answer whether a deposit is cancelled');
      throw new Refusal(common.unavailable);
    });
    if (said) await hearPayment(wallet, said.status === 'canceled' ? { ...said, failure: 'canceled_by_payer' } : said);
    else await wallet.db.tx((tx) => fail(wallet, tx, payment, 'canceled_by_payer'));
  }
  const now = await known(wallet, paymentId);
  if (now.status === 'failed' && now.failure === failureWords.canceled_by_payer) return rules.toPayment(now);
  throw new Refusal(walletRefusals.alreadyDecided, { status: decidedWords[now.status] });
}

async function credit(wallet: Wallet, tx: Tx, { id }: rules.PaymentRow, said: PspPayment): Promise<void> {
  const { code, payment } = await store.creditDeposit(tx, wallet.clock.now(), id, wallet.spreadBp);
  if (code !== 'approved' || !payment) return;
  await say(tx, walletEvents.depositApproved, id, payment.version, factOf(payment));
  if (said.token) await keepMethod(wallet, tx, payment, said.token);
  if (await store.isClosed(tx, payment.playerId)) await creditedTooLate(wallet, tx, payment, said);
}

/** The money is the player's, who cannot reach it: an operator opens the account again or sends it back by hand. */
async function creditedTooLate(wallet: Wallet, tx: Tx, payment: rules.PaymentRow, said: PspPayment): Promise<void> {
  const { id, version, playerId, amountMinor, currency } = payment;
  const reason = 'The provider paid a deposit of an account that is closed';
  await leaveToPeople(wallet, tx, id, 'closed', { ...said, token: null }, reason);
  const by = { operatorId: ruleOperatorId, address: '', agent: 'payment provider' };
  const act = { ...by, action: 'payment.after_closing', resourceType: 'payment', resourceId: id, reason, after: { userId: playerId, amountMinor, currency } };
  await say(tx, walletEvents.operatorActed, id, version, act);
}

async function fail(wallet: Wallet, tx: Tx, { id, savedMethod }: rules.PaymentRow, why: string): Promise<void> {
  const now = wallet.clock.now();
  const { code, payment } = await store.failDeposit(tx, now, id, wordsOf(why));
  if (savedMethod && why === pspRefusals.tokenUnknown.code) await store.refuseMethod(tx, savedMethod, now);
  if (code === 'failed' && payment) await say(tx, walletEvents.depositFailed, id, payment.version, { ...factOf(payment), reason: wordsOf(why) });
}

function wordsOf(why: string): string {
  return Object.hasOwn(failureWords, why) ? failureWords[why as keyof typeof failureWords] : failureWords.other;
}

// ---- Payouts -----------------------------------------------------------------------------------

async function payOut(wallet: Wallet, provider: Provider, payment: rules.PaymentRow): Promise<void> {
  const { id, playerId, amountMinor, currency, method } = payment;
  const sealed = await destinationOf(wallet.db, id);
  if (!sealed) throw new Error(`payment ${id} has no destination`);
  const typed = new TextDecoder().decode(unseal(wallet.sealKey, id, sealed));
  const saved = method === 'credit_card' ? await store.methodOnceSaved(wallet.db, playerId, typed) : undefined;
  const destination = saved ? opened(wallet, saved) : typed;
  const said = await orRefusal(wallet, provider.payOut({ reference: id, amountMinor, currency, method, destination }), () => provider.payout(id));
  if (said instanceof ProviderRefusal) return refuse(wallet, id, said.code);
  await advance(wallet, said, 'sent');
  await hearPayout(wallet, said);
}

/** A refusal gives money back only where it is said again so much later, and the provider knows nothing of the payout then either. */
const refusedAgainMs = 60_000;

async function refuse(wallet: Wallet, id: string, why: string): Promise<void> {
  await wallet.db.tx(async (tx) => {
    const { code, payment } = await store.refusePayout(tx, wallet.clock.now(), id, wordsOf(why), refusedAgainMs);
    if (code === 'returned' && payment) await giveBack(wallet, tx, payment, why);
    else if (code === 'accepted') await leaveToPeople(wallet, tx, id, 'refused', { code: why }, 'the provider refuses a payout that it had accepted');
  });
}

/** Words for a destination that takes no money; any other is of the amount, the moment or us, and the card takes the next payout. */
const destinationFaults: readonly string[] = [pspRefusals.tokenUnknown.code, pspRefusals.destinationRefused.code];

/** The payout has failed and its money is the player's again; what that says of the card is kept. */
async function giveBack(wallet: Wallet, tx: Tx, payment: rules.PaymentRow, why: string): Promise<void> {
  const isDestinations = payment.providerState === 'returned' || destinationFaults.includes(why);
  if (payment.savedMethod && isDestinations) await store.refuseMethod(tx, payment.savedMethod, wallet.clock.now());
  await say(tx, walletEvents.withdrawalReturned, payment.id, payment.version, { ...factOf(payment), reason: wordsOf(why) });
}

/** What the provider says and our books contradict each other, and money may be in two places: people see a row, whoever is on duty a line and a number. */
async function leaveToPeople(wallet: Wallet, tx: Tx, paymentId: string, about: string, said: unknown, why: string): Promise<void> {
  if (!(await store.leaveToPeople(tx, paymentId, about, said, why))) return;
  wallet.deadLetters.inc({ consumer: 'wallet_provider' });
  wallet.log.fatal({ paymentId }, `${why}: it waits in dead_letters`);
}

async function hearPayout(wallet: Wallet, said: PspPayout, event?: string): Promise<void> {
  const payment = await paymentById(wallet.db, said.reference);
  if (payment && (payment.amountMinor !== said.amount || payment.currency !== said.currency)) {
    wallet.log.fatal({ paymentId: payment.id }, 'the provider reports another amount of a payout than was asked for');
    return;
  }
  await advance(wallet, said, said.status === 'processing' ? 'sent' : said.status, event);
}

async function advance(wallet: Wallet, said: PspPayout, state: string, event?: string): Promise<void> {
  await wallet.db.tx(async (tx) => {
    if (event && !(await store.takeEvent(tx, event, wallet.clock.now()))) return;
    const reason = said.failure === null ? null : wordsOf(said.failure);
    const { code, payment } = await store.advancePayout(tx, wallet.clock.now(), said.reference, state, reason);
    if (code === 'returned' && payment) await giveBack(wallet, tx, payment, said.failure ?? state);
    if (code === 'contradicted') await leaveToPeople(wallet, tx, said.reference, said.status, said, 'the provider carries out a payout whose money went back');
  });
}

// ---- What the provider says by itself, and what it is asked ---------------------------------------

/** Takes a webhook whose signature is the provider's and fresh. The same event again, or an older one after a newer, changes nothing. */
export async function hearWebhook(wallet: Wallet, body: Uint8Array, signature: string): Promise<void> {
  const secret = wallet.webhookSecret;
  if (!secret || !isSigned(secret, body, signature, wallet.clock.now(), pspSignatureToleranceSeconds)) throw new Refusal(walletRefusals.signatureInvalid);
  const event = PspMessage.safeParse(Buffer.from(body).toString('utf8'));
  if (!event.success) throw new Refusal(common.invalidRequest);
  const { id, data } = event.data;
  if (data.object === 'payment') await hearPayment(wallet, data, id);
  else await hearPayout(wallet, data, id);
}

const lookedAtOnce = 20;
/** Longer than three questions can take, one after another: until then no other instance asks about the same payment. */
const heldMs = 30_000;
/** Then a deposit that nobody finished is given up, by asking the provider to cancel it. */
const givenUpAfterMs = 3_600_000;

/** Asks about what is due: nothing depends on a webhook that may never come. */
export async function askProvider(wallet: Wallet): Promise<void> {
  const { provider } = wallet;
  if (!provider) return;
  for (let looked = 0; looked < lookedAtOnce; looked++) {
    const heldUntil = new Date(wallet.clock.now().getTime() + heldMs);
    const [payment] = await store.claimDue(wallet.db, wallet.clock.now(), 1, heldUntil);
    if (!payment) return;
    try {
      await ask(wallet, provider, payment);
    } catch (error) {
      wallet.log.warn({ paymentId: payment.id, error: (error as Error).message }, 'the provider did not answer; it is asked again');
    }
    await store.release(wallet.db, wallet.clock.now(), payment.id, heldUntil);
  }
}

async function ask(wallet: Wallet, provider: Provider, payment: rules.PaymentRow): Promise<void> {
  if (payment.type === 'withdrawal') {
    if (payment.providerState === 'waiting') return payOut(wallet, provider, payment);
    const said = await provider.payout(payment.id);
    if (said) return hearPayout(wallet, said);
    const why = 'the provider knows nothing of a payout that it had accepted';
    return wallet.db.tx((tx) => leaveToPeople(wallet, tx, payment.id, 'unknown', { status: 404 }, why));
  }
  const isOld = wallet.clock.now().getTime() - payment.submittedAt.getTime() > givenUpAfterMs;
  const said = isOld ? await provider.cancel(payment.id) : await provider.payment(payment.id);
  if (said) return hearPayment(wallet, said);
  if (isOld) return wallet.db.tx((tx) => fail(wallet, tx, payment, 'canceled'));
  return charge(wallet, provider, payment);
}

const prunedAtOnce = 5_000;
const dayMs = 86_400_000;

/** Forgets events that were taken long ago. A signature is good for minutes, so none of them can be replayed; sent and signed again it would find its payment decided. */
export async function forgetEvents(wallet: Wallet): Promise<void> {
  const before = new Date(wallet.clock.now().getTime() - wallet.eventsKeptDays * dayMs);
  while ((await store.pruneEvents(wallet.db, before, prunedAtOnce)) === prunedAtOnce);
}

// ---- Saved methods -----------------------------------------------------------------------------

export async function savedMethods(wallet: Wallet, playerId: string): Promise<{ items: SavedMethod[] }> {
  const rows = await store.savedMethods(wallet.db, playerId);
  return { items: rows.map(({ id, method, label, expires, lastUsedAt }) => ({ id, method, label, expires, lastUsedAt: lastUsedAt.toISOString() })) };
}

/** Forgets one, unless it is the last that takes money back of a method that withdrawals must go to first. */
export async function forgetMethod(wallet: Wallet, playerId: string, id: string): Promise<void> {
  await wallet.db.tx(async (tx) => {
    await lockPlayer(tx, playerId);
    const all = await store.savedMethods(tx, playerId);
    const saved = all.find((one) => one.id === id);
    if (!saved) throw new Refusal(common.notFound);
    const owed = (await store.closedLoop(tx, playerId, wallet.provider !== undefined)).find(({ method }) => method === saved.method);
    const others = all.filter((one) => one.method === saved.method && one.id !== id && !one.refusedAt);
    if (owed && !saved.refusedAt && others.length === 0) throw new Refusal(walletRefusals.closedLoop, { ...owed });
    await store.forgetMethod(tx, id, wallet.clock.now());
  });
}

async function keepMethod(wallet: Wallet, tx: Tx, { playerId, method }: rules.PaymentRow, token: NonNullable<PspPayment['token']>): Promise<void> {
  const id = randomUUIDv7();
  const sealed = Buffer.from(seal(wallet.sealKey, `${playerId} ${method}`, Buffer.from(token.token, 'utf8')));
  const key = keyOf(wallet, `${playerId} ${method} ${token.token}`);
  const row = {
    id,
    playerId,
    method: method as SavedMethod['method'],
    token: sealed,
    label: token.label,
    expires: token.expires,
    lastUsedAt: wallet.clock.now(),
  };
  await store.keepMethod(tx, row, key);
}

function opened(wallet: Wallet, { playerId, method, token }: store.SavedRow): string {
  return Buffer.from(unseal(wallet.sealKey, `${playerId} ${method}`, token)).toString('utf8');
}

async function known(wallet: Wallet, paymentId: string): Promise<rules.PaymentRow & { currency: CurrencyCode }> {
  const payment = await paymentById(wallet.db, paymentId);
  if (!payment) throw new Refusal(walletRefusals.paymentNotFound);
  return payment;
}
