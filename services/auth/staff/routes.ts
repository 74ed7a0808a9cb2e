/** Routes of operators: sign-in, their own settings, and the management of operators. */
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import { staffRoutes } from '@fairline/proto/auth/staff';
import type { RouteType } from '@fairline/proto/contract';
import { endOtherSessions, endOwnSession, listOpenSessions } from '../sessions/commands.ts';
import { answerSignedIn, answerSignedOut, refreshTokenOf } from '../sessions/replies.ts';
import { changeOperator, listOperators, requestReset } from './access.ts';
import { type Asker, approveRequest, listRequests, rejectRequest } from './approvals.ts';
import type { StaffContext } from './context.ts';
import { activateOperator, requestInvitation } from './invitations.ts';
import {
  beginOwnEnrolment,
  changeOwnPassword,
  confirmOwnEnrolment,
  disableOwnTwoFactor,
  type OperatorSelf,
  readOwnTwoFactor,
  stepUp,
} from './own-account.ts';
import { currentOperator, recordSignedOut, refreshOperator, signInOperator } from './sign-in.ts';
import { readColleagues } from './store.ts';

export function operatorSessionRoutes(ctx: StaffContext): Handler[] {
  return [
    handle(sessionRoutes.operatorLogin, async ({ body, address, agent }) =>
      answerSignedIn(await signInOperator(ctx, body, { address, agent })),
    ),
    handle(sessionRoutes.operatorRefresh, async (call) =>
      answerSignedIn(await refreshOperator(ctx, refreshTokenOf(call, 'operator'))),
    ),
    handle(sessionRoutes.operatorLogout, (call) => answerSignedOut(ctx, 'operator', call, recordSignedOut(call))),
    handle(sessionRoutes.operatorSession, ({ operator }) => currentOperator(ctx, operator.id, operator.sessionId)),
    handle(staffRoutes.operatorActivate, ({ body, address, agent }) => activateOperator(ctx, body, { address, agent })),
  ];
}

export function operatorRoutes(ctx: StaffContext): Handler[] {
  return [
    handle(staffRoutes.stepUp, async (call) => void (await stepUp(ctx, selfOf(call), call.body))),
    handle(staffRoutes.changeOwnPassword, async (call) => void (await changeOwnPassword(ctx, selfOf(call), call.body))),
    handle(staffRoutes.ownTwoFactor, (call) => readOwnTwoFactor(ctx, selfOf(call))),
    handle(staffRoutes.enrolOwn, async (call) => uncached(200, await beginOwnEnrolment(ctx, selfOf(call)))),
    handle(staffRoutes.confirmOwn, async (call) =>
      uncached(200, await confirmOwnEnrolment(ctx, selfOf(call), call.body.code)),
    ),
    handle(staffRoutes.disableOwn, async (call) => void (await disableOwnTwoFactor(ctx, selfOf(call), call.body))),

    handle(staffRoutes.ownSessions, ({ operator }) =>
      listOpenSessions(ctx, 'operator', operator.id, operator.sessionId),
    ),
    handle(staffRoutes.endOwnSession, async (call) => {
      await endOwnSession(ctx, 'operator', call.operator.id, call.params.id, recordSignedOut(call));
    }),
    handle(staffRoutes.endOtherOwnSessions, (call) =>
      endOtherSessions(ctx, 'operator', call.operator, recordSignedOut(call)),
    ),

    handle(staffRoutes.colleagues, async () => ({ items: await readColleagues(ctx.db) })),
    handle(staffRoutes.operators, () => listOperators(ctx)),
    handle(staffRoutes.invite, async (call) => requestInvitation(ctx, askerOf(call), call.body)),
    handle(staffRoutes.changeOperator, async (call) => {
      const body = await changeOperator(ctx, askerOf(call), call.params.id, call.body);
      return new Reply({ status: body.request ? 202 : 200, body });
    }),
    handle(staffRoutes.reinvite, (call) => requestReset(ctx, askerOf(call), call.params.id, call.body.reason)),
    handle(staffRoutes.accessRequests, ({ operator }) => listRequests(ctx, operator)),
    handle(staffRoutes.approveAccess, (call) => approveRequest(ctx, askerOf(call), call.params.id)),
    handle(staffRoutes.rejectAccess, (call) => rejectRequest(ctx, askerOf(call), call.params.id, call.body.reason)),
  ];
}

function selfOf<R extends RouteType>({ operator, address, agent }: Call<R>): OperatorSelf {
  return { operatorId: operator.id, sessionId: operator.sessionId, address, agent };
}

function askerOf<R extends RouteType>(call: Call<R>): Asker {
  return { ...selfOf(call), caller: call.operator };
}

/** No cache may store a secret that is shown once. */
function uncached(status: number, body: unknown): Reply {
  return new Reply({ status, body, headers: { 'cache-control': 'no-store' } });
}
