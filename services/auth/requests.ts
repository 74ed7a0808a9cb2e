/** Requests that auth answers: the gateway asks how fresh an operator's proof is. */

import { type Answer, answer } from '@fairline/chassis/bus';
import { authRequests } from '@fairline/proto/auth';
import type { StaffContext } from './staff/context.ts';
import { readProofTime } from './staff/own-account.ts';

export function requests(ctx: StaffContext): Answer[] {
  return [answer(authRequests.provenAt, ({ sessionId }) => readProofTime(ctx, sessionId))];
}
