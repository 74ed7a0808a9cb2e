/** NATS requests: opening, restrictions, grants, stakes. Stakes are hot and go in batches, one of a player at a time, in arrival order. */
import { Batch } from '@fairline/chassis/batch';
import { type Answer, answer } from '@fairline/chassis/bus';
import { walletRequests } from '@fairline/proto/wallet';
import type { Wallet } from './config.ts';
import { forfeitGrant, giveGrant } from './grants/commands.ts';
import { stakesOf, takeStakes } from './ledger/stakes.ts';
import type { StakeAsk } from './ledger/store.ts';
import { changePlayCurrency, closeAccount, openPlayer, restrictPlayer } from './players/commands.ts';

/** `waiting` is the number of stakes that wait; under many of them the outbox relay pauses. */
export function answersOf(wallet: Wallet): { answers: Answer[]; waiting: () => number } {
  const stakes = new Batch({
    run: (asks: StakeAsk[]) => takeStakes(wallet, asks),
    laneOf: ({ playerId }: StakeAsk) => playerId.toLowerCase(),
    // While one run waits for its commit to reach the disk the others compute; of four connections one stays for everything else.
    inFlight: 3,
  });
  return {
    answers: [
      answer(walletRequests.open, (opening) => wallet.db.tx((tx) => openPlayer(wallet, tx, opening))),
      answer(walletRequests.restrict, (restriction) => wallet.db.tx((tx) => restrictPlayer(tx, restriction))),
      answer(walletRequests.playCurrency, (ask) => wallet.db.tx((tx) => changePlayCurrency(wallet, tx, ask))),
      answer(walletRequests.close, (closing) => wallet.db.tx((tx) => closeAccount(wallet, tx, closing))),
      answer(walletRequests.grant, (asked) => wallet.db.tx((tx) => giveGrant(wallet, tx, asked))),
      answer(walletRequests.forfeit, ({ claimId }) =>
        wallet.db.tx(async (tx) => {
          const { forfeitedMinor } = await forfeitGrant(wallet, tx, claimId);
          return { claimId, forfeitedMinor };
        }),
      ),
      answer(walletRequests.stake, (ask) => stakes.add(ask)),
      answer(walletRequests.stakesOf, async ({ ids }) => ({ stakes: await stakesOf(wallet, ids) })),
    ],
    waiting: () => stakes.waiting,
  };
}
