/** The export of payments is the list: the same payments in the same order, for every filter that the list has. */
import { randomUUIDv7 } from 'node:crypto';
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { paymentStatuses, paymentTypes } from '@fairline/proto/wallet/payments';
import { pendingParties } from '@fairline/proto/wallet/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWallet, operator, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
let players: [string, string];
beforeAll(async () => {
  world = await openWallet();
  players = [await world.player(), await world.player({ level: 'unverified' })];
  // More than a page of each type and state, of two players in turn; one payment in five has a name of its own.
  await world.db.query(
    `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, customer_name, provider_state, redirect_url,
       rejection_reason, submitted_at, decided_at)
     select uuidv7(), case when n % 2 = 0 then $1::uuid else $2::uuid end, k.type, k.status, 1000 + n, 1000 + n, 'USD', 'real', 'credit_card', k.type || '-' || n,
       case when n % 5 = 0 then 'Ada Lovelace' else 'Somebody' end, k.provider, k.redirect, case k.status when 'rejected' then 'Not received' end, now(),
       case when k.status <> 'pending' then now() end
     from generate_series(1, 110) n cross join (values
       ('deposit', 'pending', null, null), ('deposit', 'pending', 'waiting', 'http://pay.example'), ('deposit', 'pending', 'waiting', null),
       ('withdrawal', 'pending', null, null), ('deposit', 'approved', 'paid', null), ('withdrawal', 'approved', 'sent', null),
       ('deposit', 'rejected', null, null), ('deposit', 'failed', 'failed', null)) k (type, status, provider, redirect)`,
    players,
  );
});
afterAll(() => world.close());

const path = '/api/admin/wallet/payments';

async function listed(query: string): Promise<PaymentForOperator[]> {
  const items: PaymentForOperator[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: { items: PaymentForOperator[]; nextCursor: string | null } } = await world.http(
      'GET',
      `${path}?${query}${cursor && `&cursor=${cursor}`}`,
      { as: operator() },
    );
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

async function exported(query: string): Promise<string[]> {
  const { body } = await world.http<string>('GET', `${path}/export.csv?${query}`, { as: operator() });
  const lines = body.trimEnd().split('\n').slice(1);
  return lines.map((line) => line.split(',')[1] ?? '');
}

const statuses = paymentStatuses.map((status) => `status=${status}`);
const types = paymentTypes.map((type) => `type=${type}`);
const waits = pendingParties.map((party) => `waitsFor=${party}`);
const searches = ['q=lovelace', 'q=ad', 'q=.', 'q=deposit-7', 'q=nobody'];
const orders = ['order=newest', 'order=queue'];

it('is recorded with what was asked for', async () => {
  const as = operator('auditor');
  await world.http('GET', `${path}/export.csv?status=approved&q=4242424242424242`, { as });
  const { rows } = await world.db.query(
    `select data from outbox where type like '%.OperatorActed.%' and data ->> 'operatorId' = $1`,
    [as.id],
  );
  expect(rows).toMatchObject([{ data: { action: 'payment.export', after: { status: 'approved', q: '[text]' } } }]);
});

describe('the export', () => {
  const filters = ['', ...statuses, ...types, ...waits, ...searches];
  const pairs = [...statuses, ...waits].flatMap((one) =>
    [...types, ...searches.slice(0, 2), ...orders].map((other) => `${one}&${other}`),
  );
  const queues = [
    'status=pending&order=queue',
    ...types.map((type) => `status=pending&${type}&order=queue`),
    'status=pending&q=lovelace&order=queue',
  ];
  it.each([...filters, ...pairs, ...queues, ...orders])('is the list of %j', async (query) => {
    const ids = (await listed(query)).map(({ id }) => id);
    expect(await exported(query)).toEqual(ids);
  });

  it('is the list of one player, and of players found by name', async () => {
    for (const query of [
      `userId=${players[0]}`,
      `userId=${players[1]}&status=pending&order=queue`,
      `q=zzzz&players=${players[0]}`,
      `userId=${randomUUIDv7()}`,
    ]) {
      const ids = (await listed(query)).map(({ id }) => id);
      expect(await exported(query), query).toEqual(ids);
    }
  });
});

it.each([
  ['payer', 110],
  ['provider', 110],
  ['review', 220],
] as const)('finds the payments that wait for the %s', async (party, count) => {
  const items = await listed(`waitsFor=${party}`);
  expect([items.length, new Set(items.map(({ waitsFor }) => waitsFor))]).toEqual([count, new Set([party])]);
  expect(await listed(`waitsFor=${party}&status=approved`)).toEqual([]);
});
