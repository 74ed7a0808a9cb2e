/** Routes by which operators read of players and decide about them. */
import { type Call, type Handler, handle } from '@fairline/chassis/http/server';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { userRoutes } from '@fairline/proto/auth/users';
import type { RouteType } from '@fairline/proto/contract';
import type { StaffContext } from './context.ts';
import { endUserSessions, setUserStatus, verifyUser } from './decisions.ts';
import type { Actor } from './operator.ts';
import { addNote, findPlayers, listNotes, listTimeline, listUserSessions, readUserRow, readUserStats, summarizePlayers, viewIdentity } from './players.ts';

export function playerRoutes(ctx: StaffContext): Handler[] {
  return [
    handle(userRoutes.users, ({ query }) => findPlayers(ctx, query)),
    handle(userRoutes.user, ({ params }) => readUserRow(ctx, params.id)),
    handle(userRoutes.setUserStatus, (call) => setUserStatus(ctx, actorOf(call), call.params.id, call.body)),
    handle(userRoutes.verifyUser, (call) => verifyUser(ctx, actorOf(call), call.params.id, call.body.reason)),
    handle(staffRoutes.summaries, ({ body }) => summarizePlayers(ctx, body.playerIds)),
    handle(staffRoutes.userStats, ({ query }) => readUserStats(ctx, query.range ?? '24h')),
    handle(staffRoutes.userSessions, ({ params }) => listUserSessions(ctx, params.id)),
    handle(staffRoutes.endUserSessions, async (call) => void (await endUserSessions(ctx, actorOf(call), call.params.id, call.body.reason))),
    handle(staffRoutes.notes, ({ params, query }) => listNotes(ctx, params.id, query.cursor)),
    handle(staffRoutes.addNote, (call) => addNote(ctx, actorOf(call), call.params.id, call.body.text)),
    handle(staffRoutes.userIdentity, (call) => viewIdentity(ctx, actorOf(call), call.params.id)),
    handle(staffRoutes.timeline, ({ params, query }) => listTimeline(ctx, params.id, query.cursor)),
  ];
}

function actorOf<R extends RouteType>({ operator, address, agent }: Call<R>): Actor {
  return { operatorId: operator.id, address, agent };
}
