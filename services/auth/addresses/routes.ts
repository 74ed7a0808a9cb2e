/** Routes by which a player or an operator changes an e-mail address. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { emailRoutes } from '@fairline/proto/auth/email';
import type { AccountContext } from '../account/context.ts';
import { selfOf } from '../account/routes.ts';
import { confirmEmailChange, correctEmail, requestEmailChange, undoEmailChange } from './commands.ts';

export function emailHandlers(ctx: AccountContext): Handler[] {
  return [
    handle(emailRoutes.changeEmail, async (call) => void (await requestEmailChange(ctx, selfOf(call), call.body))),
    handle(emailRoutes.confirmEmailChange, ({ body, address }) => confirmEmailChange(ctx, body.token, address)),
    handle(emailRoutes.undoEmailChange, ({ body, address }) => undoEmailChange(ctx, body.token, address)),
    handle(emailRoutes.correctEmail, async ({ operator, address, agent, params, body }) => {
      await correctEmail(ctx, { operatorId: operator.id, address, agent }, params.id, body);
    }),
  ];
}
