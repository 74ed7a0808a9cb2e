/** The data monitor: figures of the services that reply, names of those that do not, and recorded retries. */
import { randomUUID } from 'node:crypto';
import { eventually, problemOf } from '@fairline/chassis/testing';
import { common, type Infer } from '@fairline/proto/contract';
import { platformServiceNames } from '@fairline/proto/processes';
import { type Deliveries, deliveryRefusals, type deliveryRoutes } from '@fairline/proto/risk/deliveries';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

type All = Infer<typeof deliveryRoutes.deliveries.reply>;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const read = async () => (await stage.as<All>('auditor', 'GET', '/api/admin/risk/deliveries')).body.services;
const retry = (service: string, id: string, role: 'super_admin' | 'auditor' | 'compliance' = 'super_admin') =>
  stage.as(role, 'POST', `/api/admin/risk/deliveries/${service}/${id}/retry`, {});
const retries = () =>
  stage.sql<{ id: string }>(
    `select resource_id as id from audit_log where action = 'delivery.retry' order by sequence`,
  );

it('names every service, with figures of those that answer in time', async () => {
  const kyc: Deliveries = {
    outbox: { pending: 1, published: 2 },
    inbox: { applied: 3, failing: 4 },
    dead: 0,
    deadLetters: [],
    nextCursor: null,
  };
  const answering = stage.world.nats.subscribe('rpc.kyc.deliveries', {
    callback: (_error, message) => void message.respond(JSON.stringify({ ok: kyc })),
  });
  const services = await read();
  answering.unsubscribe();
  expect(services.map(({ service }) => service)).toEqual([...platformServiceNames]);
  expect(services.find(({ service }) => service === 'kyc')?.deliveries).toEqual(kyc);
  expect(services.find(({ service }) => service === 'risk')?.deliveries).toMatchObject({ dead: 0, deadLetters: [] });
  expect(services.find(({ service }) => service === 'wallet')).toEqual({ service: 'wallet' });
});

it('shows an own dead letter and retries it; one that fails again stays, with its error', async () => {
  await stage.publish(walletAuditEvents.operatorActed, { nonsense: true } as never);
  const own = async () => (await read()).find(({ service }) => service === 'risk')?.deliveries;
  const deliveries = await eventually(own, (found) => found?.dead === 1);
  const [deadLetter] = deliveries?.deadLetters ?? [];
  expect(deadLetter).toMatchObject({ consumer: 'risk_wallet_OperatorActed', subject: 'evt.wallet.OperatorActed.v1' });
  const refused = await retry('risk', deadLetter?.id ?? '');
  expect([refused.status, problemOf(refused).code]).toEqual([409, deliveryRefusals.failedAgain.code]);
  expect((await own())?.dead).toBe(1);
  await eventually(retries, (found) => found.some(({ id }) => id === `risk/${deadLetter?.id}`));
});

it('shows a service by pages, retries its dead letters, prunes its outbox; records both first', async () => {
  const call = (role: 'super_admin' | 'auditor', method: 'GET' | 'POST', path: string) =>
    stage.as<Deliveries & Infer<typeof deliveryRoutes.retryDeliveries.reply>>(
      role,
      method,
      `/api/admin/risk/deliveries/${path}`,
      method === 'POST' ? {} : undefined,
    );
  expect((await call('auditor', 'GET', 'risk')).body).toMatchObject({
    dead: 1,
    deadLetters: [{ subject: 'evt.wallet.OperatorActed.v1' }],
    nextCursor: null,
  });
  expect((await call('super_admin', 'POST', 'risk/retry')).body).toEqual({ retried: 0, failed: 1, left: 1 });
  expect((await call('super_admin', 'POST', 'risk/prune')).body).toEqual({ pruned: 0 });
  expect((await call('super_admin', 'POST', 'wallet/retry')).status).toBe(503);
  expect((await call('auditor', 'POST', 'risk/prune')).status).toBe(403);
  expect((await call('auditor', 'GET', 'wallet')).status).toBe(503);
  for (const path of ['nothing', '__proto__', 'feed']) expect((await call('auditor', 'GET', path)).status).toBe(404);
  const recorded = () =>
    stage.sql<{ act: string }>(
      `select action || ' ' || resource_id as act from audit_log where action in ('delivery.retry_all', 'delivery.prune') order by sequence`,
    );
  const acts = (await eventually(recorded, ({ length }) => length === 3)).map(({ act }) => act);
  expect(acts.toSorted()).toEqual(['delivery.prune risk', 'delivery.retry_all risk', 'delivery.retry_all wallet']);
});

it('refuses unknown services and roles without the permission; names a service without reply', async () => {
  const unknown = await retry('risk', randomUUID());
  expect([unknown.status, problemOf(unknown).code]).toEqual([404, deliveryRefusals.unknown.code]);
  expect((await retry('nothing', randomUUID())).status).toBe(404);
  expect((await retry('wallet', randomUUID(), 'auditor')).status).toBe(403);
  expect((await retry('wallet', randomUUID(), 'compliance')).status).toBe(403);
  const unanswered = await retry('wallet', randomUUID());
  expect([unanswered.status, problemOf(unanswered).code]).toEqual([503, common.unavailable.code]);
});
