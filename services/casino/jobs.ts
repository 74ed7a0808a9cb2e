/** Jobs of the service. Each may run on any instance. */
import { checkJobs } from '@fairline/chassis/messaging/checks';
import type { Job } from '@fairline/chassis/storage/jobs';
import { casinoCheckEvents } from '@fairline/proto/checks';
import { compareRounds } from './agreement/compare.ts';
import { readCatalogue } from './catalogue/commands.ts';
import type { Jackpots } from './lobby/jackpots.ts';
import { checkResults } from './monitor/commands.ts';
import { standIdleHands } from './rounds/acting.ts';
import type { RoundContext } from './rounds/context.ts';
import { askAgain } from './rounds/steps.ts';
import { askForVoids } from './rounds/voiding.ts';
import { endIdleSessions } from './sessions/commands.ts';

/** The jobs. `report` receives the number of rounds that differ from wallet. */
export function jobsOf(context: RoundContext, jackpots: Jackpots, report: (mismatches: number) => void): Job[] {
  return [
    { name: 'read_catalogue', everyMs: 1_000, where: 'everywhere', run: () => readCatalogue(context) },
    { name: 'ask_again', everyMs: 1_000, where: 'everywhere', run: () => askAgain(context) },
    { name: 'ask_for_voids', everyMs: 1_000, where: 'everywhere', run: () => askForVoids(context) },
    { name: 'stand_idle_hands', everyMs: 5_000, where: 'everywhere', run: () => standIdleHands(context) },
    { name: 'end_idle_sessions', everyMs: 10_000, where: 'leased', run: () => endIdleSessions(context) },
    ...checkJobs(context, casinoCheckEvents.checkOverdue, [
      {
        check: 'round_stakes',
        name: 'compare_rounds',
        everyMs: 5_000,
        where: 'leased',
        run: () => compareRounds(context, report),
      },
    ]),
    { name: 'check_results', everyMs: 1_000, where: 'leased', run: () => checkResults(context) },
    { name: 'announce_jackpot', everyMs: 2_000, where: 'leased', run: () => jackpots.announce() },
  ];
}
