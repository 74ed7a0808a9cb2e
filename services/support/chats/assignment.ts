/**
 * Assigns waiting chats to agents. First a place is taken in the agent's document, then the chat is given to them; if the process dies in between, the place is found and freed.
 * So no agent ever exceeds the limit of chats, however many instances assign, take and hand over chats.
 */
import type { Actor } from '@fairline/chassis/messaging/operator-action';
import { Refusal } from '@fairline/proto/contract';
import { type ChatNotice, chatRefusals } from '@fairline/proto/support/chats';
import type { StoredAgent } from '../agents/agent.ts';
import { hintAgents } from '../agents/commands.ts';
import { agents, releaseSlot, reserveSlot } from '../agents/store.ts';
import type { SupportContext } from '../context.ts';
import { recordAction } from '../operator.ts';
import { changeChat, type Decide, notify, publishAssigned } from './changes.ts';
import { assign, checkAgent, requeue, type StoredChat, slotStateOf } from './chat.ts';
import { requireOpen } from './commands.ts';
import { hintChat } from './hints.ts';
import * as store from './store.ts';

/** An assignment that takes longer is given up. Its place is freed only well after that. */
const assignWithinMs = 10_000;
export const slotStuckMs = 3 * assignWithinMs;

type Assignable = Pick<StoredChat, '_id' | 'assignments'>;

/** Gives a waiting chat to an agent. `gone`: the chat no longer waits, or another agent got it. */
export async function assignChat(
  context: SupportContext,
  agentId: string,
  { _id, assignments }: Assignable,
  by?: Actor,
): Promise<'done' | 'gone' | 'away' | 'busy'> {
  return moveChat(context, agentId, {
    _id,
    number: assignments + 1,
    from: undefined,
    notice: 'greeting',
    action: 'chat.take',
    by,
  });
}

interface Move {
  _id: string;
  number: number;
  /** The agent who has the chat; undefined for a waiting chat. */
  from: string | undefined;
  notice: 'greeting' | 'handed_over';
  action: string;
  by?: Actor | undefined;
}

async function moveChat(
  context: SupportContext,
  agentId: string,
  move: Move,
): Promise<'done' | 'gone' | 'away' | 'busy'> {
  const { _id, number, from, notice, action, by } = move;
  const { mongo, clock } = context;
  const startedAt = clock.now();
  const obstacle = await reserveSlot(context, agentId, _id, number);
  if (obstacle) return obstacle;
  const name = (await mongo.get(agents, agentId))?.name ?? '';
  const chat = await changeChat(context, _id, async (current, out) => {
    const isStill =
      current.status === (from ? 'active' : 'waiting') &&
      current.agent?.id === from &&
      current.assignments === number - 1;
    if (!isStill || clock.now().getTime() - startedAt.getTime() > assignWithinMs) return;
    assign(current, { id: agentId, name }, number);
    await notify(out, current, notice, clock.now(), { agent: name });
    await publishAssigned(out, current);
    if (by)
      await recordAction(out, by, current.version, {
        action,
        resourceType: 'chat',
        resourceId: _id,
        after: { agentId },
      });
  });
  const isDone = slotStateOf(chat, agentId, number) === 'current';
  if (isDone) hintChat(context, chat, 'chatAssigned');
  else await releaseSlot(mongo, agentId, _id, number);
  hintAgents(context, agentId);
  return isDone ? 'done' : 'gone';
}

/** An agent takes a waiting chat. A chat that they have already is returned unchanged. */
export async function takeChat(context: SupportContext, by: Actor, chatId: string): Promise<StoredChat> {
  const chat = await store.requireChat(context.mongo, chatId);
  requireOpen(chat);
  if (chat.status === 'active') {
    checkAgent(chat, by.operatorId);
    return chat;
  }
  refuseObstacle(await assignChat(context, by.operatorId, chat, by));
  const taken = await store.requireChat(context.mongo, chatId);
  requireOpen(taken);
  checkAgent(taken, by.operatorId);
  return taken;
}

function refuseObstacle(outcome: 'done' | 'gone' | 'away' | 'busy'): void {
  if (outcome === 'away') throw new Refusal(chatRefusals.agentAway);
  if (outcome === 'busy') throw new Refusal(chatRefusals.agentBusy);
}

/** Hands an own chat to another agent, or back to the queue. */
export async function handOver(
  context: SupportContext,
  by: Actor,
  chatId: string,
  agentId: string | null,
): Promise<StoredChat> {
  const chat = await store.requireChat(context.mongo, chatId);
  requireOpen(chat);
  checkAgent(chat, by.operatorId);
  const number = chat.assignments;
  if (agentId === null)
    return returnChat(context, { chatId, agentId: by.operatorId, number, code: 'back_in_queue', by });
  if (agentId === by.operatorId) return chat;
  refuseObstacle(
    await moveChat(context, agentId, {
      _id: chatId,
      number: number + 1,
      from: by.operatorId,
      notice: 'handed_over',
      action: 'chat.hand_over',
      by,
    }),
  );
  const moved = await store.requireChat(context.mongo, chatId);
  if (slotStateOf(moved, by.operatorId, number) === 'stale')
    await releaseSlot(context.mongo, by.operatorId, chatId, number);
  hintAgents(context, by.operatorId);
  if (moved.agent?.id !== agentId) requireOpen(moved);
  return moved;
}

interface Return {
  chatId: string;
  agentId: string;
  number: number;
  code: ChatNotice;
  by?: Actor;
}

/** Puts an agent's chat back at the head of the queue, then frees their place. */
export async function returnChat(
  context: SupportContext,
  { chatId, agentId, number, code, by }: Return,
): Promise<StoredChat> {
  const now = context.clock.now();
  const decide: Decide = async (current, out) => {
    if (slotStateOf(current, agentId, number) !== 'current') return;
    requeue(current, now);
    await notify(out, current, code, now);
    await publishAssigned(out, current);
    if (by)
      await recordAction(out, by, current.version, {
        action: 'chat.hand_over',
        resourceType: 'chat',
        resourceId: chatId,
        after: { agentId: null },
      });
  };
  const chat = await changeChat(context, chatId, decide);
  hintChat(context, chat, 'chatAssigned');
  await releaseSlot(context.mongo, agentId, chatId, number);
  hintAgents(context, agentId);
  return chat;
}

/** Puts the chats of an agent who left back into the queue. A place whose assignment is under way is kept until that is decided. */
export async function returnChatsOf(
  context: SupportContext,
  { _id, slots }: Pick<StoredAgent, '_id' | 'slots'>,
): Promise<void> {
  const found = new Map(
    (
      await store.chatsById(
        context.mongo,
        slots.map(({ chatId }) => chatId),
      )
    ).map((chat) => [chat._id, chat]),
  );
  for (const { chatId, number } of slots) {
    if (slotStateOf(found.get(chatId), _id, number) === 'current')
      await returnChat(context, { chatId, agentId: _id, number, code: 'agent_left' });
  }
}
