/**
 * What dies while players write to support and send documents costs nobody a word: support, kyc, MongoDB and NATS are killed meanwhile.
 * In the end every key has one ticket, one message or one document with its file, every message has its number, and operators see the same as the players.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@fairline/proto/contract';
import type { Chat, ChatMessage } from '@fairline/proto/support/chats';
import type { Ticket } from '@fairline/proto/support/tickets';
import { expect, test } from '@playwright/test';
import { type Platform, startPlatform } from '../local/platform/platform.ts';
import { type Answer, Client, type TestPlayer } from './client.ts';

const players = 4;
const strikes = ['support', 'mongo', 'kyc', 'mongo', 'kyc', 'support', 'nats', 'mongo', 'kyc', 'support'] as const;
const betweenMs = 2_500;
const everyMs = 150;
/** Few enough for the limits of a player. */
const ticketsOfPlayer = 5;
/** Each sends one document, so that none has more loose files than are allowed until they are swept. */
const senders = 12;
const betweenDocumentsMs = 1_000;
/** A picture of one pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Sent {
  player: TestPlayer;
  path: string;
  key: string;
  body: Record<string, unknown>;
  answer?: Answer<{ id: string }>;
}

test('tickets and chat messages are stored once, whoever dies while they are sent', async () => {
  test.setTimeout(600_000);
  const platform = await startPlatform({ temporary: true, demo: true, processes: ['auth', 'wallet', 'kyc', 'support', 'gateway'] });
  try {
    const client = new Client(platform.url);
    const people = await Promise.all(Array.from({ length: players }, () => client.register()));
    const withDocuments = await Promise.all(Array.from({ length: senders }, () => client.register()));
    const chats = await Promise.all(people.map(({ token }) => client.expect<Chat>(201, 'POST', '/api/support/chats', { token, key: randomUUID(), body: {} })));
    const stop = new AbortController();
    const writing = write(client, people, chats, stop.signal);
    const sending = sendDocuments(client, withDocuments, stop.signal);
    await strike(platform);
    stop.abort();
    await checkDocuments(client, platform, await sending);
    await check(client, people, chats, await writing);
  } finally {
    await platform.stop();
  }
});

async function strike(platform: Platform): Promise<void> {
  for (const [round, name] of strikes.entries()) {
    await pause(betweenMs + ((round * 397) % betweenMs));
    await platform.kill(name);
    // However busy the machine is, some of it happens between two deaths.
    await platform.ready('support', 60_000);
  }
  await pause(betweenMs);
}

/** Sends until told to stop; an answer that never came is kept as a question. */
async function write(client: Client, people: readonly TestPlayer[], chats: readonly Chat[], stop: AbortSignal): Promise<Sent[]> {
  const sent: Sent[] = [];
  const underway: Promise<void>[] = [];
  for (let turn = 0; !stop.aborted; turn++) {
    const at = turn % people.length;
    const player = people[at] as TestPlayer;
    const isTicket = turn % 7 === 0 && sent.filter((one) => one.player === player && one.path.endsWith('/tickets')).length < ticketsOfPlayer;
    const one: Sent = isTicket
      ? {
          player,
          path: '/api/support/tickets',
          key: randomUUID(),
          body: { subject: `Question ${turn}`, description: 'Where is my withdrawal?', category: 'other' },
        }
      : { player, path: `/api/support/chats/${chats[at]?.id}/messages`, key: randomUUID(), body: { message: `Line ${turn}` } };
    sent.push(one);
    const { token } = player;
    const keep = (answer: Answer<{ id: string }>) => {
      one.answer = answer;
    };
    underway.push(client.ask<{ id: string }>('POST', one.path, { token, key: one.key, body: one.body }).then(keep, () => undefined));
    await pause(everyMs);
  }
  await Promise.all(underway);
  return sent;
}

/** One document of each player after the other, each under several kills or between them. */
async function sendDocuments(client: Client, people: readonly TestPlayer[], stop: AbortSignal): Promise<Sent[]> {
  const sent = people.map((player): Sent => ({ player, path: '/api/kyc/documents', key: randomUUID(), body: { type: 'passport', file: picture } }));
  for (let turn = 0; !stop.aborted; turn++) {
    const one = sent[turn % sent.length] as Sent;
    const { token } = one.player;
    const isOpen = one.answer?.status !== 201;
    const answer = isOpen && (await client.ask<{ id: string }>('POST', one.path, { token, key: one.key, body: one.body }).catch(() => undefined));
    if (answer) one.answer = answer;
    await pause(betweenDocumentsMs);
  }
  return sent;
}

/** Each key is one document, whose file can be read. */
async function checkDocuments(client: Client, platform: Platform, sent: readonly Sent[]): Promise<void> {
  for (const { player, path, key, body, answer } of sent) {
    const { token } = player;
    const again = await client.insist<{ id: string }>('POST', path, { token, key, body });
    expect(again.status, JSON.stringify(again.body)).toBe(201);
    if (answer?.status === 201) expect(again.body.id).toBe(answer.body.id);
    const { documents } = await client.expect<{ documents: { id: string }[] }>(200, 'GET', '/api/kyc', { token });
    expect(documents.map(({ id }) => id)).toEqual([again.body.id]);
    const file = await fetch(`${platform.url}/api/kyc/documents/${again.body.id}/file`, { headers: { authorization: `Bearer ${token}` } });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  }
}

async function check(client: Client, people: readonly TestPlayer[], chats: readonly Chat[], sent: readonly Sent[]): Promise<void> {
  expect(sent.filter(({ answer }) => answer?.status === 201).length, 'most of the time it is taken').toBeGreaterThan(sent.length / 5);
  // Asked again under its key, each is the same ticket or the same message.
  const askAgain = async (one: Sent) => {
    const again = await client.insist<{ id: string }>('POST', one.path, { token: one.player.token, key: one.key, body: one.body });
    expect(again.status, JSON.stringify(again.body)).toBe(201);
    if (one.answer?.status === 201) expect(again.body.id).toBe(one.answer.body.id);
  };
  await Promise.all(
    people.map(async (player) => {
      for (const one of sent) if (one.player === player) await askAgain(one);
    }),
  );
  const operator = await client.operator('support');
  for (const [at, player] of people.entries()) {
    const { token } = player;
    const own = sent.filter((one) => one.player === player);
    const tickets = await client.expect<Page<Ticket>>(200, 'GET', '/api/support/tickets', { token });
    const subjects = own.flatMap(({ body }) => (body.subject === undefined ? [] : [body.subject]));
    expect(tickets.items.map(({ subject }) => subject).sort()).toEqual(subjects.sort());
    const chat = await client.expect<Chat>(200, 'GET', `/api/support/chats/${chats[at]?.id}`, { token });
    const lines = own.flatMap(({ body }) => (body.message === undefined ? [] : [body.message]));
    const written = (messages: readonly ChatMessage[]) => messages.filter(({ senderType }) => senderType === 'user').map(({ message }) => message);
    expect(written(chat.messages).sort()).toEqual(lines.sort());
    expect(chat.messages.map(({ sequence }) => sequence)).toEqual(chat.messages.map((_, place) => place + 1));
    const desk = await client.expect<Chat>(200, 'GET', `/api/admin/support/chats/${chats[at]?.id}`, { token: operator });
    expect(written(desk.messages)).toEqual(written(chat.messages));
  }
}
