/** Code that the tests of support share: two instances of the service on real servers, a clock that tests may advance, and calls of players and agents. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operator, Player } from '@fairline/chassis/http/identity';
import type { Clock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import type { Running } from '@fairline/chassis/run';
import {
  asOperator,
  asPlayer,
  type CallOptions,
  eventsIn,
  eventually,
  openWorld,
  pathOf,
  type World,
} from '@fairline/chassis/testing';
import type { EventType, Infer, RouteType } from '@fairline/proto/contract';
import type { Change } from '@fairline/proto/live/stream';
import {
  type Chat,
  type ChatMessage,
  chatDeskRoutes,
  chatRoutes,
  type OperatorChat,
} from '@fairline/proto/support/chats';
import { type OperatorTicket, type Ticket, ticketDeskRoutes, ticketRoutes } from '@fairline/proto/support/tickets';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { start } from './main.ts';

/** The real time, which a test may advance. */
export class PushedClock implements Clock {
  private aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  push(ms: number): void {
    this.aheadMs += ms;
  }
}

export interface CallParts extends Omit<CallOptions, 'as'> {
  as?: Player | Operator;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The instance to call; by default they alternate. */
  instance?: number;
}

interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

interface Collected<D> {
  id: string;
  subject: string;
  version: number;
  data: D;
}

export class Stage {
  readonly world: World;
  readonly clock = new PushedClock();
  readonly instances: Running[] = [];
  readonly blobDir: string;
  /** Stands in for wallet: the player of each bet, round and payment, by its id. */
  readonly owners = new Map<string, string>();
  private calls = 0;
  /** Resolves when the server has every subscription. Calls wait for it, so that no event is missed. */
  private subscribed: Promise<void> = Promise.resolve();

  private constructor(world: World, blobDir: string) {
    this.world = world;
    this.blobDir = blobDir;
    world.nats.subscribe(ledgerRequests.ownerOf.subject, {
      callback: (_error, message) => {
        const { id } = message.json<{ input: { id: string } }>().input;
        message.respond(JSON.stringify({ ok: { playerId: this.owners.get(id) } }));
      },
    });
  }

  static async open({ instances = 2, env = {} }: { instances?: number; env?: Env } = {}): Promise<Stage> {
    const blobDir = await mkdtemp(join(tmpdir(), 'fairline-support-'));
    const key = randomBytes(32).toString('base64url');
    const world = await openWorld('support', new URL('main.ts', import.meta.url).href, {
      FAIRLINE_DEMO: '1',
      BLOB_DIR: blobDir,
      BLOB_KEY: key,
      ...env,
    });
    const stage = new Stage(world, blobDir);
    for (let at = 0; at < instances; at++) await stage.start();
    return stage;
  }

  async start(): Promise<Running> {
    const instance = await start(this.world.env, this.clock);
    this.instances.push(instance);
    return instance;
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
    await this.world.close();
    await rm(this.blobDir, { recursive: true, force: true });
  }

  /** Calls a route of the contract. Keyed routes get a key of their own unless the test names one. */
  async call<R extends RouteType>(route: R, parts: CallParts = {}): Promise<Answer<Infer<R['reply']>>> {
    const {
      params = {},
      query,
      instance = this.calls++ % this.instances.length,
      key = route.keyed ? randomUUID() : undefined,
      ...options
    } = parts;
    const path = `${pathOf(route, params)}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const url = this.instances[instance]?.httpUrl ?? '';
    await this.subscribed;
    return this.world.call(url, route.method, path, { ...options, ...(key && { key }) });
  }

  /** Calls a route and returns its body; fails unless the call succeeds. */
  async must<R extends RouteType>(route: R, parts: CallParts = {}): Promise<Infer<R['reply']>> {
    const { status, body } = await this.call(route, parts);
    if (status !== route.status)
      throw new Error(`${route.method} ${route.path} returned ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  openTicket(
    as: Player,
    changes: Partial<{ subject: string; description: string; category: string; priority: string; about: unknown }> = {},
  ): Promise<Ticket> {
    const form = { subject: 'My withdrawal', description: 'Where is it?', category: 'payment', ...changes };
    return this.must(ticketRoutes.openTicket, { as, body: form });
  }

  reply(as: Player, id: string, message = 'Any news?'): Promise<Ticket> {
    return this.must(ticketRoutes.replyToTicket, { as, params: { id }, body: { message } });
  }

  answer(as: Operator, id: string, message = 'We look into it.'): Promise<OperatorTicket> {
    return this.must(ticketDeskRoutes.answerTicket, { as, params: { id }, body: { message } });
  }

  /** An agent who is online. */
  async agent(name = 'Maya', as = asOperator('support')): Promise<Operator> {
    await this.must(chatDeskRoutes.presence, { as, body: { status: 'online', name } });
    return as;
  }

  async startChat(as = asPlayer(), message?: string): Promise<{ as: Player; chat: Chat }> {
    return {
      as,
      chat: await this.must(chatRoutes.startChat, { as, ...(message !== undefined && { body: { message } }) }),
    };
  }

  chat(as: Player, id: string, after?: number): Promise<Chat> {
    return this.must(chatRoutes.chat, {
      as,
      params: { id },
      ...(after !== undefined && { query: { after: String(after) } }),
    });
  }

  operatorChat(as: Operator, id: string): Promise<OperatorChat> {
    return this.must(chatDeskRoutes.operatorChat, { as, params: { id } });
  }

  send(as: Player, id: string, message: string): Promise<ChatMessage> {
    return this.must(chatRoutes.sendMessage, { as, params: { id }, body: { message } });
  }

  sendAnswer(as: Operator, id: string, message: string): Promise<ChatMessage> {
    return this.must(chatDeskRoutes.answerChat, { as, params: { id }, body: { message } });
  }

  /** Advances the clock past the delay of assignment, and waits until the chat has the status. */
  chatWith(as: Player, id: string, status: Chat['status']): Promise<Chat> {
    return eventually(
      () => this.chat(as, id),
      (chat) => chat.status === status,
    );
  }

  /** A chat that an agent has taken. */
  async activeChat(agent: Operator, message = 'Hello'): Promise<{ as: Player; id: string }> {
    const { as, chat } = await this.startChat(undefined, message);
    await this.must(chatDeskRoutes.takeChat, { as: agent, params: { id: chat.id } });
    return { as, id: chat.id };
  }

  /** Collects the events of one type from now on. An event that is published twice under one id is collected once. */
  collect<E extends EventType>(event: E): Collected<Infer<E['data']>>[] {
    const events: Collected<Infer<E['data']>>[] = [];
    const callback = (_error: Error | null, message: { json(): unknown }) => {
      for (const one of eventsIn<Infer<E['data']>>(message))
        if (!events.some(({ id }) => id === one.id)) events.push(one);
    };
    this.world.nats.subscribe(event.subject, { callback });
    this.subscribed = this.world.nats.flush();
    return events;
  }

  /** Collects hints on a subject from now on. */
  hints(subject: string): Change[] {
    const hints: Change[] = [];
    const callback = (_error: Error | null, message: { json(): unknown }) => {
      hints.push(message.json() as Change);
    };
    this.world.nats.subscribe(subject, { callback });
    this.subscribed = this.world.nats.flush();
    return hints;
  }
}
