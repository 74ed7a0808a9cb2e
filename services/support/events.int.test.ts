/** Events of other services, duplicated and reordered; limits outside demo mode; recovery after a process dies; the help pages and contact. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { loyaltyEvents } from '@fairline/proto/promotions/loyalty';
import type { Tier } from '@fairline/proto/promotions/offers';
import { chatEvents, chatRoutes, chatRules } from '@fairline/proto/support/chats';
import { faqRoutes } from '@fairline/proto/support/faq';
import { ticketDeskRoutes, ticketEvents, ticketRoutes, ticketRules } from '@fairline/proto/support/tickets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from './testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open({
    env: { FAIRLINE_DEMO: '0', SUPPORT_PHONE: '+44 20 7946 0000', SUPPORT_EMAIL: 'help@fairline.example' },
  });
});
afterAll(() => stage.close());

const operator = asOperator('support');

describe('a tier', () => {
  const publish = (playerId: string, version: number, tier: Tier, id?: string) =>
    stage.world.publish(loyaltyEvents.tierChanged.subject, playerId, version, { playerId, tier, from: 'bronze' }, id);
  const tierOf = async (id: string) =>
    (await stage.must(ticketDeskRoutes.operatorTicket, { as: operator, params: { id } })).tier;

  it('gives open tickets their place, and new ones priority, however its events arrive', async () => {
    const as = asPlayer();
    const before = await stage.openTicket(as);
    const first = randomUUID();
    await publish(as.id, 3, 'platinum', first);
    await publish(as.id, 2, 'silver');
    await publish(as.id, 3, 'platinum', first);
    await publish(as.id, 1, 'gold');
    await eventually(async () => (await tierOf(before.id)) === 'platinum');
    await eventually(async () => (await stage.world.documents.collection('inbox').countDocuments()) >= 3);
    expect(await tierOf(before.id)).toBe('platinum');
    expect(before.priority).toBe('medium');
    expect((await stage.openTicket(as)).priority).toBe('high');
    await publish(as.id, 4, 'bronze');
    await eventually(async () => (await tierOf(before.id)) === 'bronze');
  });
});

describe('a limit', () => {
  it('of opened tickets per day is refused above it, and a repeat does not count', async () => {
    const as = asPlayer();
    const key = randomUUID();
    const body = { subject: 'Subject', description: 'Text', category: 'other' };
    const open = (own = randomUUID()) => stage.call(ticketRoutes.openTicket, { as, key: own, body });
    const replies = [await open(key), await open(key)];
    replies.push(...(await Promise.all(Array.from({ length: ticketRules.maxOpenedPerDay + 2 }, () => open()))));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused.map((reply) => problemOf(reply).code)).toEqual(refused.map(() => 'rate_limited'));
    expect((await stage.must(ticketRoutes.tickets, { as })).items).toHaveLength(ticketRules.maxOpenedPerDay);
    stage.clock.push(24 * 3_600_000);
    expect((await open()).status).toBe(201);
  });

  it('of chat messages per minute is refused above it', async () => {
    const { as, chat } = await stage.startChat();
    const send = () => stage.call(chatRoutes.sendMessage, { as, params: { id: chat.id }, body: { message: 'Hello' } });
    const replies = await Promise.all(Array.from({ length: chatRules.maxMessagesPerMinute + 2 }, send));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
    stage.clock.push(60_000);
    expect((await send()).status).toBe(201);
  });

  it('of files that no ticket names yet is refused above it', async () => {
    const as = asPlayer();
    const loose = Array.from({ length: 5 }, () => ({
      _id: randomUUID(),
      version: 1,
      ownerId: as.id,
      createdAt: stage.clock.now(),
    }));
    await stage.world.documents.collection<{ _id: string }>('loose_files').insertMany(loose as never);
    const file = Buffer.from('%PDF-1.4\n').toString('base64');
    const reply = await stage.call(ticketRoutes.openTicket, {
      as,
      body: { subject: 'Subject', description: 'Text', category: 'other', file },
    });
    expect([reply.status, problemOf(reply).code]).toEqual([429, 'rate_limited']);
  });
});

describe('a process that dies', () => {
  it('between a message and its event leaves the event to be published, once', async () => {
    const { as, chat } = await stage.startChat(undefined, 'Hello');
    const sent = stage.collect(chatEvents.chatMessageSent);
    const chats = stage.world.documents.collection<{ _id: string }>('chats');
    await eventually(async () => !(await chats.findOne({ _id: chat.id, unsent: true })));
    // As if a process had died right after its write: the event is still in the document.
    const event = {
      id: randomUUID(),
      type: chatEvents.chatMessageSent.subject,
      subject: chat.id,
      version: 2,
      data: { chatId: chat.id, playerId: as.id, messageId: randomUUID(), sequence: 2, senderType: 'user' },
      traceparent: null,
      createdAt: new Date(),
    };
    await chats.updateOne({ _id: chat.id }, { $set: { unsent: true }, $push: { outbox: event } as never });
    await eventually(() => sent.some(({ id }) => id === event.id));
    await eventually(async () => !(await chats.findOne({ _id: chat.id, unsent: true })));
  });

  it('between a ticket and its outcome does not open it twice', async () => {
    const as = asPlayer();
    const opened = stage.collect(ticketEvents.ticketOpened);
    const key = randomUUID();
    const body = { subject: 'Subject', description: 'Text', category: 'other' };
    const { id } = await stage.must(ticketRoutes.openTicket, { as, key, body });
    const keys = stage.world.documents.collection<{ commandId: string }>('idempotency');
    await keys.updateOne({ commandId: id }, { $unset: { outcome: '' }, $set: { stopped: true } });
    expect((await stage.must(ticketRoutes.openTicket, { as, key, body })).id).toBe(id);
    expect((await stage.must(ticketRoutes.tickets, { as })).items).toHaveLength(1);
    await eventually(() => opened.some(({ subject }) => subject === id));
    expect(opened.filter(({ subject }) => subject === id)).toHaveLength(1);
  });

  it('before the next starts loses no chat: who waited is served', async () => {
    const { as, chat } = await stage.startChat(undefined, 'Hello');
    await Promise.all(stage.instances.splice(0).map((instance) => instance.stop()));
    await stage.start();
    await stage.agent('Maya');
    stage.clock.push(chatRules.assignAfterMs);
    await stage.agent('Maya', operator);
    await stage.chatWith(as, chat.id, 'active');
  });
});

describe('the help pages', () => {
  it('list all articles, find some, and count one vote per player', async () => {
    const { categories } = await stage.must(faqRoutes.faq);
    expect(categories.map(({ id, name }) => [id, name])).toContainEqual(['account', 'Account & Verification']);
    expect(categories).toHaveLength(6);
    const found = await stage.must(faqRoutes.faq, { query: { q: 'documento rechazado', language: 'es' } });
    expect(found.categories[0]?.articles[0]).toMatchObject({ id: 'document-rejected' });
    expect((await stage.must(faqRoutes.faq, { query: { q: 'xyzzyx' } })).categories).toEqual([]);
    const params = { id: 'verify-identity' };
    const as = asPlayer();
    expect(await stage.must(faqRoutes.faqArticle, { params })).toMatchObject({
      votes: 0,
      helpful: 0,
      related: expect.arrayContaining([expect.objectContaining({ id: 'document-rejected' })]),
    });
    const vote = (player: typeof as, helpful: boolean) =>
      stage.must(faqRoutes.voteArticle, { as: player, params, body: { helpful } });
    await Promise.all([vote(as, true), vote(as, true), vote(asPlayer(), true)]);
    expect(await vote(as, false)).toMatchObject({ votes: 2, helpful: 1, voted: false });
    expect((await stage.must(faqRoutes.faqArticle, { params })).voted).toBeUndefined();
    for (const id of ['nothing', '__proto__', 'constructor']) {
      expect((await stage.call(faqRoutes.faqArticle, { params: { id } })).status).toBe(404);
      expect((await stage.call(faqRoutes.voteArticle, { as, params: { id }, body: { helpful: true } })).status).toBe(
        404,
      );
    }
  });

  it('show how support is reached, as configured', async () => {
    expect(await stage.must(faqRoutes.contact)).toMatchObject({
      phone: '+44 20 7946 0000',
      email: 'help@fairline.example',
    });
  });
});

it('closes a resolved ticket that nobody came back to for 14 days', async () => {
  const { id } = await stage.openTicket(asPlayer());
  await stage.must(ticketDeskRoutes.changeTicket, { as: operator, params: { id }, body: { status: 'resolved' } });
  stage.clock.push(15 * 24 * 3_600_000);
  await Promise.all(stage.instances.splice(0).map((instance) => instance.stop()));
  await stage.start();
  await eventually(
    async () =>
      (await stage.must(ticketDeskRoutes.operatorTicket, { as: operator, params: { id } })).status === 'closed',
  );
});
