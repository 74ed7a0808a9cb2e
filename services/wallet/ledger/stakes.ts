/**
 * The use cases of the ledger: opening players, restricting them, granting, taking stakes, paying bets, proving the books.
 * Each is one transaction; where one is refused nothing has moved. Payments stand in cashier.ts.
 */
import { DeadLetter, type Fact } from '@fairline/chassis/inbox';
import { fingerprint } from '@fairline/chassis/keyed';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { traceparent } from '@fairline/chassis/trace';
import { type BetStatus, bettingRules } from '@fairline/proto/betting';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { limitsByLevel, playMoneyMinor, walletEvents, walletRefusals, type walletRequests } from '@fairline/proto/wallet';
import type { cashierRoutes } from '@fairline/proto/wallet/cashier';
import { type FreeBet, freeBetRefusals, type Grant } from '@fairline/proto/wallet/grants';
import { testWinMinor } from '@fairline/proto/wallet/limits';
import type { Integrity } from '@fairline/proto/wallet/office';
import type { Wallet } from '../config.ts';
import { totals } from '../history/store.ts';
import { refuseCardNumber } from '../payments/payment.ts';
import { refusalOf } from '../refusals.ts';
import * as store from './store.ts';

// ---- Players -----------------------------------------------------------------------------------

/** Opens a player's account and pays the first money, both once: a repeat with whatever body changes no money. */
export async function openPlayer(wallet: Wallet, tx: Tx, opening: store.Opening): Promise<Infer<typeof walletRequests.open.output>> {
  const { playerId, book, currency } = opening;
  const gift: store.Gift =
    book === 'play'
      ? { amountMinor: playMoneyMinor, kind: 'opening', account: 'play_money' }
      : { amountMinor: wallet.welcomeBonusMinor, kind: 'welcome', account: 'bonus_expense' };
  const answer = await store.openPlayer(tx, wallet.clock.now(), opening, gift);
  if (answer.opened && gift.kind === 'welcome' && gift.amountMinor > 0) {
    await say(tx, walletEvents.bonusGranted, playerId, 1, { playerId, currency, amountMinor: gift.amountMinor, book });
  }
  tx.wake();
  return { playerId, currency: answer.currency as PlayCurrencyCode };
}

/** Play money for trying out, posted like any other; only demo mode has it, and only for the player of the play book. */
export async function testWin(wallet: Wallet, tx: Tx, playerId: string): Promise<Infer<typeof cashierRoutes.testWin.reply>> {
  if (!wallet.demo) throw new Refusal(common.notFound);
  const at = wallet.clock.now();
  const { code, status, currency } = await store.postTestWin(tx, at, playerId, testWinMinor);
  if (code !== 'posted') throw refusalOf(code, { status }, { currency, at });
  tx.wake();
  return { amountMinor: testWinMinor, currency };
}

/** Money obeys the new word from the moment this is committed; a stake under way has happened before it. */
export async function restrict(tx: Tx, word: Infer<typeof walletRequests.restrict.input>): Promise<Infer<typeof walletRequests.restrict.output>> {
  const version = word.part === 'account' ? await store.restrictAccount(tx, word) : await store.restrictPlay(tx, word);
  return { playerId: word.playerId, version };
}

// ---- Grants ------------------------------------------------------------------------------------

/** A free bet outside of these could never be staked. */
export const stakeLimits: store.StakeLimits = { leastMinor: bettingRules.minStakeMinor, ...limitsByLevel };

/** Gives a player what he can play with, once per claim. */
export async function grant(wallet: Wallet, tx: Tx, asked: Grant): Promise<Infer<typeof walletRequests.grant.output>> {
  const { claimId, currency } = asked;
  if (!asked.products.includes('sports')) throw new Refusal(common.invalidRequest, undefined, { products: 'A free bet is played on sports' });
  const { code, params, grant: given } = await store.giveGrant(tx, wallet.clock.now(), asked, { fingerprint: fingerprint(asked), limits: stakeLimits });
  if (code !== 'granted' && code !== 'known') throw refusalOf(code, params, { currency, at: wallet.clock.now() });
  if (given && code === 'granted') await sayGranted(tx, given);
  return { claimId, granted: true };
}

/** A grant changes twice at most: given, and taken back. */
export async function sayGranted(
  tx: Tx,
  { claimId, playerId, kind, currency, amountMinor, expiresAt, book }: Omit<store.GrantRow, 'forfeitedMinor'>,
): Promise<void> {
  const given = { claimId, kind, expiresAt: expiresAt.toISOString() };
  await say(tx, walletEvents.bonusGranted, claimId, 1, { playerId, currency, amountMinor, book, grant: given });
}

/** Takes back what is left of a grant; the same again answers the first. */
export async function forfeit(wallet: Wallet, tx: Tx, claimId: string): Promise<{ claimId: string; forfeitedMinor: number; now: boolean; playerId: string }> {
  const { code, grant: taken } = await store.forfeitGrant(tx, wallet.clock.now(), claimId);
  if (!taken) throw new Refusal(freeBetRefusals.freeBetUnknown);
  const { playerId, kind, currency, book } = taken;
  const forfeitedMinor = taken.forfeitedMinor ?? 0;
  const now = code === 'forfeited';
  if (now && forfeitedMinor > 0)
    await say(tx, walletEvents.bonusForfeited, claimId, 2, { claimId, playerId, kind, currency, amountMinor: forfeitedMinor, book });
  return { claimId, forfeitedMinor, now, playerId };
}

export async function freeBets(wallet: Wallet, playerId: string): Promise<FreeBet[]> {
  const rows = await store.freeBetsOf(wallet.db, wallet.clock.now(), playerId);
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }));
}

// ---- Stakes ------------------------------------------------------------------------------------

type Taken = Infer<typeof walletRequests.stake.output>;

/** Takes a batch of stakes in one statement; answers in the order of the asks. */
export async function takeStakes(wallet: Wallet, asks: readonly store.StakeAsk[]): Promise<(Taken | Error)[]> {
  const at = wallet.clock.now();
  const answers = new Array<Taken | Error>(asks.length);
  let open = asks.map((_, place) => place);
  for (let round = 0; open.length > 0 && round < rounds; round++) {
    const asked = open.map((place) => asks[place] as store.StakeAsk);
    const rows = await store.takeStakes(wallet.db, at, asked, asks.length === 1 ? traceparent() : undefined);
    const byStake = new Map(rows.map((row) => [row.betId + row.playerId, row]));
    open = open.filter((place) => {
      const ask = asks[place] as store.StakeAsk;
      const row = byStake.get((ask.betId + ask.playerId).toLowerCase());
      if (!row || row.code === 'again') return true;
      answers[place] =
        row.code === 'taken' ? { betId: ask.betId, taken: true, bonusMinor: row.bonusMinor } : refusalOf(row.code, row.params, { currency: ask.currency, at });
      return false;
    });
  }
  for (const place of open) answers[place] = new Error('this stake kept losing its place to others');
  wallet.db.wake();
  return answers;
}

/** A call takes one item of a player; the rest of a batch that repeats players goes into further calls. */
const rounds = 300;

export function stakesOf(wallet: Wallet, ids: readonly string[]): Promise<Infer<typeof walletRequests.stakesOf.output>['stakes']> {
  return store.stakesOf(wallet.db, ids);
}

// ---- Payouts -----------------------------------------------------------------------------------

type BetFact = { betId: string; playerId: string; currency: string; version: number; dueMinor: number; status: BetStatus };

/** Posts what bets are due now less what they were paid before. A fact that cannot be true is given to the dead letters. */
export async function payBets(wallet: Wallet, tx: Tx, facts: readonly Fact<BetFact>[], says: 'returned' | 'settled' | 'corrected' | 'sold'): Promise<void> {
  let open = facts.map(({ data }): store.Due => ({ ...data, outcome: outcomeOf(says, data.status) }));
  for (let round = 0; open.length > 0 && round < rounds; round++) {
    const rows = await store.postPayouts(tx, wallet.clock.now(), open);
    const codes = new Map(rows.map(({ place, code }) => [place, code]));
    const wrong = rows.find(({ code }) => code in impossible);
    if (wrong) {
      const { betId } = open[wrong.place - 1] as store.Due;
      throw new DeadLetter(`bet ${betId}: ${impossible[wrong.code as keyof typeof impossible]}`);
    }
    open = open.filter((_, index) => (codes.get(index + 1) ?? 'again') === 'again');
  }
  if (open.length > 0) throw new Error('these payouts kept losing their place to others');
  tx.wake();
}

/** A bet whose result was taken back is accepted again and waits for its next one, and so does one of which a part was sold. */
function outcomeOf(says: 'returned' | 'settled' | 'corrected' | 'sold', status: BetStatus): store.Due['outcome'] {
  if (says === 'sold') return status === 'accepted' ? 'sold_in_part' : 'sold';
  if (says === 'corrected') return status === 'accepted' ? 'open' : 'settled';
  return says;
}

const impossible = {
  not_taken: 'its stake was never taken',
  other_player: 'its stake is of another player or currency',
  too_large: 'it is due more than it could pay',
  not_whole: 'its free bet comes back whole or not at all',
} as const;

// ---- Proof -------------------------------------------------------------------------------------

const proofsKeptMs = 30 * 24 * 60 * 60 * 1_000;

/** What a proof in part compares beside what moved: so many accounts at a time, whoever there are. */
const accountsInTurn = 2_000;
const wholeEveryMs = 60 * 60 * 1_000;

export interface BooksHealth {
  invariants: readonly { name: string; holds: boolean }[];
  stopped: boolean;
  /** Something does not hold that no super admin has accepted. */
  news: boolean;
}

/** Proves what happened since the last proof; what does not hold may stop stakes and withdrawals. */
export async function proveBooks(wallet: Wallet): Promise<BooksHealth> {
  await wallet.db.tx(async (tx) => {
    await store.keepAlone(tx);
    await store.proveSince(tx, wallet.clock.now(), accountsInTurn);
    await store.pruneProofs(tx, new Date(wallet.clock.now().getTime() - proofsKeptMs));
  }, 'repeatable read');
  return booksHealth(wallet);
}

/**
 * Proves the books from the first entry where the last time is an hour ago. It only reads while it counts, on a connection of its own, so that the proof in
 * part goes on beside it; what it found is compared once more by one of those, and that may stop stakes and withdrawals.
 */
export async function proveWholeBooks(wallet: Wallet): Promise<BooksHealth> {
  const last = await store.wholeProvenAt(wallet.db);
  if (last && wallet.clock.now().getTime() - last.getTime() < wholeEveryMs) return booksHealth(wallet);
  const run = await store.readWhole(wallet.databaseUrl, wallet.log);
  await wallet.db.tx(async (tx) => {
    await store.keepAlone(tx);
    await store.keepWhole(tx, wallet.clock.now(), run);
  });
  const [books, whole] = [await proveBooks(wallet), await store.lastProof(wallet.db, { whole: true })];
  const names = new Set(books.invariants.map(({ name }) => name));
  return { ...books, invariants: [...books.invariants, ...(whole?.invariants ?? []).filter(({ name }) => !names.has(name))] };
}

async function booksHealth({ db }: Wallet): Promise<BooksHealth> {
  const [proof, reason, news] = await Promise.all([store.lastProof(db), store.stopReason(db), store.hasNewMismatches(db)]);
  return { invariants: proof?.invariants ?? [], stopped: reason !== null, news };
}

/** How many stakes from before anybody counted are counted in one transaction, and in how many of those before the house is folded again. */
const stakesAtOnce = 1_000;
const stepsAtOnce = 20;

/** Brings the house's balances and the figures up to what was posted. Each step is a transaction of its own: nothing is said while one that writes goes on. */
export async function foldBooks(wallet: Wallet, most = stakesAtOnce): Promise<void> {
  const alone = <T>(work: (tx: Tx) => Promise<T>) =>
    wallet.db.tx(async (tx) => {
      await store.allowTime(tx);
      return work(tx);
    });
  await alone(store.foldHouse);
  for (let step = 0; step < stepsAtOnce; step++) {
    if (await alone((tx) => store.countClosed(tx, most))) return;
  }
}

export async function integrity(wallet: Wallet): Promise<Integrity> {
  const [proof, stop, sides] = await Promise.all([store.lastProof(wallet.db), store.stopReason(wallet.db), totals(wallet.db)]);
  return {
    ranAt: proof?.ranAt.toISOString() ?? null,
    holds: proof?.holds ?? false,
    stopped: stop !== null,
    invariants: proof?.invariants ?? [],
    ...(proof && { seen: proof.seen }),
    totals: sides,
  };
}

/**
 * Takes stakes and withdrawals again: what does not hold is accepted as it was seen, stays listed, and the proof goes on from there.
 * The books are proven once more before; where that finds anything else the stop stands.
 */
export async function liftStop(
  wallet: Wallet,
  by: { operatorId: string; reason: string; seen?: string | undefined; address: string; agent: string },
): Promise<void> {
  refuseCardNumber(by.reason);
  const [before, pausedFor] = [await store.lastProof(wallet.db), await store.stopReason(wallet.db)];
  if (pausedFor === null) throw new Refusal(walletRefusals.notStopped);
  await proveBooks(wallet);
  await wallet.db.tx(async (tx) => {
    await store.keepAlone(tx);
    const stopped = await store.stopReason(tx);
    if (stopped === null) throw new Refusal(walletRefusals.notStopped);
    const proof = await store.lastProof(tx);
    if (proof?.seen !== (by.seen ?? before?.seen)) throw new Refusal(walletRefusals.booksChanged);
    await store.liftStop(tx);
    await store.acceptMismatches(tx);
    const { operatorId, reason, address, agent } = by;
    await say(tx, walletEvents.operatorActed, proof?.id ?? operatorId, 1, {
      operatorId,
      action: 'stop.lift',
      resourceType: 'proof',
      resourceId: proof?.id ?? '',
      reason,
      before: { stopped },
      address,
      agent,
    });
  });
}
