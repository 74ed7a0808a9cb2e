/**
 * How many stakes wallet posts a second through its requests: permit checked, double entry, events in the outbox, fsync on.
 * Another process sends the requests. Rows of the ledger are counted, not answers.
 */
import { newPlayers } from '../players.ts';
import { bench } from './stage.ts';
import { openPlayers, openWalletCallers, type Taken, waitForRelay } from './workers/wallet-callers.ts';
import { besidePgbench, comparedRow, yardstickRow } from './yardstick.ts';

const seconds = 6;
/** Enough money for every player to stake throughout. */
const environment = { WELCOME_BONUS_MINOR: '100000000000' };

export const walletStakes = bench('wallet stakes posted', { processes: ['wallet'], environment }, async (stage) => {
  const { log } = stage;
  const wallet = await stage.database('wallet');
  const players = newPlayers(10_000);
  await openPlayers(stage, wallet, players);
  const asking = await openWalletCallers(stage, 'betting');
  const countStakes = async () =>
    Number((await wallet.query(`select count(*) from transfers where kind = 'stake'`)).rows[0].count);
  /** Returns stakes a second. Ends once their events are published. */
  const post = async (of: readonly string[], callers: number, during: number) => {
    const before = await countStakes();
    const result = await asking.ask<Taken>({ stake: { players: of, callers, seconds: during } });
    const stakes = (await countStakes()) - before;
    if (stakes !== result.taken)
      throw new Error(`${result.taken} stakes were answered as taken, ${stakes} are in the ledger`);
    const rate = stakes / result.seconds;
    log(
      `${callers} callers over ${of.length.toLocaleString('en-US')} players: ${Math.round(rate).toLocaleString('en-US')} a second, ` +
        `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms, ${result.refused} refused`,
    );
    await waitForRelay(wallet);
    return rate;
  };
  await post(players, 500, 3);
  const spread = await besidePgbench(stage, seconds, () => post(players, 500, seconds));
  const few = await post(players.slice(0, 1), 16, 5);
  const many = await post(players.slice(0, 1), 500, 5);
  return [
    ...yardstickRow(spread),
    comparedRow('wallet stakes posted', 'stakes/s', spread),
    {
      name: 'wallet stakes posted, one player',
      value: many,
      unit: 'stakes/s',
      yardstick: '16 callers of one player',
      ratio: many / few,
    },
  ];
});
