/** Agents: who is online, and how many chats each may have. Pure. */
import { chatRules } from '@fairline/proto/support/chats';
import { z } from 'zod';

/** A place of an agent, taken by a chat. `number` is the assignment of the chat it was taken for; the place of an earlier assignment is stale. */
export const Slot = z.strictObject({ chatId: z.uuid(), number: z.int(), takenAt: z.date() });
export type Slot = z.infer<typeof Slot>;

export const agentShape = z.strictObject({
  _id: z.uuid(),
  version: z.int(),
  name: z.string(),
  status: z.enum(['online', 'away']),
  lastBeatAt: z.date(),
  lastAssignedAt: z.date().optional(),
  slots: z.array(Slot),
});
export type StoredAgent = z.infer<typeof agentShape>;

/** An agent is away if their last heartbeat came at this time or before. */
export function awayBefore(now: Date): Date {
  return new Date(now.getTime() - chatRules.awayAfterMs);
}

export function isOnline(agent: Pick<StoredAgent, 'status' | 'lastBeatAt'>, now: Date): boolean {
  return agent.status === 'online' && agent.lastBeatAt > awayBefore(now);
}

/** The agent for the next chat: online, with the fewest chats, and among equals the one who has waited longest for a chat. */
export function nextAgent(agents: readonly StoredAgent[], now: Date): StoredAgent | undefined {
  const since = ({ lastAssignedAt }: StoredAgent) => lastAssignedAt?.getTime() ?? 0;
  return agents
    .filter((agent) => isOnline(agent, now) && agent.slots.length < chatRules.maxActiveChats)
    .toSorted((a, b) => a.slots.length - b.slots.length || since(a) - since(b) || (a._id < b._id ? -1 : 1))[0];
}

/** Why an agent cannot take another chat. A chat that they hold already keeps its place. */
export function obstacleOf(agent: StoredAgent, chatId: string, now: Date): 'away' | 'busy' | undefined {
  if (!isOnline(agent, now)) return 'away';
  const others = agent.slots.filter((slot) => slot.chatId !== chatId);
  return others.length >= chatRules.maxActiveChats ? 'busy' : undefined;
}

export function takeSlot(agent: StoredAgent, chatId: string, number: number, now: Date): void {
  agent.slots = [...agent.slots.filter((slot) => slot.chatId !== chatId), { chatId, number, takenAt: now }];
  agent.lastAssignedAt = now;
}

/** Frees the place of one assignment; that of a later one stays. */
export function freeSlot(agent: StoredAgent, chatId: string, number: number): void {
  agent.slots = agent.slots.filter((slot) => slot.chatId !== chatId || slot.number > number);
}

/** The name that players see: the one the console sent, else the role. */
export function agentNameOf(name: string | undefined, role: string): string {
  return name ?? role.replaceAll('_', ' ').replaceAll(/\b\p{Ll}/gu, (first) => first.toUpperCase());
}
