/** Agents in the database. Places are taken and freed only in the agent's document, so an agent never exceeds the limit of chats. */

import { collection } from '@fairline/chassis/documents/collection';
import type { Mongo } from '@fairline/chassis/documents/mongo';
import { dayMs } from '@fairline/proto/time';
import type { SupportContext } from '../context.ts';
import { agentShape, awayBefore, freeSlot, obstacleOf, type StoredAgent, takeSlot } from './agent.ts';

export const agents = collection('agents', agentShape, [{ keys: { status: 1, lastBeatAt: 1 } }]);

export function onlineAgents(mongo: Mongo, now: Date): Promise<StoredAgent[]> {
  return mongo.find(agents, { status: 'online', lastBeatAt: { $gt: awayBefore(now) } });
}

export function countOnline(mongo: Mongo, now: Date): Promise<number> {
  return mongo.model(agents).countDocuments({ status: 'online', lastBeatAt: { $gt: awayBefore(now) } });
}

/** Agents with a heartbeat within the last day, and all who still have chats. */
export function recentAgents(mongo: Mongo, now: Date): Promise<StoredAgent[]> {
  const dayAgo = new Date(now.getTime() - dayMs);
  return mongo.find(
    agents,
    { $or: [{ lastBeatAt: { $gt: dayAgo } }, { 'slots.0': { $exists: true } }] },
    { sort: { name: 1, _id: 1 } },
  );
}

export function agentsWhoseBeatStopped(mongo: Mongo, now: Date): Promise<StoredAgent[]> {
  return mongo.find(agents, { status: 'online', lastBeatAt: { $lte: awayBefore(now) } });
}

export function agentsWithChats(mongo: Mongo): Promise<StoredAgent[]> {
  return mongo.find(agents, { 'slots.0': { $exists: true } });
}

/** Takes a place for an assignment of a chat; returns the obstacle if there is none to take. */
export async function reserveSlot(
  { mongo, clock }: SupportContext,
  agentId: string,
  chatId: string,
  number: number,
): Promise<'away' | 'busy' | undefined> {
  let obstacle: 'away' | 'busy' | undefined = 'away';
  await mongo.change(agents, agentId, (agent) => {
    obstacle = obstacleOf(agent, chatId, clock.now());
    if (!obstacle) takeSlot(agent, chatId, number, clock.now());
  });
  return obstacle;
}

export async function releaseSlot(mongo: Mongo, agentId: string, chatId: string, number: number): Promise<void> {
  await mongo.change(agents, agentId, (agent) => freeSlot(agent, chatId, number));
}
