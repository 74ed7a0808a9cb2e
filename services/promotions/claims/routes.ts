/** HTTP: players claim promotions, list and cancel claims; operators list and decide them. */
import { type Call, type Handler, handle } from '@fairline/chassis/http/server';
import { claimRoutes } from '@fairline/proto/promotions/claims';
import { promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import type { Promotions } from '../config.ts';
import { claimPromotion, openTurns } from './commands.ts';
import { approveClaim, rejectClaim } from './deciding.ts';
import { cancelClaim } from './ending.ts';
import { claimsForOperator, claimsOfPlayer } from './reading.ts';

export function claimHandlers(context: Promotions): Handler[] {
  const { db } = context;
  const claiming = { ...context, turns: openTurns() };
  const actOf = ({ operator, address, agent }: Pick<Call, 'operator' | 'address' | 'agent'>, reason = '') => ({
    operator,
    address,
    agent,
    reason,
  });
  return [
    handle(claimRoutes.claim, ({ player, params, idempotencyKey }) =>
      claimPromotion(claiming, player.id, params.id, idempotencyKey),
    ),
    handle(claimRoutes.claims, ({ player, query }) => claimsOfPlayer(db, player.id, query.cursor)),
    handle(claimRoutes.cancelClaim, ({ player, params, idempotencyKey }) =>
      cancelClaim(context, player.id, params.id, idempotencyKey),
    ),
    handle(promotionDeskRoutes.operatorClaims, ({ query }) => claimsForOperator(db, query)),
    handle(promotionDeskRoutes.approveClaim, (call) => approveClaim(context, call.params.id, actOf(call))),
    handle(promotionDeskRoutes.rejectClaim, (call) =>
      rejectClaim(context, call.params.id, actOf(call, call.body.reason)),
    ),
  ];
}
