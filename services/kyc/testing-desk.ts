/** The running service with players who upload and operators who decide, for the integration tests. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mongo } from '@fairline/chassis/documents/mongo';
import type { Env } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import type { Running } from '@fairline/chassis/run';
import {
  asOperator,
  asPlayer,
  type CallOptions,
  eventsIn,
  eventually,
  longServing,
  openWorld,
  pathOf,
  SetClock,
  type World,
} from '@fairline/chassis/testing';
import type { Envelope, RouteType } from '@fairline/proto/contract';
import { kycDeskRoutes, type OperatorVerification } from '@fairline/proto/kyc/desk';
import { type Document, type DocumentType, documentRoutes, documentRules } from '@fairline/proto/kyc/documents';
import { type Verification, verificationRoutes } from '@fairline/proto/kyc/verifications';
import { type Kyc, MasterKeys } from './config.ts';
import { openStorage } from './files/peers.ts';
import { openScanner } from './files/scanner.ts';
import { start } from './main.ts';

export const masterKeys = `a:${Buffer.alloc(32, 1).toString('base64url')}`;

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface KycWorld {
  world: World;
  clock: SetClock;
  folder: string;
  /** Instances of the service. */
  running: Running[];
  call<T = unknown>(
    route: RouteType,
    options?: CallOptions & { params?: Record<string, string>; query?: string },
  ): Promise<{ status: number; body: T; headers: Headers }>;
  upload(
    player: string,
    type?: DocumentType,
    file?: Uint8Array,
    options?: { name?: string; key?: string },
  ): Promise<{ status: number; body: Document }>;
  /** A player with the required documents submitted. */
  submitted(types?: readonly DocumentType[]): Promise<{ player: string; id: string; documents: Document[] }>;
  /** Waits for the first event about an aggregate, then returns all of them. */
  published(name: string, subject: string): Promise<Envelope<Record<string, unknown>>[]>;
  /** All events that were published so far. */
  events: Envelope<Record<string, unknown>>[];
  /** The parts of the service, for use cases that jobs run. */
  parts(keys?: string): Promise<Kyc>;
  /** Starts another instance with another environment. */
  startInstance(extra?: Env): Promise<Running>;
  close(): Promise<void>;
}

/** Operators with a fresh proof of identity. */
export const operator = (
  clock: SetClock,
  role: Parameters<typeof asOperator>[0] = 'compliance',
  id: string = randomUUID(),
) => ({
  ...asOperator(role, id),
  ...longServing,
  provenAt: clock.now().toISOString(),
});

export async function openKyc(extra: Env = {}, instances = 1): Promise<KycWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'kyc-'));
  const world = await openWorld('kyc', new URL('./main.ts', import.meta.url).href, {
    BLOB_DIR: folder,
    KYC_MASTER_KEYS: masterKeys,
    ...extra,
  });
  const events: KycWorld['events'] = [];
  world.nats.subscribe('evt.kyc.>', { callback: (_error, message) => void events.push(...eventsIn(message)) });
  const clock = new SetClock(new Date());
  const running: Running[] = [];
  const startInstance = async (more: Env = {}) => {
    const instance = await start({ ...world.env, ...more }, clock);
    running.push(instance);
    return instance;
  };
  for (let count = 0; count < instances; count++) await startInstance();
  let turn = 0;
  let mongo: Mongo | undefined;
  const log = createLog('kyc', 'silent');
  const call: KycWorld['call'] = (route, { params, query = '', ...options } = {}) =>
    world.call(
      (running[turn++ % running.length] as Running).httpUrl,
      route.method,
      pathOf(route, params) + query,
      options,
    ) as never;
  const upload: KycWorld['upload'] = (
    player,
    type = 'passport',
    file = png,
    { name = `${type}.png`, key = randomUUID() } = {},
  ) => {
    const form = new FormData();
    form.set('type', type);
    form.set('file', new Blob([file as Uint8Array<ArrayBuffer>], { type: 'image/png' }), name);
    return call<Document>(documentRoutes.uploadDocument, { as: asPlayer(player), key, raw: form });
  };
  return {
    world,
    clock,
    folder,
    running,
    call,
    upload,
    startInstance,
    async parts(keys = masterKeys) {
      mongo ??= await Mongo.open(world.env.MONGO_URL as string, log);
      const scanner = openScanner(undefined);
      return {
        mongo,
        clock,
        log,
        storage: await openStorage(folder, undefined),
        keys: MasterKeys.parse(keys),
        scanner,
        needsTwoOperators: false,
      };
    },
    async submitted(types = documentRules.required) {
      const player = randomUUID();
      const documents: Document[] = [];
      for (const type of types) documents.push((await upload(player, type)).body);
      const { body } = await call<Verification>(verificationRoutes.submit, { as: asPlayer(player), key: randomUUID() });
      return { player, id: body.id, documents };
    },
    events,
    published: (name, subject) =>
      eventually(
        () => events.filter((event) => event.type === `evt.kyc.${name}.v1` && event.subject === subject),
        (found) => found.length > 0,
      ),
    async close() {
      for (const instance of running) await instance.stop();
      await mongo?.close();
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function showVerification(
  kyc: KycWorld,
  id: string,
  as = operator(kyc.clock),
): Promise<{ status: number; body: OperatorVerification }> {
  return kyc.call<OperatorVerification>(kycDeskRoutes.verification, { as, params: { id } });
}
