/** docs/flows.md against the platform: each flow runs once, and its diagram must show what passed, no more and no less. */
import { randomUUID } from 'node:crypto';
import type { Bet } from '@fairline/proto/betting/bets';
import type { Claim } from '@fairline/proto/promotions/claims';
import type { OperatorPromotion } from '@fairline/proto/promotions/desk';
import type { Adjustment } from '@fairline/proto/wallet/adjustments';
import type { Payment } from '@fairline/proto/wallet/payments';
import { expect } from '@playwright/test';
import { type Client, eventually, single } from '../client.ts';
import { diagramOf, differences, Run } from '../flows.ts';
import { test } from '../page.ts';
import { journeyPlatform } from '../platform.setup.ts';
import { pickStaged, waitForStatus } from './desk.ts';

async function compare(client: Client, heading: string, flow: (run: Run) => Promise<unknown>): Promise<void> {
  const diagram = diagramOf(heading);
  const run = await Run.open(client, journeyPlatform());
  try {
    await flow(run);
    const look = async () => differences(diagram, await run.passed(diagram.participants));
    expect(await eventually(look, ({ length }) => length === 0, 10_000).catch(look)).toEqual([]);
  } finally {
    await run.close();
  }
}

const newcomer = () => ({ lastName: randomUUID().replace(/[\d-]/g, '') || 'Player' });

/** A player whose registration has reached every service. */
async function begin(run: Run, client: Client) {
  const player = await client.register(newcomer());
  await run.begin(player.id);
  return player;
}

/** Pays 50.00 by card on the page of the provider. */
async function payByCard(run: Run, client: Client, token: string): Promise<Payment> {
  const body = { amountMinor: 5_000, currency: 'USD', method: 'credit_card' };
  const { id, redirectUrl } = await run.call<Payment>('player', 'POST /api/wallet/deposits', { token, body });
  run.ids.push(id);
  const card = { number: '4242424242424242', expiry: '12/40', code: '123', do: 'pay' };
  run.note('player', 'psp', 'POST /pay/:id');
  const paid = await fetch(redirectUrl ?? '', { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  expect(paid.status).toBe(303);
  return eventually(
    () => client.expect<Payment>(200, 'GET', `/api/wallet/payments/${id}`, { token }),
    ({ status }) => status === 'approved',
    20_000,
  );
}

const spin = (run: Run, token: string) =>
  run.call('player', 'POST /api/casino/games/:id/rounds', {
    id: 'mega-fortune-slots',
    token,
    body: { wager: { lines: 5, betPerLineMinor: 100 } },
  });

test('a registration passes as its diagram shows', async ({ client }) => {
  await compare(client, 'A registration', async (run) => {
    const body = {
      email: `${randomUUID()}@example.com`,
      password: 'Correct-horse-1',
      firstName: 'Ada',
      ...newcomer(),
      country: 'Ireland',
      dateOfBirth: '1990-01-31',
      acceptTerms: true,
    };
    const { user } = await run.call<{ user: { id: string } }>('player', 'POST /api/auth/register', { body });
    run.ids.push(user.id);
    await run.passed(['auth', 'wallet']);
    await client.confirmEmail(body);
    run.note('player', 'auth', 'POST /api/auth/verify-email');
  });
});

test('a deposit passes as its diagram shows', async ({ client }) => {
  await compare(client, 'A deposit', async (run) => {
    const { token } = await begin(run, client);
    await payByCard(run, client, token);
  });
});

test('a bet passes as its diagram shows', async ({ client }) => {
  const pick = await pickStaged(client);
  await compare(client, 'A bet', async (run) => {
    const player = await begin(run, client);
    await run.begin(pick.fixture.id);
    const { token } = player;
    const { id } = await run.call<Bet>('player', 'POST /api/betting/bets', { token, body: single(pick, 1_000) });
    await waitForStatus(client, player, id, 'accepted');
    await pick.end(['won', 'lost']);
    await waitForStatus(client, player, id, 'won');
  });
});

test('a casino round passes as its diagram shows', async ({ client }) => {
  await compare(client, 'A casino round', async (run) => {
    const { token } = await begin(run, client);
    await spin(run, token);
  });
});

test('a claim passes as its diagram shows', async ({ client }) => {
  const promotion = await client.expect<OperatorPromotion>(201, 'POST', '/api/admin/promotions', {
    token: await client.operator('finance'),
    body: {
      name: `Match ${randomUUID()}`,
      description: 'A bonus of 5.00 with your next deposit',
      type: 'deposit_bonus',
      status: 'active',
      startsAt: new Date(Date.now() - 86_400_000).toISOString(),
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      terms: 'One claim per person.',
      eligibility: { newUsersOnly: false, countries: [], sports: [], minDepositMinor: 2_000 },
      reward: { type: 'fixed_amount', value: 500, currency: 'USD', wageringFactor: 1 },
      maxClaims: 10,
    },
  });
  await compare(client, 'A claim', async (run) => {
    const { token } = await begin(run, client);
    const claims = async (wanted: string) =>
      eventually(
        () => client.expect<{ items: { status: string }[] }>(200, 'GET', '/api/promotions/claims', { token }),
        ({ items }) => items[0]?.status === wanted,
        20_000,
      );
    run.ids.push((await run.call<Claim>('player', 'POST /api/promotions/:id/claim', { id: promotion.id, token })).id);
    await payByCard(run, client, token);
    await claims('active');
    await spin(run, token);
    await claims('completed');
  });
});

test("an operator's decision passes as its diagram shows", async ({ client }) => {
  await compare(client, "An operator's decision", async (run) => {
    const player = await begin(run, client);
    const body = { userId: player.id, amountMinor: 1_000_000, currency: 'USD', reason: 'Settlement of a complaint' };
    const [token, second] = [await client.operator('finance'), await client.operator('super_admin')];
    const { id } = await run.call<Adjustment>('requester', 'POST /api/admin/wallet/adjustments', { token, body });
    run.ids.push(id);
    await run.call('approver', 'POST /api/admin/wallet/adjustments/:id/approve', { id, token: second });
  });
});
