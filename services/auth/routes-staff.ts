/** The door for operators: their own settings, each other, and what they read of players. */

import { type Call, type Handler, handle } from '@fairline/chassis/http';
import { staffRoutes } from '@fairline/proto/auth/staff';
import type { RouteType } from '@fairline/proto/contract';
import { type Self, stepUp } from './commands-staff.ts';
import type { Auth } from './config.ts';

export function staffHandlers(room: Auth): Handler[] {
  return [handle(staffRoutes.stepUp, async (call) => void (await stepUp(room, self(call), call.body)))];
}

function self<R extends RouteType>({ operator, address, agent }: Call<R>): Self {
  return { id: operator.id, sessionId: operator.sessionId, address, agent };
}
