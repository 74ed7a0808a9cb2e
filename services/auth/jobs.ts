/** The door for time: mail that is due, decisions that wallet has not confirmed, play currencies to read again, accounts to close and to erase, and what nobody can use any more. */

import type { Job } from '@fairline/chassis/jobs';
import { readCurrencies } from './commands-account.ts';
import { sendDue } from './commands-mail.ts';
import { eraseOld, finishClosings } from './commands-privacy.ts';
import { bindAll } from './commands-users.ts';
import type { Auth } from './config.ts';
import { clearOut } from './sessions.ts';

export function jobs(room: Auth): Job[] {
  return [
    { name: 'mail', everyMs: 500, where: 'everywhere', run: () => sendDue(room) },
    { name: 'bind', everyMs: 1_000, where: 'leased', run: () => bindAll(room) },
    { name: 'currency', everyMs: 5_000, where: 'leased', run: () => readCurrencies(room) },
    { name: 'close', everyMs: 5_000, where: 'leased', run: () => finishClosings(room) },
    { name: 'erase', everyMs: 3_600_000, where: 'leased', run: () => eraseOld(room) },
    { name: 'clear-out', everyMs: 3_600_000, where: 'leased', run: () => clearOut(room) },
  ];
}
