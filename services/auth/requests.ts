/** Requests that auth answers: the gateway asks how fresh an operator's proof is. */

import { type RequestHandler, serve } from '@fairline/chassis/messaging/bus';
import { sessionRequests } from '@fairline/proto/auth/sessions';
import type { StaffContext } from './staff/context.ts';
import { readProofTime } from './staff/own-account.ts';

export function requests(ctx: StaffContext): RequestHandler[] {
  return [serve(sessionRequests.provenAt, ({ sessionId }) => readProofTime(ctx, sessionId))];
}
