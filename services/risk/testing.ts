/** Code that tests of risk share: instances on real servers, events of other services, and calls as operators and players. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@fairline/chassis/run';
import { asOperator, openWorld, proven, SetClock, type World } from '@fairline/chassis/testing';
import type { EventType, Infer } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import { eventStream } from '@fairline/proto/processes';
import { durableName } from '@fairline/proto/services';
import { start } from './main.ts';

type Options = NonNullable<Parameters<World['call']>[3]>;

export class Stage {
  readonly clock = new SetClock(new Date('2026-11-20T12:00:00.000Z'));
  readonly headFile: string;
  readonly world: World;
  instances: Running[] = [];
  private readonly folder: string;

  private constructor(world: World, folder: string) {
    this.world = world;
    this.folder = folder;
    this.headFile = join(folder, 'heads', 'head');
  }

  static async open(): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'fairline-risk-'));
    const world = await openWorld('risk', new URL('main.ts', import.meta.url).href, {
      AUDIT_HEAD_FILE: join(folder, 'heads', 'head'),
    });
    const stage = new Stage(world, folder);
    stage.instances = [await stage.start(), await stage.start()];
    return stage;
  }

  start(): Promise<Running> {
    return start(this.world.env, this.clock);
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
    await this.world.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  call<T = never>(
    method: string,
    path: string,
    options: Options = {},
  ): Promise<{ status: number; body: T; headers: Headers }> {
    return this.world.call(this.instances[0]?.httpUrl ?? '', method, path, options) as never;
  }

  /** Calls as an operator with a role, who has just proved their identity. */
  as<T = never>(
    role: Role,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T; headers: Headers }> {
    return this.call(method, path, {
      as: proven(asOperator(role, operators[role] ?? randomUUID()), this.clock),
      ...(body !== undefined && { body }),
    });
  }

  async publish<E extends EventType>(
    event: E,
    data: Infer<E['data']>,
    {
      id = randomUUID(),
      aggregate = randomUUID(),
      version = 1,
    }: { id?: string; aggregate?: string; version?: number } = {},
  ): Promise<string> {
    await this.world.publish(event.subject, aggregate, version, data, id);
    return id;
  }

  /** Publishes many events of a type in one message. */
  async publishMany<E extends EventType>(
    event: E,
    all: readonly { id: string; data: Infer<E['data']>; at?: Date }[],
  ): Promise<void> {
    const envelopes = all.map(({ id, data, at = new Date() }) => ({
      specversion: '1.0',
      id,
      source: '/test',
      type: event.subject,
      subject: randomUUID(),
      time: at.toISOString(),
      datacontenttype: 'application/json',
      version: 1,
      data,
    }));
    await this.world.nats.request(event.subject, JSON.stringify(envelopes), { timeout: 20_000 });
  }

  /** Whether everything published so far has been handled. */
  async isDrained(event: EventType): Promise<boolean> {
    const reply = await this.world.nats.request(`$JS.API.CONSUMER.INFO.${eventStream}.${durableName('risk', event)}`);
    const { num_pending, num_ack_pending } = reply.json<{ num_pending: number; num_ack_pending: number }>();
    return num_pending + num_ack_pending === 0;
  }

  async sql<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.world.db.query<T>(text, values)).rows;
  }
}

/** The operator of a role, the same in all calls of a test file. */
export const operators: Partial<Record<Role, string>> = {
  compliance: randomUUID(),
  auditor: randomUUID(),
  super_admin: randomUUID(),
  support: randomUUID(),
};
