/** Timers: each job may run on any instance. */
import type { Job } from '@fairline/chassis/storage/jobs';
import { readCatalogue } from './catalogue/commands.ts';
import type { CasinoContext } from './catalogue/context.ts';
import type { Jackpots } from './lobby/jackpots.ts';
import { checkResults } from './monitor/commands.ts';

export function jobsOf(context: CasinoContext, jackpots: Jackpots): Job[] {
  return [
    { name: 'read_catalogue', everyMs: 1_000, where: 'everywhere', run: () => readCatalogue(context) },
    { name: 'check_results', everyMs: 1_000, where: 'leased', run: () => checkResults(context) },
    { name: 'announce_jackpot', everyMs: 2_000, where: 'leased', run: () => jackpots.announce() },
  ];
}
