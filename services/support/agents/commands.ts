/** Use cases of presence: an agent is online while heartbeats arrive. */
import type { Operator } from '@fairline/chassis/http/identity';
import { type Agent, agentsHint } from '@fairline/proto/support/chats';
import type { SupportContext } from '../context.ts';
import { agentNameOf, awayBefore, isOnline, type StoredAgent } from './agent.ts';
import { agents } from './store.ts';

interface Presence {
  status: 'online' | 'away';
  name?: string | undefined;
}

/** Stores presence and heartbeat. Consoles get a hint only if the status changed, since they do not show heartbeats. */
export async function setPresence(
  context: SupportContext,
  operator: Operator,
  { status, name }: Presence,
): Promise<StoredAgent> {
  const { mongo, clock } = context;
  let isChanged = false;
  const agent = await mongo.change(
    agents,
    operator.id,
    (current) => {
      isChanged = (isOnline(current, clock.now()) ? 'online' : 'away') !== status;
      current.status = status;
      current.lastBeatAt = clock.now();
      if (name !== undefined || current.name === '') current.name = agentNameOf(name, operator.role);
    },
    { initial: () => ({ _id: operator.id, name: '', status: 'away' as const, lastBeatAt: new Date(0), slots: [] }) },
  );
  if (!agent) throw new Error('an agent was not stored');
  if (isChanged) hintAgents(context, operator.id);
  return agent;
}

/** Marks an agent as away, unless a heartbeat came in the meantime. */
export async function markAway(context: SupportContext, agentId: string): Promise<StoredAgent | undefined> {
  const agent = await context.mongo.change(agents, agentId, (current) => {
    if (current.lastBeatAt <= awayBefore(context.clock.now())) current.status = 'away';
  });
  hintAgents(context, agentId);
  return agent;
}

export function hintAgents({ bus, clock }: SupportContext, agentId: string): void {
  bus.hint('live.operators', { type: agentsHint, id: agentId, version: clock.now().getTime(), permission: 'chat' });
}

export function toAgent({ _id, name, slots, ...agent }: StoredAgent, now: Date): Agent {
  return { id: _id, name, status: isOnline(agent, now) ? 'online' : 'away', activeChats: slots.length };
}
