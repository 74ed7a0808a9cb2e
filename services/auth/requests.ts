/** The door for peers: the gateway asks how fresh an operator's proof is. */

import { type Answer, answer } from '@fairline/chassis/bus';
import { authRequests } from '@fairline/proto/auth';
import type { Auth } from './config.ts';
import { provenAt } from './operators.ts';

export function requests(room: Auth): Answer[] {
  return [answer(authRequests.provenAt, ({ sessionId }) => provenAt(room, sessionId))];
}
