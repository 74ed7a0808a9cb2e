/** Timers: each job may run on any instance. */
import type { Job } from '@fairline/chassis/storage/jobs';
import { readCatalogue } from './catalogue/commands.ts';
import type { Jackpots } from './lobby/jackpots.ts';
import { checkResults } from './monitor/commands.ts';
import { standIdleHands } from './rounds/acting.ts';
import type { RoundContext } from './rounds/context.ts';
import { askAgain } from './rounds/steps.ts';

export function jobsOf(context: RoundContext, jackpots: Jackpots): Job[] {
  return [
    { name: 'read_catalogue', everyMs: 1_000, where: 'everywhere', run: () => readCatalogue(context) },
    { name: 'ask_again', everyMs: 1_000, where: 'everywhere', run: () => askAgain(context) },
    { name: 'stand_idle_hands', everyMs: 60_000, where: 'everywhere', run: () => standIdleHands(context) },
    { name: 'check_results', everyMs: 1_000, where: 'leased', run: () => checkResults(context) },
    { name: 'announce_jackpot', everyMs: 2_000, where: 'leased', run: () => jackpots.announce() },
  ];
}
