/** Routes by which operators read players and decide about them. */
import { csvHeaders } from '@fairline/chassis/http/csv';
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { userRoutes } from '@fairline/proto/auth/users';
import type { RouteType } from '@fairline/proto/contract';
import type { StaffContext } from './context.ts';
import { endUserSessions, setUserStatus, verifyUser } from './decisions.ts';
import type { Actor } from './operator.ts';
import {
  addNote,
  exportPlayers,
  findPlayers,
  listNotes,
  listTimeline,
  listUserSessions,
  readUserRow,
  readUserStats,
  summarizePlayers,
  viewIdentity,
} from './players.ts';

export function playerRoutes(ctx: StaffContext): Handler[] {
  return [
    handle(userRoutes.users, ({ query }) => findPlayers(ctx, query)),
    handle(userRoutes.exportUsers, async ({ query, operator, address, agent }) => {
      const stream = await exportPlayers(ctx, { operator, address, agent }, query);
      return new Reply({ stream, headers: csvHeaders('users', ctx.clock.now()) });
    }),
    handle(userRoutes.user, ({ params }) => readUserRow(ctx, params.id)),
    handle(userRoutes.setUserStatus, (call) => setUserStatus(ctx, actorOf(call), call.params.id, call.body)),
    handle(userRoutes.verifyUser, (call) => verifyUser(ctx, actorOf(call), call.params.id, call.body.reason)),
    handle(staffRoutes.summaries, ({ body }) => summarizePlayers(ctx, body.playerIds)),
    handle(staffRoutes.userStats, ({ query }) => readUserStats(ctx, query.range ?? '24h')),
    handle(staffRoutes.userSessions, ({ params }) => listUserSessions(ctx, params.id)),
    handle(
      staffRoutes.endUserSessions,
      async (call) => void (await endUserSessions(ctx, actorOf(call), call.params.id, call.body.reason)),
    ),
    handle(staffRoutes.notes, ({ params, query }) => listNotes(ctx, params.id, query.cursor)),
    handle(staffRoutes.addNote, (call) => addNote(ctx, actorOf(call), call.params.id, call.body.text)),
    handle(staffRoutes.userIdentity, (call) => viewIdentity(ctx, actorOf(call), call.params.id)),
    handle(staffRoutes.timeline, ({ params, query }) => listTimeline(ctx, params.id, query.cursor)),
  ];
}

function actorOf<R extends RouteType>({ operator, address, agent }: Call<R>): Actor {
  return { operatorId: operator.id, address, agent };
}
