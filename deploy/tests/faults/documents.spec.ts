/**
 * No message, ticket or upload of a player is lost or duplicated when a process dies: support, kyc, MongoDB and NATS are killed while tickets with files are opened,
 * chat messages are written and documents are uploaded. In the end every key has exactly one ticket, message or document, with its file; messages are numbered without gaps;
 * operators see the same as players; and the live streams of both sides have delivered the last change of each chat.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@fairline/proto/contract';
import type { Chat, ChatMessage } from '@fairline/proto/support/chats';
import type { Ticket } from '@fairline/proto/support/tickets';
import { expect, test } from '@playwright/test';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { type Answer, Client, eventually, onePixel, type TestPlayer } from '../client.ts';
import { Follower } from './follower.ts';

const players = 4;
const strikes = ['support', 'mongo', 'kyc', 'mongo', 'kyc', 'support', 'nats', 'mongo', 'kyc', 'support'] as const;
const betweenMs = 2_500;
const everyMs = 300;
/** Below the limits of a player. */
const ticketsOfPlayer = 5;
/** Each player uploads one document, so that no player reaches the limit of unattached files, which are removed only later. */
const senders = 12;
const betweenDocumentsMs = 1_000;
const arrivesWithinMs = 5_000;

const agentsChats = '/api/admin/support/chats';

interface Sent {
  player: TestPlayer;
  /** Set if the agent sends it, in the player's chat. */
  agent?: string;
  path: string;
  key: string;
  body: Record<string, unknown>;
  answer?: Answer<{ id: string }>;
}

test('stores tickets and chat messages once while services are killed', async () => {
  test.setTimeout(600_000);
  const platform = await startPlatform({
    temporary: true,
    demo: true,
    processes: ['auth', 'wallet', 'kyc', 'support', 'gateway'],
  });
  const followers: Follower[] = [];
  try {
    const client = new Client(platform.url);
    const people = await Promise.all(Array.from({ length: players }, () => client.register()));
    const withDocuments = await Promise.all(Array.from({ length: senders }, () => client.register()));
    const chats = await Promise.all(
      people.map(({ token }) =>
        client.expect<Chat>(201, 'POST', '/api/support/chats', { token, key: randomUUID(), body: {} }),
      ),
    );
    const agent = await client.operator('support');
    followers.push(...[agent, ...people.map(({ token }) => token)].map((token) => new Follower(platform.url, token)));
    await beOnline(client, agent);
    const stop = new AbortController();
    const writing = write(client, people, chats, agent, stop.signal);
    const sending = sendDocuments(client, withDocuments, stop.signal);
    await killServices(platform);
    stop.abort();
    await checkDocuments(client, platform, await sending);
    await check(client, people, chats, await writing);
    await checkFiles(client, people, agent);
    await checkStreams(client, people, chats, followers);
  } finally {
    await Promise.all(followers.map((follower) => follower.end()));
    await platform.stop();
  }
});

async function killServices(platform: Platform): Promise<void> {
  for (const [round, name] of strikes.entries()) {
    await pause(betweenMs + ((round * 397) % betweenMs));
    await platform.kill(name);
    // Waits until the process is ready, so that some calls succeed between two kills even on a busy machine.
    await platform.ready('support', 60_000);
  }
  await pause(betweenMs);
}

/** Sends a heartbeat of the agent, who is assigned as many chats as one agent may have. */
const beOnline = (client: Client, token: string) =>
  client.ask('POST', '/api/admin/support/presence', { token, body: { status: 'online', name: 'Maya' } });

/** Sends messages and tickets until stopped. The outcome of a call without an answer is checked at the end. */
async function write(
  client: Client,
  people: readonly TestPlayer[],
  chats: readonly Chat[],
  agent: string,
  stop: AbortSignal,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const underway: Promise<void>[] = [];
  for (let turn = 0; !stop.aborted; turn++) {
    const at = turn % people.length;
    const player = people[at] as TestPlayer;
    const isTicket =
      turn % 7 === 0 &&
      sent.filter((one) => one.player === player && one.path.endsWith('/tickets')).length < ticketsOfPlayer;
    const one: Sent = isTicket
      ? {
          player,
          path: '/api/support/tickets',
          key: randomUUID(),
          body: {
            subject: `Question ${turn}`,
            description: 'Where is my withdrawal?',
            category: 'other',
            file: onePixel,
          },
        }
      : turn % 3 === 1
        ? {
            player,
            agent,
            path: `${agentsChats}/${chats[at]?.id}/messages`,
            key: randomUUID(),
            body: { message: `Answer ${turn}` },
          }
        : {
            player,
            path: `/api/support/chats/${chats[at]?.id}/messages`,
            key: randomUUID(),
            body: { message: `Line ${turn}` },
          };
    sent.push(one);
    const token = one.agent ?? player.token;
    if (turn % 20 === 0) underway.push(beOnline(client, agent).then(nothing, nothing));
    const keep = (answer: Answer<{ id: string }>) => {
      one.answer = answer;
    };
    underway.push(
      client.ask<{ id: string }>('POST', one.path, { token, key: one.key, body: one.body }).then(keep, nothing),
    );
    await pause(everyMs);
  }
  await Promise.all(underway);
  return sent;
}

const nothing = () => undefined;

/** Uploads the document of each player, one player after the other, until each upload has succeeded. */
async function sendDocuments(client: Client, people: readonly TestPlayer[], stop: AbortSignal): Promise<Sent[]> {
  const sent = people.map(
    (player): Sent => ({
      player,
      path: '/api/kyc/documents',
      key: randomUUID(),
      body: { type: 'passport', file: onePixel },
    }),
  );
  for (let turn = 0; !stop.aborted; turn++) {
    const one = sent[turn % sent.length] as Sent;
    const { token } = one.player;
    const isOpen = one.answer?.status !== 201;
    const answer =
      isOpen &&
      (await client
        .ask<{ id: string }>('POST', one.path, { token, key: one.key, body: one.body })
        .catch(() => undefined));
    if (answer) one.answer = answer;
    await pause(betweenDocumentsMs);
  }
  return sent;
}

/** Checks that each key has one document, and that its file can be read. */
async function checkDocuments(client: Client, platform: Platform, sent: readonly Sent[]): Promise<void> {
  for (const { player, path, key, body, answer } of sent) {
    const { token } = player;
    const again = await client.insist<{ id: string }>('POST', path, { token, key, body });
    expect(again.status, JSON.stringify(again.body)).toBe(201);
    if (answer?.status === 201) expect(again.body.id).toBe(answer.body.id);
    const { documents } = await client.expect<{ documents: { id: string }[] }>(200, 'GET', '/api/kyc', { token });
    expect(documents.map(({ id }) => id)).toEqual([again.body.id]);
    const file = await fetch(`${platform.url}/api/kyc/documents/${again.body.id}/file`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  }
}

async function check(
  client: Client,
  people: readonly TestPlayer[],
  chats: readonly Chat[],
  sent: readonly Sent[],
): Promise<void> {
  expect(sent.filter(({ answer }) => answer?.status === 201).length, 'most of the time it is taken').toBeGreaterThan(
    sent.length / 5,
  );
  // Repeated under its key, each call returns the same ticket or message.
  const askAgain = async (one: Sent) => {
    const again = await client.insist<{ id: string; code?: string }>('POST', one.path, {
      token: one.agent ?? one.player.token,
      key: one.key,
      body: one.body,
    });
    const before = one.answer;
    one.answer = again;
    // There is one chat more than an agent may have, so one still waits and the agent cannot write in it.
    if (one.agent && again.status === 409 && again.body.code === 'chat_taken') return;
    expect(again.status, JSON.stringify(again.body)).toBe(201);
    if (before?.status === 201) expect(again.body.id).toBe(before.body.id);
  };
  await Promise.all(
    people.map(async (player) => {
      for (const one of sent) if (one.player === player) await askAgain(one);
    }),
  );
  const operator = await client.operator('support');
  for (const [at, player] of people.entries()) {
    const { token } = player;
    const own = sent.filter((one) => one.player === player && one.answer?.status === 201);
    const tickets = await client.expect<Page<Ticket>>(200, 'GET', '/api/support/tickets', { token });
    const subjects = own.flatMap(({ body }) => (body.subject === undefined ? [] : [body.subject]));
    expect(tickets.items.map(({ subject }) => subject).sort()).toEqual(subjects.sort());
    const chat = await client.expect<Chat>(200, 'GET', `/api/support/chats/${chats[at]?.id}`, { token });
    const written = (messages: readonly ChatMessage[], by = ['user', 'agent']) =>
      messages.filter(({ senderType }) => by.includes(senderType)).map(({ message }) => message);
    for (const side of ['user', 'agent']) {
      const lines = own.flatMap(({ agent, body }) =>
        body.message === undefined || (agent ? 'agent' : 'user') !== side ? [] : [body.message],
      );
      expect(written(chat.messages, [side]).sort()).toEqual(lines.sort());
    }
    expect(chat.messages.map(({ sequence }) => sequence)).toEqual(chat.messages.map((_, place) => place + 1));
    const desk = await client.expect<Chat>(200, 'GET', `${agentsChats}/${chats[at]?.id}`, { token: operator });
    expect(written(desk.messages)).toEqual(written(chat.messages));
  }
}

/** Checks that every ticket has its file once, and that both sides can see it. */
async function checkFiles(client: Client, people: readonly TestPlayer[], agent: string): Promise<void> {
  const typeOf = async (path: string, token: string) => {
    const response = await fetch(client.url + path, { headers: { authorization: `Bearer ${token}` } });
    return [response.status, response.headers.get('content-type')];
  };
  let files = 0;
  for (const { token } of people) {
    const { items } = await client.expect<Page<Ticket>>(200, 'GET', '/api/support/tickets', { token });
    for (const { id } of items) {
      const { messages } = await client.expect<Ticket>(200, 'GET', `/api/support/tickets/${id}`, { token });
      const attachments = messages.flatMap((message) => message.attachments);
      expect(attachments).toHaveLength(1);
      expect(await typeOf(`/api/support/attachments/${attachments[0]?.id}`, token)).toEqual([200, 'image/png']);
      expect(await typeOf(`/api/admin/support/attachments/${attachments[0]?.id}`, agent)).toEqual([200, 'image/png']);
      files++;
    }
  }
  expect(files).toBeGreaterThan(0);
}

/**
 * Checks that the streams of both sides deliver the newest version of each chat after its player has written again. A stream that is just reconnecting
 * may miss that hint, so the player writes until one arrives.
 */
async function checkStreams(
  client: Client,
  people: readonly TestPlayer[],
  chats: readonly Chat[],
  [ofAgent, ...ofPlayers]: Follower[],
): Promise<void> {
  for (const [at, { token }] of people.entries()) {
    const path = `/api/support/chats/${chats[at]?.id}`;
    for (const follower of [ofAgent, ofPlayers[at]]) {
      const writeAgain = async () => {
        await client.expect(201, 'POST', `${path}/messages`, {
          token,
          key: randomUUID(),
          body: { message: 'Are you there?' },
        });
        const { version } = await client.expect<Chat>(200, 'GET', path, { token });
        const streamed = () => follower?.versions.get(chats[at]?.id ?? '') ?? 0;
        await eventually(
          async () => streamed(),
          (newest) => newest >= version,
          arrivesWithinMs,
        ).catch(() => undefined);
        return { streamed: streamed(), stored: version };
      };
      await eventually(writeAgain, ({ streamed, stored }) => streamed >= stored, 30_000);
    }
  }
}
