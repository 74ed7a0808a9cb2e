/** Assignment on real servers, in two instances: never more than three chats for an agent, tiers first, agents who leave, hand-over, idle chats. */
import { randomUUID } from 'node:crypto';
import type { Operator } from '@fairline/chassis/http/identity';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { supportAuditEvents } from '@fairline/proto/support/audit';
import { chatDeskRoutes, chatEvents, chatRoutes, chatRules } from '@fairline/proto/support/chats';
import { faqRoutes } from '@fairline/proto/support/faq';
import { ticketDeskRoutes, ticketRoutes } from '@fairline/proto/support/tickets';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const agentsOf = async () => (await stage.must(chatDeskRoutes.agents, { as: asOperator('support') })).items;
const chatsOf = async (as: Operator) =>
  (await stage.must(chatDeskRoutes.operatorChats, { as, query: { of: 'mine' } })).items;
const beat = (as: Operator) => stage.must(chatDeskRoutes.presence, { as, body: { status: 'online' } });
const leave = (as: Operator) => stage.must(chatDeskRoutes.presence, { as, body: { status: 'away' } });

describe('assignment', () => {
  it('gives waiting chats to agents after two seconds, three to each and never four', async () => {
    const started = await Promise.all(Array.from({ length: 12 }, (_, at) => stage.startChat(undefined, `chat ${at}`)));
    const agents = [await stage.agent('Ana'), await stage.agent('Ben'), await stage.agent('Cleo')];
    const statusOf = async () =>
      Promise.all(started.map(async ({ as, chat }) => (await stage.chat(as, chat.id)).status));
    expect(new Set(await statusOf())).toEqual(new Set(['waiting']));
    stage.clock.push(chatRules.assignAfterMs);
    for (const agent of agents) await beat(agent);
    await eventually(async () => (await statusOf()).filter((status) => status === 'active').length === 9);
    expect((await agentsOf()).map(({ activeChats }) => activeChats)).toEqual([3, 3, 3]);
    // Every agent tries to take the remaining chats at once, on both instances.
    const left = started.map(({ chat }) => chat.id);
    const grabs = await Promise.all(
      agents.flatMap((as) => left.map((id) => stage.call(chatDeskRoutes.takeChat, { as, params: { id } }))),
    );
    expect(new Set(grabs.filter(({ status }) => status !== 200).map((reply) => problemOf(reply).code))).toEqual(
      new Set(['agent_busy', 'chat_taken']),
    );
    for (const as of agents) expect(await chatsOf(as)).toHaveLength(3);
    const [first] = await chatsOf(agents[0] as Operator);
    await stage.must(chatDeskRoutes.agentEndChat, { as: agents[0] as Operator, params: { id: first?.id ?? '' } });
    await eventually(async () => (await chatsOf(agents[0] as Operator)).length === 3);
    expect((await agentsOf()).map(({ activeChats }) => activeChats)).toEqual([3, 3, 3]);
  });

  it('lets agents take chats at once without a fourth', async () => {
    const agent = await stage.agent();
    const chats = await Promise.all(Array.from({ length: 8 }, () => stage.startChat()));
    const takes = await Promise.all(
      chats.map(({ chat }) => stage.call(chatDeskRoutes.takeChat, { as: agent, params: { id: chat.id } })),
    );
    expect(takes.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(takes.filter(({ status }) => status !== 200).map((reply) => problemOf(reply).code))).toEqual(
      new Set(['agent_busy']),
    );
    expect(await chatsOf(agent)).toHaveLength(3);
  });

  it('serves higher tiers first, then who waits longest', async () => {
    const [early, late, vip] = [asPlayer(), asPlayer(), asPlayer()];
    await stage.world.documents
      .collection<{ _id: string }>('players')
      .insertOne({ _id: vip.id, version: 1, tier: 'gold', tierVersion: 1 } as never);
    const ids: string[] = [];
    for (const as of [early, late, vip]) ids.push((await stage.startChat(as, 'Hello')).chat.id);
    const waiting = async () =>
      (
        await stage.must(chatDeskRoutes.operatorChats, { as: asOperator('support'), query: { of: 'waiting' } })
      ).items.map(({ id }) => id);
    expect(await waiting()).toEqual([ids[2], ids[0], ids[1]]);
    expect((await stage.chat(late, ids[1] ?? '')).position).toBe(3);
  });

  it('frees a place whose assignment died half-way, and gives the chat to somebody', async () => {
    const [agent, other] = [await stage.agent('Ana'), await stage.agent('Ben')];
    const { as, chat } = await stage.startChat();
    const agents = stage.world.documents.collection<{ _id: string; slots: unknown[]; version: number }>('agents');
    const dead = [randomUUID(), randomUUID()].map((chatId) => ({ chatId, number: 1, takenAt: new Date() }));
    await agents.updateOne(
      { _id: agent.id },
      { $set: { slots: [...dead, { chatId: chat.id, number: 1, takenAt: new Date() }] }, $inc: { version: 1 } },
    );
    stage.clock.push(chatRules.assignAfterMs);
    await stage.chatWith(as, chat.id, 'active');
    const counts = async () => (await agentsOf()).map(({ activeChats }) => activeChats).toSorted();
    await eventually(async () => (await counts()).join() === '0,1');
    expect((await stage.chat(as, chat.id)).agent?.id).toBe(other.id);
  });
});

describe('an agent', () => {
  it('is away a minute after the last heartbeat, and their chats are first in line again', async () => {
    const agent = await stage.agent('Ana');
    const { as, id } = await stage.activeChat(agent);
    const other = await stage.startChat();
    stage.clock.push(chatRules.awayAfterMs - 5_000);
    await beat(agent);
    stage.clock.push(chatRules.awayAfterMs - 5_000);
    expect((await stage.chat(as, id)).status).toBe('active');
    expect(await stage.must(faqRoutes.contact)).toEqual({ email: 'support@fairline.example', agentsOnline: 1 });
    stage.clock.push(5_000);
    const waiting = await stage.chatWith(as, id, 'waiting');
    expect(waiting).toMatchObject({ position: 1, agentsOnline: 0 });
    expect(waiting.messages.map(({ code }) => code)).toContain('agent_left');
    expect((await stage.chatWith(other.as, other.chat.id, 'waiting')).position).toBe(2);
    expect(await agentsOf()).toMatchObject([{ status: 'away', activeChats: 0 }]);
    await eventually(async () => (await stage.chat(as, id)).messages.some(({ code }) => code === 'no_agents'));
    await beat(agent);
    await stage.chatWith(as, id, 'active');
  });

  it('who goes away gives their chats back, and takes none', async () => {
    const agent = await stage.agent('Ana');
    const { as, id } = await stage.activeChat(agent);
    expect(await leave(agent)).toMatchObject({ status: 'away', activeChats: 0 });
    expect(await stage.chat(as, id)).toMatchObject({ status: 'waiting', position: 1 });
    const take = await stage.call(chatDeskRoutes.takeChat, { as: agent, params: { id } });
    expect([take.status, problemOf(take).code]).toEqual([409, 'agent_away']);
  });

  it('hands a chat to another agent or to the queue, on the record', async () => {
    const [agent, other, full] = [await stage.agent('Ana'), await stage.agent('Ben'), await stage.agent('Cleo')];
    const actions = stage.collect(supportAuditEvents.operatorActed);
    const assigned = stage.collect(chatEvents.chatAssigned);
    const { as, id } = await stage.activeChat(agent);
    for (let at = 0; at < 3; at++) await stage.activeChat(full);
    const over = (agentId: string | null, from = agent) =>
      stage.call(chatDeskRoutes.handOver, { as: from, params: { id }, body: { agentId } });
    expect(problemOf(await over(full.id)).code).toBe('agent_busy');
    expect(problemOf(await over(randomUUID())).code).toBe('agent_away');
    expect((await over(other.id)).body).toMatchObject({ status: 'active', agent: { id: other.id, name: 'Ben' } });
    expect((await agentsOf()).map(({ name, activeChats }) => [name, activeChats])).toEqual([
      ['Ana', 0],
      ['Ben', 1],
      ['Cleo', 3],
    ]);
    await leave(agent);
    expect((await over(null, other)).body).toMatchObject({ status: 'waiting', position: 1 });
    await eventually(async () => (await stage.chat(as, id)).agent?.id === other.id);
    expect((await stage.chat(as, id)).messages.flatMap(({ code }) => code ?? [])).toEqual([
      'greeting',
      'handed_over',
      'back_in_queue',
      'greeting',
    ]);
    const of = <T extends { subject: string }>(events: T[]) => events.filter(({ subject }) => subject === id);
    await eventually(() => of(assigned).length === 4 && of(actions).length === 3);
    expect(of(assigned).map(({ data }) => data.agentId)).toEqual([agent.id, other.id, null, other.id]);
    expect(of(actions).map(({ data }) => data.action)).toEqual(['chat.take', 'chat.hand_over', 'chat.hand_over']);
  });

  it('shows the counters of the queue and of all chats', async () => {
    const agent = await stage.agent('Ana');
    await stage.activeChat(agent);
    await stage.startChat();
    const player = asPlayer();
    await stage.openTicket(player, { category: 'complaint' });
    expect(await stage.must(ticketDeskRoutes.ticketStats, { as: agent })).toEqual({
      counts: { open: 1, in_progress: 0, waiting_user: 0, resolved: 0, closed: 0 },
      unassigned: 1,
      unread: 1,
      complaintsDue: 0,
      waitingChats: 1,
      activeChats: 1,
      agentsOnline: 1,
    });
  });
});

describe('an idle chat', () => {
  it('ends, and what a waiting player wrote becomes a ticket', async () => {
    const agent = await stage.agent('Ana');
    const active = await stage.activeChat(agent);
    const waiting = await stage.startChat(undefined, 'Anybody?');
    const empty = await stage.startChat();
    await leave(agent);
    stage.clock.push(chatRules.idleEndsMs);
    for (const [as, id] of [
      [active.as, active.id],
      [waiting.as, waiting.chat.id],
      [empty.as, empty.chat.id],
    ] as const)
      await stage.chatWith(as, id, 'ended');
    expect((await stage.chat(empty.as, empty.chat.id)).messages.at(-1)).toMatchObject({ code: 'ended_idle' });
    const { ticketId } = await eventually(
      () => stage.chat(waiting.as, waiting.chat.id),
      (chat) => chat.ticketId !== undefined,
    );
    expect((await stage.must(ticketRoutes.tickets, { as: waiting.as })).items).toMatchObject([
      { id: ticketId, subject: 'Anybody?' },
    ]);
    await stage.must(chatRoutes.endChat, { as: waiting.as, params: { id: waiting.chat.id } });
  });

  it('becomes a ticket also if the process died after its end', async () => {
    const { as, chat } = await stage.startChat(undefined, 'Still there?');
    const left = {
      $set: { status: 'ended', endedAt: stage.clock.now(), isBeingKept: true },
      $unset: { openPlayerId: '' },
      $inc: { version: 1 },
    };
    await stage.world.documents.collection<{ _id: string }>('chats').updateOne({ _id: chat.id }, left as never);
    const { ticketId } = await eventually(
      () => stage.chat(as, chat.id),
      (kept) => kept.ticketId !== undefined,
    );
    expect((await stage.must(ticketRoutes.ticket, { as, params: { id: ticketId ?? '' } })).messages).toMatchObject([
      { message: 'Still there?' },
    ]);
    expect(await stage.world.documents.collection('chats').countDocuments({ isBeingKept: true })).toBe(0);
  });
});
