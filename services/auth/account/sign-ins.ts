/** Sign-ins and failed attempts as the owner of the account sees them, read from the history of the account. */

import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type SignInAttempt, signInDays, signInMethods } from '@fairline/proto/auth/account';
import { type Page, pageSize } from '@fairline/proto/contract';
import { dayMs } from '@fairline/proto/time';
import { z } from 'zod';
import type { AccountContext } from './context.ts';
import { readSignIns, type SignInRow } from './store.ts';

/** Lists sign-ins, newest first. */
export async function listSignIns(
  ctx: AccountContext,
  playerId: string,
  cursor: string | undefined,
): Promise<Page<SignInAttempt>> {
  const since = new Date(ctx.clock.now().getTime() - signInDays * dayMs);
  const rows = await readSignIns(ctx.db, playerId, {
    since,
    beforeId: readCursor(z.uuid(), cursor),
    count: pageSize + 1,
  });
  return page(rows, ({ id }) => id, signInAttempt);
}

/** The result and the method of each reason for which a sign-in failed. */
const failures: Record<string, Pick<SignInAttempt, 'result' | 'method'>> = {
  password: { result: 'wrong_password', method: 'password' },
  totp: { result: 'wrong_code', method: 'password_and_code' },
  passkey: { result: 'passkey_refused', method: 'passkey' },
  throttled: { result: 'locked', method: null },
  status: { result: 'closed', method: null },
};

const Params = z.object({
  reason: z.string().nullable().catch(null),
  method: z.enum(signInMethods).nullable().catch(null),
  device: z.string().nullable().catch(null),
  address: z.string().nullable().catch(null),
});

/** Entries of earlier releases have neither method nor address. */
function signInAttempt({ id, kind, at, params }: SignInRow): SignInAttempt {
  const { reason, method, device, address } = Params.parse(params);
  return { id, at: at.toISOString(), device, address, ...outcomeOf(kind, reason ?? '', method) };
}

function outcomeOf(
  kind: SignInRow['kind'],
  reason: string,
  method: SignInAttempt['method'],
): Pick<SignInAttempt, 'result' | 'method'> {
  if (kind === 'signed_in') return { result: 'signed_in', method };
  if (kind === 'password_changed') return { result: 'password_reset', method: 'reset' };
  return failures[reason] ?? { result: 'wrong_password', method: null };
}
