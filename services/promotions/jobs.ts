/** Timers: each job may run on any instance. */
import type { Job } from '@fairline/chassis/storage/jobs';
import type { Promotions } from './config.ts';

export function jobsOf(_context: Promotions): Job[] {
  return [];
}
