/** HTTP for operators: figures of a range, with those of the range before it. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { figureRoutes, type OperatorStats } from '@fairline/proto/wallet/figures';
import type { Wallet } from '../config.ts';
import { activePlayers } from './commands.ts';
import { type RangeName, revenueOf, spanOf } from './figures.ts';
import * as figures from './store.ts';

export function figureHandlers(wallet: Wallet): Handler[] {
  return [handle(figureRoutes.operatorStats, ({ query }) => statsOfRange(wallet, query.range ?? '24h'))];
}

async function statsOfRange(wallet: Wallet, range: RangeName): Promise<OperatorStats> {
  const { db, clock } = wallet;
  const { before, since, until, starts } = spanOf(range, clock.now());
  const players = activePlayers(wallet);
  const [now, earlier, active, activeBefore, current, series] = await Promise.all([
    figures.figuresOf(db, since, until),
    figures.figuresOf(db, before, since),
    players.count(since, until),
    players.count(before, since),
    figures.pendingAndHeldOf(db),
    figures.seriesOf(db, starts, until),
  ]);
  const { players: holders, ...rest } = current;
  return {
    range,
    since: since.toISOString(),
    until: until.toISOString(),
    currency: figures.reportCurrency,
    ...rest,
    ...revenueOf(now),
    activePlayers: active,
    before: { ...revenueOf(earlier), activePlayers: activeBefore },
    averageBalanceMinor: holders > 0 ? Math.floor(current.heldByPlayersMinor / holders) : 0,
    series: series.map(({ at, ...point }) => ({ at: at.toISOString(), ...point })),
  };
}
