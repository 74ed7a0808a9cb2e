/** Chats on real servers, in two instances: messages of both sides, gapless and once; limits, hints, transcripts; what is refused. */
import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import {
  type ChatMessage,
  chatDeskRoutes,
  chatEvents,
  chatRoutes,
  queueHint,
  typingHint,
} from '@fairline/proto/support/chats';
import { ticketDeskRoutes, ticketEvents, ticketRoutes } from '@fairline/proto/support/tickets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const card = '4111-1111-1111-1111';

describe('a chat', () => {
  it('waits, is greeted by its agent, and carries messages both ways', async () => {
    const { as, chat } = await stage.startChat(undefined, 'Hello');
    expect(chat).toMatchObject({
      status: 'waiting',
      position: expect.any(Number),
      messages: [{ sequence: 1, senderType: 'user', message: 'Hello' }],
    });
    const agent = await stage.agent('Maya');
    const active = await stage.must(chatDeskRoutes.takeChat, { as: agent, params: { id: chat.id } });
    expect(active).toMatchObject({
      status: 'active',
      playerId: as.id,
      tier: 'bronze',
      agent: { id: agent.id, name: 'Maya' },
    });
    expect(await stage.sendAnswer(agent, chat.id, 'Hi!')).toMatchObject({
      sequence: 3,
      senderType: 'agent',
      message: 'Hi!',
    });
    expect(await stage.send(as, chat.id, 'I have a question')).toMatchObject({ sequence: 4, senderType: 'user' });
    const whole = await stage.chat(as, chat.id);
    expect(whole.messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(whole.messages[1]).toMatchObject({
      senderType: 'system',
      code: 'greeting',
      params: { agent: 'Maya' },
      message: 'You are chatting with Maya. How can we help?',
    });
    expect((await stage.chat(as, chat.id, 3)).messages.map(({ message }) => message)).toEqual(['I have a question']);
    expect(whole.lastSequence).toBe(4);
    expect(whole.version).toBeGreaterThanOrEqual(4);
  });

  it('is one at a time for a player, who gets the open one again', async () => {
    const as = asPlayer();
    const started = await Promise.all(
      Array.from({ length: 8 }, (_, at) => stage.must(chatRoutes.startChat, { as, body: { message: `start ${at}` } })),
    );
    const ids = new Set(started.map(({ id }) => id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    const { messages } = await stage.chat(as, id);
    expect(
      messages
        .filter(({ senderType }) => senderType === 'user')
        .map(({ message }) => message)
        .toSorted(),
    ).toEqual(Array.from({ length: 8 }, (_, at) => `start ${at}`));
    await stage.must(chatRoutes.endChat, { as, params: { id } });
    const next = await stage.startChat(as);
    expect(next.chat.id).not.toBe(id);
    expect((await stage.must(chatRoutes.chats, { as })).items.map((one) => [one.id, one.status, one.messages])).toEqual(
      [
        [next.chat.id, 'waiting', []],
        [id, 'ended', []],
      ],
    );
    const key = randomUUID();
    const repeats = await Promise.all(
      [0, 1].map((instance) => stage.must(chatRoutes.startChat, { as, key, body: { message: 'again' }, instance })),
    );
    expect(repeats.map((one) => one.messages.filter(({ message }) => message === 'again').length)).toEqual([1, 1]);
  });

  it('numbers 200 messages that both sides send at once without a gap, each once', async () => {
    const agent = await stage.agent();
    const { as, id } = await stage.activeChat(agent);
    const before = (await stage.chat(as, id)).lastSequence;
    const texts = Array.from({ length: 100 }, (_, at) => `message ${at}`);
    const sent: ChatMessage[] = [];
    // Sent in waves, so that a slow machine answers each call in time. Every tenth message is sent twice, on both instances.
    for (let wave = 0; wave < texts.length; wave += 20) {
      const sends = texts.slice(wave, wave + 20).flatMap((text, at) => {
        const [key, body, params] = [randomUUID(), { message: text }, { id }];
        const send = (instance: number) => stage.must(chatRoutes.sendMessage, { as, key, params, body, instance });
        return [
          send(at % 2),
          ...(at % 10 === 0 ? [send(1 - (at % 2))] : []),
          stage.must(chatDeskRoutes.answerChat, { as: agent, params, body }),
        ];
      });
      sent.push(...(await Promise.all(sends)));
    }
    const { messages, lastSequence } = await stage.chat(as, id);
    expect(lastSequence).toBe(before + 200);
    expect(messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: before + 200 }, (_, at) => at + 1));
    for (const senderType of ['user', 'agent']) {
      const written = messages
        .filter((message) => message.senderType === senderType && texts.includes(message.message))
        .map(({ message }) => message);
      expect(written.toSorted()).toEqual(texts.toSorted());
    }
    const byId = new Map(messages.map((message) => [message.id, message.sequence]));
    for (const message of sent) expect(byId.get(message.id)).toBe(message.sequence);
    for (const after of [0, 31, 32, 33, 64, 150, before + 200]) {
      expect((await stage.chat(as, id, after)).messages.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: before + 200 - after }, (_, at) => after + at + 1),
      );
    }
  });

  it('hints both sides at once, of a message and of who types', async () => {
    const agent = await stage.agent();
    const { as, id } = await stage.activeChat(agent);
    const [toPlayer, toOperators] = [stage.hints(`live.player.${as.id}`), stage.hints('live.operators')];
    await stage.world.nats.flush();
    await stage.send(as, id, 'Hello?');
    const { subject } = chatEvents.chatMessageSent;
    await eventually(() =>
      [toPlayer, toOperators].every((hints) => hints.some((hint) => hint.type === subject && hint.id === id)),
    );
    for (let at = 0; at < 3; at++) {
      await stage.must(chatRoutes.typing, { as, params: { id }, instance: 0 });
      await stage.must(chatDeskRoutes.agentTyping, { as: agent, params: { id }, instance: 0 });
    }
    const typing = (hints: { type: string; id: string }[]) =>
      hints.filter((hint) => hint.type === typingHint && hint.id === id);
    await eventually(() => typing(toPlayer).length > 0 && typing(toOperators).length > 0);
    expect([typing(toPlayer).length, typing(toOperators).length]).toEqual([1, 1]);
    expect(typing(toOperators)[0]).toMatchObject({ permission: 'chat' });
  });

  it('takes nothing once it has ended', async () => {
    const agent = await stage.agent();
    const { as, id } = await stage.activeChat(agent);
    const ended = stage.collect(chatEvents.chatEnded);
    const both = await Promise.all([
      stage.must(chatRoutes.endChat, { as, params: { id } }),
      stage.must(chatDeskRoutes.agentEndChat, { as: agent, params: { id } }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['ended', 'ended']);
    expect((await stage.chat(as, id)).messages.filter(({ code }) => code?.startsWith('ended'))).toHaveLength(1);
    const calls = [
      await stage.call(chatRoutes.sendMessage, { as, params: { id }, body: { message: 'Still there?' } }),
      await stage.call(chatDeskRoutes.answerChat, { as: agent, params: { id }, body: { message: 'Yes' } }),
      await stage.call(chatDeskRoutes.takeChat, { as: agent, params: { id } }),
      await stage.call(chatDeskRoutes.handOver, { as: agent, params: { id }, body: { agentId: null } }),
    ];
    expect(calls.map((reply) => [reply.status, problemOf(reply).code])).toEqual(calls.map(() => [409, 'chat_ended']));
    await eventually(() => ended.some(({ subject }) => subject === id));
    expect(ended.filter(({ subject }) => subject === id)).toHaveLength(1);
  });

  it('shows waiting players their place, which changes live', async () => {
    const last = asPlayer();
    const hints = stage.hints(`live.player.${last.id}`);
    const players = [
      await stage.startChat(undefined, 'a'),
      await stage.startChat(undefined, 'b'),
      await stage.startChat(last, 'c'),
    ];
    const places = async () =>
      Promise.all(players.map(async ({ as, chat }) => (await stage.chat(as, chat.id)).position ?? 0));
    const [first = 0, second, third] = await places();
    expect([second, third]).toEqual([first + 1, first + 2]);
    const placeHints = () => hints.filter(({ type }) => type === queueHint).length;
    await eventually(() => placeHints() > 0);
    const shown = placeHints();
    await stage.must(chatRoutes.endChat, { as: players[0]?.as as never, params: { id: players[0]?.chat.id ?? '' } });
    await eventually(() => placeHints() > shown);
    // Chats of other tests may have ended meanwhile.
    const [, nowSecond = 0, nowThird] = await places();
    expect(nowSecond).toBeLessThanOrEqual(first);
    expect(nowThird).toBe(nowSecond + 1);
    for (const { as, chat } of players) await stage.must(chatRoutes.endChat, { as, params: { id: chat.id } });
  });

  it('belongs to its player, and is worked on by its agent alone', async () => {
    const [agent, other] = [await stage.agent('Maya'), await stage.agent('Noa')];
    const { id } = await stage.activeChat(agent);
    const stranger = asPlayer();
    const params = { id };
    const strange = [
      await stage.call(chatRoutes.chat, { as: stranger, params }),
      await stage.call(chatRoutes.sendMessage, { as: stranger, params, body: { message: 'Mine' } }),
      await stage.call(chatRoutes.endChat, { as: stranger, params }),
      await stage.call(chatRoutes.typing, { as: stranger, params }),
      await stage.call(chatRoutes.keepAsTicket, { as: stranger, params }),
      await stage.call(chatDeskRoutes.operatorChat, { as: agent, params: { id: randomUUID() } }),
    ];
    expect(strange.map((reply) => [reply.status, problemOf(reply).code])).toEqual(
      strange.map(() => [404, 'not_found']),
    );
    const taken = [
      await stage.call(chatDeskRoutes.answerChat, { as: other, params, body: { message: 'Mine' } }),
      await stage.call(chatDeskRoutes.takeChat, { as: other, params }),
      await stage.call(chatDeskRoutes.agentEndChat, { as: other, params }),
      await stage.call(chatDeskRoutes.handOver, { as: other, params, body: { agentId: null } }),
    ];
    expect(taken.map((reply) => [reply.status, problemOf(reply).code])).toEqual(taken.map(() => [409, 'chat_taken']));
    expect((await stage.call(chatDeskRoutes.operatorChats, { as: asOperator('auditor') })).status).toBe(403);
  });

  it.each<[string, string, number, string]>([
    ['blank', ' \n ', 400, 'invalid_request'],
    ['huge', 'x'.repeat(5_001), 400, 'invalid_request'],
    ['with a card number', card, 422, 'card_number'],
  ])('refuses a message that is %s', async (_, message, status, code) => {
    const { as, chat } = await stage.startChat();
    const reply = await stage.call(chatRoutes.sendMessage, { as, params: { id: chat.id }, body: { message } });
    expect([reply.status, problemOf(reply).code]).toEqual([status, code]);
    const start = await stage.call(chatRoutes.startChat, { as: asPlayer(), body: { message } });
    expect([start.status, problemOf(start).code]).toEqual([status, code]);
    await stage.must(chatRoutes.endChat, { as, params: { id: chat.id } });
  });

  it('holds 1,000 messages, and its document stays small', async () => {
    const agent = await stage.agent();
    const { as, id } = await stage.activeChat(agent);
    const documents = stage.world.documents.collection<{ _id: string; messages: unknown[] }>('chats');
    const text = 'é'.repeat(2_000);
    for (let at = 0; at < 130; at++) await (at % 2 ? stage.send(as, id, text) : stage.sendAnswer(agent, id, text));
    const stored = await documents.findOne({ _id: id });
    expect(stored?.messages.length).toBeLessThanOrEqual(64);
    expect((await stage.chat(as, id)).messages.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 132 }, (_, at) => at + 1),
    );
    await documents.updateOne({ _id: id }, { $set: { lastSequence: 1_000 } });
    const calls = [
      await stage.call(chatRoutes.sendMessage, { as, params: { id }, body: { message: 'One more' } }),
      await stage.call(chatDeskRoutes.answerChat, { as: agent, params: { id }, body: { message: 'One more' } }),
    ];
    expect(calls.map((reply) => [reply.status, problemOf(reply).code])).toEqual(calls.map(() => [409, 'chat_full']));
    await documents.updateOne({ _id: id }, { $set: { lastSequence: 132 } });
    await stage.must(chatRoutes.endChat, { as, params: { id } });
  });
});

describe('a transcript', () => {
  it('becomes a ticket once, with everything that people wrote', async () => {
    const agent = await stage.agent();
    const opened = stage.collect(ticketEvents.ticketOpened);
    const { as, id } = await stage.activeChat(agent, 'My deposit\nis missing');
    for (let at = 0; at < 40; at++) await stage.send(as, id, `detail ${at}`);
    await stage.sendAnswer(agent, id, 'I look into it');
    const kept = await Promise.all(
      [0, 1].map((instance) => stage.must(chatRoutes.keepAsTicket, { as, params: { id }, instance })),
    );
    expect(new Set(kept.map(({ ticketId }) => ticketId)).size).toBe(1);
    const ticketId = kept[0]?.ticketId ?? '';
    const ticket = await stage.must(ticketRoutes.ticket, { as, params: { id: ticketId } });
    expect(ticket).toMatchObject({
      subject: 'My deposit',
      category: 'other',
      status: 'open',
      description: 'My deposit\nis missing',
    });
    expect(ticket.messages.map(({ message, senderType }) => [senderType, message])).toEqual([
      ['user', 'My deposit\nis missing'],
      ...Array.from({ length: 40 }, (_, at) => ['user', `detail ${at}`]),
      ['admin', 'I look into it'],
    ]);
    const chat = await stage.chat(as, id);
    expect(chat).toMatchObject({ status: 'active', ticketId });
    expect(chat.messages.filter(({ code }) => code === 'kept_as_ticket')).toMatchObject([
      { params: { reference: ticketId.slice(-8) } },
    ]);
    expect((await stage.reply(as, ticketId, 'More')).messages).toHaveLength(43);
    await eventually(() => opened.some(({ subject }) => subject === ticketId));
    expect(opened.filter(({ subject }) => subject === ticketId)).toMatchObject([
      { data: { chatId: id, playerId: as.id } },
    ]);
    await stage.must(chatRoutes.endChat, { as, params: { id } });
  });

  it('is the same however often it is begun, whatever is written meanwhile', async () => {
    const agent = await stage.agent();
    const { as, id } = await stage.activeChat(agent, 'message 1');
    const write = async (from: number, to: number) => {
      for (let number = from; number <= to; number++) await stage.send(as, id, `message ${number}`);
    };
    await write(2, 31);
    const { ticketId } = await stage.must(chatRoutes.keepAsTicket, { as, params: { id } });
    // As if the process had died before it stored the ticket in the chat.
    await stage.world.documents
      .collection<{ _id: string }>('chats')
      .updateOne({ _id: id }, { $unset: { ticketId: '' }, $inc: { version: 1 } });
    await write(32, 36);
    expect(await stage.must(chatRoutes.keepAsTicket, { as, params: { id } })).toEqual({ ticketId });
    const replies = Array.from({ length: 20 }, (_, at) => `reply ${at}`);
    for (const reply of replies) await stage.reply(as, ticketId, reply);
    const { messages } = await stage.must(ticketRoutes.ticket, { as, params: { id: ticketId } });
    const kept = Array.from({ length: 31 }, (_, at) => `message ${at + 1}`);
    expect(messages.map(({ message }) => message)).toEqual([...kept, ...replies]);
    expect((await stage.must(ticketRoutes.tickets, { as })).items).toHaveLength(1);
    await stage.must(chatRoutes.endChat, { as, params: { id } });
  });

  it('ends a chat that waits, and needs a message to keep', async () => {
    const opened = stage.collect(ticketEvents.ticketOpened);
    const { as, chat } = await stage.startChat();
    const empty = await stage.call(chatRoutes.keepAsTicket, { as, params: { id: chat.id } });
    expect([empty.status, problemOf(empty).code]).toEqual([409, 'chat_empty']);
    await stage.send(as, chat.id, 'Nobody here?');
    const { ticketId } = await stage.must(chatRoutes.keepAsTicket, { as, params: { id: chat.id } });
    expect(await stage.chat(as, chat.id)).toMatchObject({ status: 'ended', ticketId });
    expect(
      (await stage.must(ticketDeskRoutes.operatorTicket, { as: asOperator('support'), params: { id: ticketId } }))
        .messages,
    ).toMatchObject([{ senderId: as.id, message: 'Nobody here?' }]);
    const [event] = await eventually(
      () => opened.filter(({ data }) => data.ticketId === ticketId),
      ({ length }) => length > 0,
    );
    expect(event?.data).toMatchObject({ playerId: as.id, chatId: chat.id });
  });
});
