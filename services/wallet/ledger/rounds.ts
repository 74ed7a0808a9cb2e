/**
 * Use cases of casino rounds: a batch of steps is played, a round is voided, the jackpot's pools are shown.
 * A refused step moves no money; a closing step without a stake is never refused for what became of its player.
 */
import { traceparent } from '@fairline/chassis/process/trace';
import type { Infer } from '@fairline/proto/contract';
import { jackpotRules } from '@fairline/proto/games/catalogue';
import { playCurrencies } from '@fairline/proto/money';
import type { ledgerRequests } from '@fairline/proto/wallet/ledger';
import type { Wallet } from '../config.ts';
import { refusalOf } from '../refusals.ts';
import * as store from './store-rounds.ts';

type Played = Infer<typeof ledgerRequests.play.output>;

/** Plays a batch of steps; answers in the order of the asks. A step that wins the jackpot ends its call, so that the pool it is paid is the one of its place. */
export async function playRounds(wallet: Wallet, asks: readonly store.StepAsk[]): Promise<(Played | Error)[]> {
  const at = wallet.clock.now();
  const answers = new Array<Played | Error>(asks.length);
  for (const places of callsOf(asks)) {
    let open = places;
    for (let turn = 0; open.length > 0 && turn < turns; turn++) {
      const rows = await playCall(
        wallet,
        at,
        open.map((place) => asks[place] as store.StepAsk),
        asks.length === 1 ? traceparent() : undefined,
      );
      const byRound = new Map(rows.map((row) => [row.roundId + row.playerId, row]));
      open = open.filter((place) => {
        const ask = asks[place] as store.StepAsk;
        const row = byRound.get((ask.roundId + ask.playerId).toLowerCase());
        if (!row || row.code === 'again') return true;
        answers[place] = answerOf(ask, row, at);
        return false;
      });
    }
    for (const place of open) answers[place] = new Error('this step kept losing its place to others');
  }
  wallet.db.wakeRelay();
  return answers;
}

/** A call takes one item of a player; the rest of a batch that repeats players goes into further calls. */
const turns = 300;

/** The places of a batch, cut after each step that wins. */
function callsOf(asks: readonly store.StepAsk[]): number[][] {
  const calls: number[][] = [[]];
  for (const [place, { jackpot }] of asks.entries()) {
    calls.at(-1)?.push(place);
    if (jackpot?.wins) calls.push([]);
  }
  return calls.filter(({ length }) => length > 0);
}

async function playCall(wallet: Wallet, at: Date, asks: readonly store.StepAsk[], trace: string | undefined): Promise<store.StepAnswer[]> {
  if (!asks.at(-1)?.jackpot?.wins) return store.playRounds(wallet.db, at, asks, trace);
  return wallet.db.tx(async (tx) => {
    const rows = await store.playRounds(tx, at, asks, trace);
    const answers: store.StepAnswer[] = [];
    for (const row of rows) answers.push(row.code === 'won' ? { ...row, code: 'played', jackpotMinor: await store.payJackpot(tx, at, row.roundId) } : row);
    return answers;
  });
}

function answerOf(ask: store.StepAsk, { code, currency, bonusMinor, jackpotMinor, params }: store.StepAnswer, at: Date): Played | Error {
  if (code !== 'played' || currency === null) return refusalOf(code, params, { currency: currency ?? 'USD', at });
  const { roundId, step } = ask;
  return { roundId, step, currency, bonusMinor: bonusMinor ?? 0, ...(jackpotMinor !== null && { jackpotMinor }) };
}

/** Voids a round, once; the same round again is answered alike. */
export async function voidRound(
  wallet: Wallet,
  { roundId, playerId }: Infer<typeof ledgerRequests.voidRound.input>,
): Promise<Infer<typeof ledgerRequests.voidRound.output>> {
  const at = wallet.clock.now();
  const { code, movedMinor } = await wallet.db.tx((tx) => store.voidRound(tx, at, roundId, playerId));
  if (code !== 'void') throw refusalOf(code, null, { currency: 'USD', at });
  wallet.db.wakeRelay();
  return { roundId, movedMinor };
}

export function roundsOf(wallet: Wallet, ids: readonly string[]): Promise<Infer<typeof ledgerRequests.roundsOf.output>['rounds']> {
  return store.roundsOf(wallet.db, ids);
}

/** The pool of each play currency; one that nobody has contributed to has its seed. */
export async function jackpotsOf(wallet: Wallet): Promise<Infer<typeof ledgerRequests.jackpots.output>['items']> {
  const pools = new Map((await store.poolsOf(wallet.db)).map((pool) => [pool.currency, pool]));
  return playCurrencies.map((currency) => pools.get(currency) ?? { currency, amountMinor: jackpotRules.seedMinor, contributedMinor: 0 });
}
