/** Events of other services: tiers, and accounts that were erased. */
import { type Consumer, consumeEach } from '@fairline/chassis/messaging/inbox';
import { userEvents } from '@fairline/proto/auth/users';
import { loyaltyEvents } from '@fairline/proto/promotions/loyalty';
import { eraseChats } from './chats/commands.ts';
import type { SupportContext } from './context.ts';
import { applyTier, eraseTickets } from './tickets/commands.ts';

export function consumersOf(context: SupportContext): Consumer[] {
  return [
    consumeEach(loyaltyEvents.tierChanged, async ({ version, data }) => {
      await applyTier(context, data.playerId, data.tier, version);
    }),
    consumeEach(userEvents.accountErased, async ({ data }) => {
      await eraseChats(context, data.playerId);
      await eraseTickets(context, data.playerId);
    }),
  ];
}
