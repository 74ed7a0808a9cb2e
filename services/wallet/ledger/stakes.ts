/**
 * Use cases of stakes and payouts: take a batch of stakes, pay bets the difference to what they are due.
 * Each is one transaction. A refused stake moves no money.
 */
import { DeadLetter, type Received } from '@fairline/chassis/messaging/inbox';
import { traceparent } from '@fairline/chassis/process/trace';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { BetStatus } from '@fairline/proto/betting/bets';
import type { Infer } from '@fairline/proto/contract';
import type { ledgerRequests } from '@fairline/proto/wallet/ledger';
import type { Wallet } from '../config.ts';
import { refusalOf } from '../refusals.ts';
import * as store from './store.ts';

type Taken = Infer<typeof ledgerRequests.stake.output>;

/** Takes a batch of stakes in one statement and returns the replies in the same order. */
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
        row.code === 'taken'
          ? { betId: ask.betId, taken: true, bonusMinor: row.bonusMinor ?? 0 }
          : refusalOf(row.code, row.params, { currency: ask.currency, at });
      return false;
    });
  }
  for (const place of open) answers[place] = new Error('this stake kept losing its place to others');
  wallet.db.wakeRelay();
  return answers;
}

/** An SQL call takes one item per player; further items of a player need further calls. At most this many, above the 256 items of a batch. */
const rounds = 300;

export function stakesOf(
  wallet: Wallet,
  ids: readonly string[],
): Promise<Infer<typeof ledgerRequests.stakesOf.output>['stakes']> {
  return store.stakesOf(wallet.db, ids);
}

type BetOutcome = {
  betId: string;
  playerId: string;
  currency: string;
  version: number;
  dueMinor: number;
  status: BetStatus;
  closedStakeMinor?: number | undefined;
};

/** Posts the amounts that bets are due, less the amounts paid before. An event that contradicts the ledger becomes a dead letter. */
export async function payBets(
  wallet: Wallet,
  tx: Tx,
  events: readonly Received<BetOutcome>[],
  outcome: 'returned' | 'settled' | 'corrected' | 'sold',
): Promise<void> {
  let open = events.map(({ data }): store.Due => ({ ...data, outcome: outcomeOf(outcome, data.status) }));
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
  tx.wakeRelay();
}

/** The status `accepted` means that the bet is open: its result was taken back, or only a part of it was cashed out. */
function outcomeOf(outcome: 'returned' | 'settled' | 'corrected' | 'sold', status: BetStatus): store.Due['outcome'] {
  if (outcome === 'sold') return status === 'accepted' ? 'sold_in_part' : 'sold';
  if (outcome === 'corrected') return status === 'accepted' ? 'open' : 'settled';
  return outcome;
}

const impossible = {
  not_taken: 'its stake was never taken',
  other_player: 'its stake is of another player or currency',
  too_large: 'it is due more than it could pay',
  not_whole: 'its free bet comes back whole or not at all',
} as const;
