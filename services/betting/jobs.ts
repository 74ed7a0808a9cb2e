/** The jobs of betting. Every sweep claims rows that are due, so any instance may run it and none keeps state. */
import { checkJobs } from '@fairline/chassis/messaging/checks';
import type { Job } from '@fairline/chassis/storage/jobs';
import { bettingCheckEvents } from '@fairline/proto/checks';
import { compareBets } from './bets/compare.ts';
import type { BetContext } from './bets/context.ts';
import { decideDue, rejectOverdue } from './bets/deciding.ts';
import { requestStakesAgain } from './bets/placing.ts';
import { runAutoCashOut } from './cash-out/commands.ts';
import { endRequests } from './desk/second-operators.ts';
import { voidUnfinished, voidUnsettled } from './feed/overdue.ts';
import type { FeedReader } from './feed/reader.ts';
import { stopOwnPrices } from './offer/own-price-losses.ts';
import { projectAllOwn } from './offer/own-prices.ts';
import { publishTampered, resumeVolatileMarkets } from './offer/suspensions.ts';
import { pruneOld } from './retention.ts';
import { recountAtRisk, settleDue, tossCoins } from './settlement/commands.ts';

/** `report` gets the number of bets that do not agree with wallet. */
export function jobsOf(context: BetContext, reader: FeedReader, report: (mismatches: number) => void): Job[] {
  return [
    { name: 'ask_again', everyMs: 1_000, where: 'everywhere', run: () => requestStakesAgain(context) },
    {
      name: 'decide',
      everyMs: 100,
      where: 'everywhere',
      run: async () => stopOwnPrices(context, await decideDue(context)),
    },
    { name: 'reject_overdue', everyMs: 1_000, where: 'everywhere', run: () => rejectOverdue(context) },
    { name: 'settle', everyMs: 250, where: 'everywhere', run: () => settleDue(context) },
    { name: 'recount_at_risk', everyMs: 500, where: 'everywhere', run: () => recountAtRisk(context) },
    ...(context.settlement === 'instant'
      ? [{ name: 'toss_coins', everyMs: 250, where: 'everywhere' as const, run: () => tossCoins(context) }]
      : []),
    { name: 'auto_cash_out', everyMs: 1_000, where: 'leased', run: () => runAutoCashOut(context) },
    { name: 'watch_feed', everyMs: 500, where: 'everywhere', run: () => reader.watch() },
    { name: 'sample_prices', everyMs: 1_000, where: 'everywhere', run: () => reader.keepSamples() },
    { name: 'resume_volatile', everyMs: 500, where: 'everywhere', run: () => resumeVolatileMarkets(context) },
    { name: 'publish_tampered', everyMs: 1_000, where: 'everywhere', run: () => publishTampered(context) },
    { name: 'own_prices', everyMs: 5_000, where: 'leased', run: () => projectAllOwn(context) },
    { name: 'end_requests', everyMs: 1_000, where: 'leased', run: () => endRequests(context) },
    { name: 'void_unfinished', everyMs: 2_000, where: 'leased', run: () => voidUnfinished(context) },
    { name: 'void_unsettled', everyMs: 15_000, where: 'leased', run: () => voidUnsettled(context) },
    ...checkJobs(context, bettingCheckEvents.checkOverdue, [
      {
        check: 'bet_stakes',
        name: 'compare',
        everyMs: 10_000,
        where: 'leased',
        run: () => compareBets(context, report),
      },
    ]),
    { name: 'prune', everyMs: 10 * 60 * 1_000, where: 'leased', run: () => pruneOld(context) },
  ];
}
