/** Jobs of chats: assign waiting chats, return the chats of agents whose heartbeat stopped, end idle chats. All due times are stored in documents. */
import { isOnline, nextAgent, takeSlot } from '../agents/agent.ts';
import { markAway } from '../agents/commands.ts';
import { agentsWhoseBeatStopped, agentsWithChats, onlineAgents, releaseSlot } from '../agents/store.ts';
import type { SupportContext } from '../context.ts';
import { assignChat, returnChat, slotStuckMs } from './assignment.ts';
import { changeChat, notify } from './changes.ts';
import { isIdle, slotStateOf } from './chat.ts';
import { endChat } from './commands.ts';
import { hintChat, hintPlace } from './hints.ts';
import * as store from './store.ts';
import { keepChat } from './transcript.ts';

/** Assigns waiting chats, offers a ticket if no agent is online, and sends a hint to players whose place changed. */
export class Queue {
  /** The places that players last saw. A restart loses them, which costs one extra hint per player. */
  private places = new Map<string, number>();
  private readonly context: SupportContext;

  constructor(context: SupportContext) {
    this.context = context;
  }

  async run(): Promise<void> {
    const waiting = await store.waitingChats(this.context.mongo);
    const now = this.context.clock.now();
    const assigned = await this.assignAll(waiting.filter(({ assignFrom }) => assignFrom <= now));
    this.showPlaces(waiting.filter(({ _id }) => !assigned.has(_id)));
  }

  private async assignAll(due: readonly store.ListedChat[]): Promise<Set<string>> {
    const { mongo, clock } = this.context;
    const assigned = new Set<string>();
    if (due.length === 0) return assigned;
    let agents = await onlineAgents(mongo, clock.now());
    if (agents.length === 0) await this.offerTickets(due);
    for (const chat of due) {
      const agent = nextAgent(agents, clock.now());
      if (!agent) break;
      const outcome = await assignChat(this.context, agent._id, chat);
      if (outcome === 'done') {
        takeSlot(agent, chat._id, chat.assignments + 1, clock.now());
        assigned.add(chat._id);
      }
      // An agent changed meanwhile. The next run assigns the chats that still wait.
      else if (outcome !== 'gone') agents = await onlineAgents(mongo, clock.now());
    }
    return assigned;
  }

  private async offerTickets(due: readonly store.ListedChat[]): Promise<void> {
    for (const { _id } of due.filter(({ isTicketOffered }) => !isTicketOffered)) {
      const chat = await changeChat(this.context, _id, async (current, out) => {
        if (current.status !== 'waiting' || current.isTicketOffered) return;
        current.isTicketOffered = true;
        await notify(out, current, 'no_agents', this.context.clock.now());
      });
      hintChat(this.context, chat, 'chatMessageSent');
    }
  }

  private showPlaces(waiting: readonly store.ListedChat[]): void {
    const places = new Map(waiting.map(({ _id }, at) => [_id, at + 1]));
    for (const chat of waiting) {
      if (this.places.get(chat._id) !== places.get(chat._id)) hintPlace(this.context, chat);
    }
    this.places = places;
  }
}

/** Marks agents whose heartbeat stopped as away and puts their chats back into the queue. Frees places that have no chat. */
export async function sweepAgents(context: SupportContext): Promise<void> {
  const { mongo, clock } = context;
  const now = clock.now();
  for (const { _id } of await agentsWhoseBeatStopped(mongo, now)) await markAway(context, _id);
  const holders = await agentsWithChats(mongo);
  if (holders.length === 0) return;
  const ids = holders.flatMap(({ slots }) => slots.map(({ chatId }) => chatId));
  const found = new Map((await store.chatsById(mongo, ids)).map((chat) => [chat._id, chat]));
  for (const agent of holders) {
    for (const { chatId, number, takenAt } of agent.slots) {
      const state = slotStateOf(found.get(chatId), agent._id, number);
      const isStuck = state === 'underway' && now.getTime() - takenAt.getTime() > slotStuckMs;
      if (state === 'stale' || isStuck) await releaseSlot(mongo, agent._id, chatId, number);
      else if (state === 'current' && !isOnline(agent, now))
        await returnChat(context, { chatId, agentId: agent._id, number, code: 'agent_left' });
    }
  }
}

const endedAtOnce = 100;

/** Ends chats in which nobody wrote for long. What a player wrote while they waited becomes a ticket. */
export async function endIdleChats(context: SupportContext): Promise<void> {
  for (const id of await store.chatsBeingKept(context.mongo, endedAtOnce))
    await keepChat(context, await store.requireChat(context.mongo, id));
  for (const id of await store.idleChats(context.mongo, context.clock.now(), endedAtOnce)) {
    const chat = await store.requireChat(context.mongo, id);
    if (chat.status === 'waiting' && chat.userMessages > 0 && !chat.ticketId) await keepChat(context, chat);
    else
      await endChat(context, id, {
        by: 'system',
        code: 'ended_idle',
        isDue: (current) => isIdle(current, context.clock.now()),
      });
  }
}
