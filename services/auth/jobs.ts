/** The door for time: mail that is due, decisions that wallet has not confirmed, and what nobody can use any more. */

import type { Job } from '@fairline/chassis/jobs';
import type { Auth } from './config.ts';
import { bindAll } from './operators.ts';
import { sendDue } from './post.ts';
import { clearOut } from './store.ts';

const hourMs = 3_600_000;
/** Longer than the bus keeps an event, so one that comes again still finds its mail. */
const keepMs = 30 * 24 * hourMs;

export function jobs(room: Auth): Job[] {
  return [
    { name: 'mail', everyMs: 500, where: 'everywhere', run: () => sendDue(room) },
    { name: 'bind', everyMs: 1_000, where: 'leased', run: () => bindAll(room) },
    {
      name: 'clear-out',
      everyMs: hourMs,
      where: 'leased',
      run: async () => {
        const before = new Date(room.clock.now().getTime() - keepMs);
        while (await clearOut(room.db, before));
      },
    },
  ];
}
