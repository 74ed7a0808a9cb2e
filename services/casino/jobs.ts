/** Timers: each job may run on any instance. */
import type { Job } from '@fairline/chassis/storage/jobs';
import { readCatalogue } from './catalogue/commands.ts';
import { standIdleHands } from './rounds/acting.ts';
import type { RoundContext } from './rounds/context.ts';
import { askAgain } from './rounds/steps.ts';

export function jobsOf(context: RoundContext): Job[] {
  return [
    { name: 'read_catalogue', everyMs: 1_000, where: 'everywhere', run: () => readCatalogue(context) },
    { name: 'ask_again', everyMs: 1_000, where: 'everywhere', run: () => askAgain(context) },
    { name: 'stand_idle_hands', everyMs: 60_000, where: 'everywhere', run: () => standIdleHands(context) },
  ];
}
