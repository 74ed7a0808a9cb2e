/** All routes of auth: for players, for operators, and the settings of the sign-in pages. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import { accountHandlers, registrationRoutes } from './account/routes.ts';
import { emailHandlers } from './addresses/routes.ts';
import { signInSettings } from './demo.ts';
import { mailHandlers } from './mail/routes.ts';
import { passkeyHandlers } from './passkeys/routes.ts';
import { playerSearch } from './routes-search.ts';
import { sessionHandlers } from './sessions/routes.ts';
import type { StaffContext } from './staff/context.ts';
import { operatorRoutes, operatorSessionRoutes } from './staff/routes.ts';
import { playerRoutes } from './staff/routes-players.ts';

export function routes(ctx: StaffContext): Handler[] {
  return [
    handle(sessionRoutes.settings, async () => signInSettings(ctx)),
    ...registrationRoutes(ctx),
    ...sessionHandlers(ctx),
    ...passkeyHandlers(ctx),
    ...operatorSessionRoutes(ctx),
    ...playerRoutes(ctx),
    ...accountHandlers(ctx),
    ...emailHandlers(ctx),
    ...operatorRoutes(ctx),
    ...mailHandlers(ctx),
    playerSearch(ctx),
  ];
}
