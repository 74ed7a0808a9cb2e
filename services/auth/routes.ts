/** All routes of auth: for players, for operators, and the settings of the sign-in pages. */
import { type Handler, handle } from '@fairline/chassis/http';
import { authRoutes } from '@fairline/proto/auth';
import { accountHandlers, registrationRoutes } from './account/routes.ts';
import { signInSettings } from './demo.ts';
import { mailRoutes } from './mail/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import type { StaffContext } from './staff/context.ts';
import { operatorRoutes, operatorSessionRoutes } from './staff/routes.ts';
import { playerRoutes } from './staff/routes-players.ts';

export function routes(ctx: StaffContext): Handler[] {
  return [
    handle(authRoutes.settings, async () => signInSettings(ctx)),
    ...registrationRoutes(ctx),
    ...sessionRoutes(ctx),
    ...operatorSessionRoutes(ctx),
    ...playerRoutes(ctx),
    ...accountHandlers(ctx),
    ...operatorRoutes(ctx),
    ...mailRoutes(ctx),
  ];
}
