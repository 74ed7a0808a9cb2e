/** The door for operators: their own settings, each other, and what they read of players. */

import { type Call, checkFresh, type Handler, handle, Reply } from '@fairline/chassis/http';
import { staffRoutes } from '@fairline/proto/auth/staff';
import type { RouteType } from '@fairline/proto/contract';
import { endOwnSession, openSessions } from './commands-security.ts';
import { addNote, endUserSessions, notes, summaries, timeline, userSessions, userStats } from './commands-users.ts';
import type { Auth } from './config.ts';
import {
  changeOperator,
  changeOwnPassword,
  confirmOwn,
  disableOwn,
  enrolOwn,
  invite,
  listOperators,
  ownTwoFactor,
  resetOperator,
  type Self,
  stepUp,
} from './operators.ts';
import { colleagues } from './store-staff.ts';

export function staffHandlers(room: Auth): Handler[] {
  return [
    handle(staffRoutes.stepUp, async (call) => void (await stepUp(room, self(call), call.body))),
    handle(staffRoutes.changeOwnPassword, async (call) => void (await changeOwnPassword(room, self(call), call.body))),
    handle(staffRoutes.ownTwoFactor, (call) => ownTwoFactor(room, self(call))),
    handle(staffRoutes.enrolOwn, async (call) => secretly(200, await enrolOwn(room, proven(room, call)))),
    handle(staffRoutes.confirmOwn, async (call) => secretly(200, await confirmOwn(room, self(call), call.body.code))),
    handle(staffRoutes.disableOwn, async (call) => void (await disableOwn(room, self(call), call.body))),

    handle(staffRoutes.ownSessions, ({ operator }) => openSessions(room, 'operator', operator.id, operator.sessionId)),
    handle(staffRoutes.endOwnSession, async ({ operator, params }) => void (await endOwnSession(room, 'operator', operator.id, params.id))),

    handle(staffRoutes.colleagues, async () => ({ items: await colleagues(room.db) })),
    handle(staffRoutes.operators, () => listOperators(room)),
    handle(staffRoutes.invite, async (call) => secretly(201, await invite(room, proven(room, call), call.body))),
    handle(staffRoutes.changeOperator, (call) => changeOperator(room, proven(room, call), call.params.id, call.body)),
    handle(staffRoutes.reinvite, async (call) => secretly(200, await resetOperator(room, proven(room, call), call.params.id, call.body.reason))),

    handle(staffRoutes.summaries, ({ body }) => summaries(room, body.playerIds)),
    handle(staffRoutes.userStats, ({ query }) => userStats(room, query.range ?? '24h')),
    handle(staffRoutes.userSessions, ({ params }) => userSessions(room, params.id)),
    handle(staffRoutes.endUserSessions, async (call) => void (await endUserSessions(room, self(call), call.params.id, call.body.reason))),
    handle(staffRoutes.notes, ({ params, query }) => notes(room, params.id, query.cursor)),
    handle(staffRoutes.addNote, (call) => addNote(room, self(call), call.params.id, call.body.text)),
    handle(staffRoutes.timeline, ({ params, query }) => timeline(room, params.id, query.cursor)),
  ];
}

function self<R extends RouteType>({ operator, address, agent }: Call<R>): Self {
  return { id: operator.id, sessionId: operator.sessionId, address, agent };
}

/** The caller, if he proved a moment ago who he is. */
function proven<R extends RouteType>(room: Auth, call: Call<R>): Self {
  checkFresh(call.operator, room.clock.now());
  return self(call);
}

/** What is shown once is kept by no cache. */
function secretly(status: number, body: unknown): Reply {
  return new Reply({ status, body, headers: { 'cache-control': 'no-store' } });
}
