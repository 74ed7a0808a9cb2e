/** NATS requests: accounts, restrictions, grants, stakes, casino rounds. Stakes and steps of rounds are frequent and run in batches, one item per player, in arrival order. */
import { type RequestHandler, serve } from '@fairline/chassis/messaging/bus';
import { Batch } from '@fairline/chassis/storage/batch';
import { exchangeRequests } from '@fairline/proto/wallet/exchange';
import { grantRequests } from '@fairline/proto/wallet/grants';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import type { Wallet } from './config.ts';
import { valueAmounts } from './figures/commands.ts';
import { bonusEligibility, convertGrant, forfeitGrant, giveGrant, netLosses } from './grants/commands.ts';
import { ownerOf } from './history/owners.ts';
import { activityOf, playStateOf } from './history/safe-play.ts';
import { jackpotsOf, playRounds, roundsOf, voidRound } from './ledger/rounds.ts';
import { stakesOf, takeStakes } from './ledger/stakes.ts';
import type { StakeAsk } from './ledger/store.ts';
import type { StepAsk } from './ledger/store-rounds.ts';
import { changePlayCurrency, closeAccount, openPlayer, restrictPlayer } from './players/commands.ts';

/** `waiting` is the number of queued stakes and steps; while it is high, the outbox relay pauses. */
export function requestsOf(wallet: Wallet): { requests: RequestHandler[]; waiting: () => number } {
  const stakes = new Batch({
    run: (asks: StakeAsk[]) => takeStakes(wallet, asks),
    laneOf: ({ playerId }: StakeAsk) => playerId.toLowerCase(),
    // Several runs, because one computes while another waits for its commit to reach the disk. One of four connections stays free for everything else.
    inFlight: 3,
  });
  const steps = new Batch({
    run: (asks: StepAsk[]) => playRounds(wallet, asks),
    laneOf: ({ playerId }: StepAsk) => playerId.toLowerCase(),
    // Rounds and stakes share four connections.
    inFlight: 2,
  });
  return {
    requests: [
      serve(playerRequests.open, (opening) => wallet.db.tx((tx) => openPlayer(wallet, tx, opening))),
      serve(playerRequests.restrict, (restriction) => wallet.db.tx((tx) => restrictPlayer(tx, restriction))),
      serve(playerRequests.playCurrency, (ask) => wallet.db.tx((tx) => changePlayCurrency(wallet, tx, ask))),
      serve(playerRequests.playState, ({ playerId }) => playStateOf(wallet, playerId)),
      serve(playerRequests.activity, ({ playerId, month }) => activityOf(wallet, playerId, month)),
      serve(playerRequests.close, (closing) => wallet.db.tx((tx) => closeAccount(wallet, tx, closing))),
      serve(grantRequests.grant, (asked) => giveGrant(wallet, asked)),
      serve(grantRequests.convert, ({ claimId }) => wallet.db.tx((tx) => convertGrant(wallet, tx, claimId))),
      serve(grantRequests.forfeit, ({ claimId }) => wallet.db.tx((tx) => forfeitGrant(wallet, tx, claimId))),
      serve(grantRequests.bonusEligibility, ({ playerId }) => bonusEligibility(wallet, playerId)),
      serve(grantRequests.netLosses, (ask) => netLosses(wallet, ask)),
      serve(ledgerRequests.stake, (ask) => stakes.add(ask)),
      serve(ledgerRequests.play, (ask) => steps.add(ask)),
      serve(ledgerRequests.voidRound, (ask) => voidRound(wallet, ask)),
      serve(ledgerRequests.roundsOf, async ({ ids }) => ({ rounds: await roundsOf(wallet, ids) })),
      serve(ledgerRequests.jackpots, async () => ({ items: await jackpotsOf(wallet) })),
      serve(ledgerRequests.stakesOf, async ({ ids }) => ({ stakes: await stakesOf(wallet, ids) })),
      serve(ledgerRequests.ownerOf, (asked) => ownerOf(wallet, asked)),
      serve(exchangeRequests.worth, (asked) => valueAmounts(wallet, asked)),
    ],
    waiting: () => stakes.waiting + steps.waiting,
  };
}
