/**
 * Use cases of casino rounds: play a batch of steps, void a round, list the jackpot pools.
 * A refused step moves no money. A closing step without a stake is never refused, whatever the state of the player's account.
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

/** Plays a batch of steps and returns the replies in the same order. A step that wins the jackpot ends its SQL call, so that it is paid the pool as it is at that step. */
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

/** An SQL call takes one step per player; further steps of a player need further calls. At most this many, above the 256 items of a batch. */
const turns = 300;

/** The indexes of a batch, split after each step that wins the jackpot. */
function callsOf(asks: readonly store.StepAsk[]): number[][] {
  const calls: number[][] = [[]];
  for (const [place, { jackpot }] of asks.entries()) {
    calls.at(-1)?.push(place);
    if (jackpot?.wins) calls.push([]);
  }
  return calls.filter(({ length }) => length > 0);
}

async function playCall(
  wallet: Wallet,
  at: Date,
  asks: readonly store.StepAsk[],
  trace: string | undefined,
): Promise<store.StepAnswer[]> {
  if (!asks.at(-1)?.jackpot?.wins) return store.playRounds(wallet.db, at, asks, trace);
  return wallet.db.tx(async (tx) => {
    const rows = await store.playRounds(tx, at, asks, trace);
    const answers: store.StepAnswer[] = [];
    for (const row of rows)
      answers.push(
        row.code === 'won'
          ? { ...row, code: 'played', jackpotMinor: await store.payJackpot(tx, at, row.roundId) }
          : row,
      );
    return answers;
  });
}

function answerOf(
  ask: store.StepAsk,
  { code, currency, bonusMinor, jackpotMinor, params }: store.StepAnswer,
  at: Date,
): Played | Error {
  if (code !== 'played' || currency === null) return refusalOf(code, params, { currency: currency ?? 'USD', at });
  const { roundId, step } = ask;
  return { roundId, step, currency, bonusMinor: bonusMinor ?? 0, ...(jackpotMinor !== null && { jackpotMinor }) };
}

/** Voids a round, once; a repeat gets the same reply. */
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

export function roundsOf(
  wallet: Wallet,
  ids: readonly string[],
): Promise<Infer<typeof ledgerRequests.roundsOf.output>['rounds']> {
  return store.roundsOf(wallet.db, ids);
}

/** The pool of each play currency. A pool without contributions has the amount of its seed. */
export async function jackpotsOf(wallet: Wallet): Promise<Infer<typeof ledgerRequests.jackpots.output>['items']> {
  const pools = new Map((await store.poolsOf(wallet.db)).map((pool) => [pool.currency, pool]));
  return playCurrencies.map(
    (currency) => pools.get(currency) ?? { currency, amountMinor: jackpotRules.seedMinor, contributedMinor: 0 },
  );
}
