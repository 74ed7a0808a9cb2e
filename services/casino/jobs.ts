/** Timers: each job may run on any instance. */
import type { Job } from '@fairline/chassis/storage/jobs';
import { readCatalogue } from './catalogue/commands.ts';
import type { CasinoContext } from './catalogue/context.ts';

export function jobsOf(context: CasinoContext): Job[] {
  return [{ name: 'read_catalogue', everyMs: 1_000, where: 'everywhere', run: () => readCatalogue(context) }];
}
