/** Jobs: due mail, permits that wallet has not confirmed, play currencies to read again, accounts to end, close and erase, moves to repeat, and outdated rows. */

import type { Job } from '@fairline/chassis/storage/jobs';
import { hourMs } from '@fairline/proto/time';
import { endUnconfirmedAccounts, finishClosings } from './account/closing.ts';
import { readCurrencies } from './account/preferences.ts';
import { repeatMoves } from './account/profile.ts';
import { deleteOutdated, eraseClosedAccounts } from './account/retention.ts';
import { answerPasswordRequests } from './account/security.ts';
import { sendDue } from './mail/commands.ts';
import type { StaffContext } from './staff/context.ts';
import { countVisitsAhead } from './staff/players.ts';
import { bindPermits } from './users/commands.ts';

export function jobs(ctx: StaffContext): Job[] {
  return [
    { name: 'password-requests', everyMs: 500, where: 'everywhere', run: () => answerPasswordRequests(ctx) },
    { name: 'mail', everyMs: 500, where: 'everywhere', run: () => sendDue(ctx) },
    { name: 'bind', everyMs: 1_000, where: 'leased', run: () => bindPermits(ctx) },
    { name: 'currency', everyMs: 5_000, where: 'leased', run: () => readCurrencies(ctx) },
    { name: 'close', everyMs: 5_000, where: 'leased', run: () => finishClosings(ctx) },
    { name: 'unconfirmed', everyMs: hourMs, where: 'leased', run: () => endUnconfirmedAccounts(ctx) },
    { name: 'erase', everyMs: hourMs, where: 'leased', run: () => eraseClosedAccounts(ctx) },
    { name: 'moves', everyMs: hourMs, where: 'leased', run: () => repeatMoves(ctx) },
    { name: 'figures', everyMs: 60_000, where: 'everywhere', run: () => countVisitsAhead(ctx) },
    { name: 'clear-out', everyMs: hourMs, where: 'leased', run: () => deleteOutdated(ctx) },
  ];
}
