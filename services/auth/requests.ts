/** Requests that auth serves: the time of an operator's last proof, and the data of a player that other services may read. */

import { type RequestHandler, serve } from '@fairline/chassis/messaging/bus';
import { sessionRequests } from '@fairline/proto/auth/sessions';
import { userRequests } from '@fairline/proto/auth/users';
import { readIdentity, readPerson } from './account/person.ts';
import type { StaffContext } from './staff/context.ts';
import { readProofTime } from './staff/own-account.ts';

export function requests(ctx: StaffContext): RequestHandler[] {
  return [
    serve(sessionRequests.provenAt, ({ sessionId }) => readProofTime(ctx, sessionId)),
    serve(userRequests.person, ({ playerId }) => readPerson(ctx, playerId)),
    serve(userRequests.identity, ({ playerId }) => readIdentity(ctx, playerId)),
  ];
}
