/** Routes of a player's own account: registration, profile, preferences, security and privacy. */
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { accountRoutes } from '@fairline/proto/auth/account';
import { mailRoutes } from '@fairline/proto/auth/mail';
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import type { RouteType } from '@fairline/proto/contract';
import { endOtherSessions, endOwnSession, listOpenSessions } from '../sessions/commands.ts';
import { answerSignedIn } from '../sessions/replies.ts';
import { visitorOf } from '../sessions/routes.ts';
import { closeAccount } from './closing.ts';
import type { AccountContext } from './context.ts';
import { downloadAccount } from './download.ts';
import { readPreferences, setPreferences } from './preferences.ts';
import { acceptTerms, changeProfile, readProfile } from './profile.ts';
import { register, resendVerification, verifyEmail } from './registration.ts';
import {
  beginEnrolment,
  changePassword,
  confirmEnrolment,
  disableTwoFactor,
  forgotPassword,
  type PlayerSelf,
  readTwoFactor,
  requireFreshProof,
  resetPassword,
  stepUp,
} from './security.ts';
import { listSignIns } from './sign-ins.ts';

export function registrationRoutes(ctx: AccountContext): Handler[] {
  return [
    handle(sessionRoutes.register, async (call) => answerSignedIn(await register(ctx, call.body, visitorOf(call)))),
    handle(mailRoutes.verifyEmail, (call) => verifyEmail(ctx, call.body.token, visitorOf(call))),
    handle(mailRoutes.resendVerification, async ({ player }) => void (await resendVerification(ctx, player.id))),
  ];
}

export function accountHandlers(ctx: AccountContext): Handler[] {
  return [
    handle(
      mailRoutes.forgotPassword,
      async ({ body, address }) => void (await forgotPassword(ctx, body.email, address)),
    ),
    handle(mailRoutes.resetPassword, async ({ body, address }) => void (await resetPassword(ctx, body, address))),
    handle(sessionRoutes.changePassword, async (call) => void (await changePassword(ctx, selfOf(call), call.body))),
    handle(accountRoutes.profile, ({ player }) => readProfile(ctx, player.id)),
    handle(accountRoutes.changeProfile, ({ player, body }) => changeProfile(ctx, player.id, body)),
    handle(accountRoutes.preferences, ({ player }) => readPreferences(ctx, player.id)),
    handle(accountRoutes.setPreferences, ({ player, body }) => setPreferences(ctx, player.id, body)),
    handle(
      accountRoutes.acceptTerms,
      async ({ player, body }) => void (await acceptTerms(ctx, player.id, body.version)),
    ),
    handle(sessionRoutes.sessions, ({ player }) => listOpenSessions(ctx, 'player', player.id, player.sessionId)),
    handle(
      sessionRoutes.endSession,
      async ({ player, params }) => void (await endOwnSession(ctx, 'player', player.id, params.id)),
    ),
    handle(accountRoutes.endOtherSessions, ({ player }) => endOtherSessions(ctx, 'player', player)),
    handle(accountRoutes.signIns, ({ player, query }) => listSignIns(ctx, player.id, query.cursor)),
    handle(sessionRoutes.twoFactor, ({ player }) => readTwoFactor(ctx, player.id)),
    handle(sessionRoutes.enrol, async (call) => uncached(await beginEnrolment(ctx, selfOf(call), call.body.password))),
    handle(sessionRoutes.confirm, async (call) => uncached(await confirmEnrolment(ctx, selfOf(call), call.body.code))),
    handle(sessionRoutes.disable, async (call) => void (await disableTwoFactor(ctx, selfOf(call), call.body))),
    handle(accountRoutes.playerStepUp, async (call) => void (await stepUp(ctx, selfOf(call), call.body))),
    handle(accountRoutes.download, async ({ player }) => {
      await requireFreshProof(ctx, player);
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="fairline-account.json"',
        'cache-control': 'no-store',
      };
      return new Reply({ body: await downloadAccount(ctx, player.id), headers });
    }),
    handle(accountRoutes.close, async (call) => void (await closeAccount(ctx, selfOf(call), call.body))),
  ];
}

/** The player of a call, with their session. */
export function selfOf<R extends RouteType>({ player, address }: Call<R>): PlayerSelf {
  return { id: player.id, sessionId: player.sessionId, address };
}

/** No cache may store a reply that is shown once. */
function uncached(body: unknown): Reply {
  return new Reply({ body, headers: { 'cache-control': 'no-store' } });
}
