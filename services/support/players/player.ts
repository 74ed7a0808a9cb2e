/** Support's record of a player: their tier, and how much of their limits they have used. Pure. */

import { common, Refusal } from '@fairline/proto/contract';
import { Tier, tiers } from '@fairline/proto/promotions/offers';
import { chatRules } from '@fairline/proto/support/chats';
import { ticketRules } from '@fairline/proto/support/tickets';
import { hourMs } from '@fairline/proto/time';
import { z } from 'zod';

/** How many uses there were since the window began. */
export const Window = z.strictObject({ startsAt: z.date(), used: z.int() });
export type Window = z.infer<typeof Window>;

export const playerShape = z.strictObject({
  _id: z.uuid(),
  version: z.int(),
  tier: Tier,
  /** The version of the event that set the tier. */
  tierVersion: z.int(),
  ticketsOpened: Window.optional(),
  ticketReplies: Window.optional(),
  chatsStarted: Window.optional(),
});
export type Player = z.infer<typeof playerShape>;

interface Limit {
  readonly most: number;
  readonly perMs: number;
}

/** How often a player may do each action. The windows are in the player's document, except that of chat messages, which is in the chat. */
export const limits = {
  ticketsOpened: { most: ticketRules.maxOpenedPerDay, perMs: 24 * hourMs },
  ticketReplies: { most: ticketRules.maxRepliesPerHour, perMs: hourMs },
  chatsStarted: { most: chatRules.maxStartedPerHour, perMs: hourMs },
  chatMessages: { most: chatRules.maxMessagesPerMinute, perMs: 60_000 },
} as const satisfies Record<string, Limit>;
export type PlayerLimit = Exclude<keyof typeof limits, 'chatMessages'>;

/** Returns the window with one more use. Refuses `rate_limited` above the limit. */
export function spend(window: Window | undefined, { most, perMs }: Limit, factor: number, now: Date): Window {
  const isOver = !window || now.getTime() >= window.startsAt.getTime() + perMs;
  if (isOver) return { startsAt: now, used: 1 };
  if (window.used >= most * factor) {
    throw new Refusal(common.rateLimited, {
      retryAfterSeconds: Math.ceil((window.startsAt.getTime() + perMs - now.getTime()) / 1_000),
    });
  }
  return { startsAt: window.startsAt, used: window.used + 1 };
}

export function newPlayer(_id: string): Omit<Player, 'version'> {
  return { _id, tier: 'bronze', tierVersion: 0 };
}

/** The rank of a tier in a queue: 0 for the highest tier, which comes first. */
export function tierRank(tier: Tier): number {
  return tiers.length - 1 - tiers.findIndex(({ id }) => id === tier);
}
