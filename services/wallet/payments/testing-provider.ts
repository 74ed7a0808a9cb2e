/** Code that tests with the simulated provider share: deposits and payouts at two instances of wallet. */
import { randomUUID } from 'node:crypto';
import { eventually, pathOf } from '@fairline/chassis/testing';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { type Payment, paymentRoutes, type SavedMethod } from '@fairline/proto/wallet/payments';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { asPlayer, openWalletWithProvider, operator, type ProviderWorld } from '../testing.ts';

export let world: ProviderWorld;
export const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
export const deposit = (playerId: string, changes: object = {}, key = randomUUID()) => {
  const body = { amountMinor: 10_000, currency: 'USD', method: 'e_wallet', ...changes };
  return world.http<Payment>('POST', '/api/wallet/deposits', { as: asPlayer(playerId), key, body });
};
export const withdraw = (playerId: string, changes: object = {}) => {
  const body = {
    amountMinor: 5_000,
    currency: 'USD',
    method: 'e_wallet',
    destination: 'ada@wallet.example',
    ...changes,
  };
  return world.http<Payment>('POST', '/api/wallet/withdrawals', { as: asPlayer(playerId), key: randomUUID(), body });
};
export const paymentOf = async (playerId: string, id: string) =>
  (await world.http<Payment>('GET', pathOf(paymentRoutes.payment, { id }), { as: asPlayer(playerId) })).body;
export const untilStatus = (playerId: string, id: string, status: Payment['status']) =>
  eventually(
    () => paymentOf(playerId, id),
    (one) => one.status === status,
  );
export const approve = (id: string) =>
  world.http<PaymentForOperator>('POST', pathOf(approvalRoutes.approve, { id }), { as: operator() });
export const forOperator = async (id: string) =>
  (await world.http<{ items: PaymentForOperator[] }>('GET', `/api/admin/wallet/payments?q=${id}`, { as: operator() }))
    .body.items[0];
export const eventTypesOf = async (id: string) =>
  (await sql<{ type: string }>('select type from outbox where subject = $1 order by seq', [id])).map(
    ({ type }) => type.split('.')[2],
  );
export const accounts = async (playerId: string) => {
  const rows = await sql<{ currency: string; cash: number }>(
    'select currency, cash_minor::int8 as cash from accounts where player_id = $1 order by 1',
    [playerId],
  );
  return Object.fromEntries(rows.map(({ currency, cash }) => [currency, Number(cash)]));
};
export const saved = async (playerId: string) =>
  (await world.http<{ items: SavedMethod[] }>('GET', '/api/wallet/saved-methods', { as: asPlayer(playerId) })).body
    .items;
export const forget = (playerId: string, id: string) =>
  world.http('DELETE', pathOf(paymentRoutes.forgetMethod, { id }), { as: asPlayer(playerId) });

/** Fills in the provider's page as a payer does. */
export async function payOn({ redirectUrl }: Payment, changes: Record<string, string> = {}): Promise<Response> {
  const form = new URLSearchParams({
    number: '4242 4242 4242 4242',
    expiry: '12/30',
    code: '123',
    do: 'pay',
    ...changes,
  });
  return fetch(redirectUrl ?? '', { method: 'POST', body: form, redirect: 'manual' });
}

/** A player with a paid card deposit of this amount. */
export async function paidByCard(amountMinor: number, playerId?: string): Promise<{ playerId: string; id: string }> {
  const who = playerId ?? (await world.player());
  const { body } = await deposit(who, { amountMinor, method: 'credit_card' });
  await payOn(body);
  return { playerId: who, id: body.id };
}
export const webhooksOf = (id: string) => world.toWallet.passed.filter(({ body }) => body.includes(id));
export const hook = (body: string | Buffer, signature?: string) =>
  world.http('POST', '/api/wallet/provider/webhooks', {
    raw: new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': 'application/json', ...(signature && { 'psp-signature': signature }) },
  });

/** Checks after each test that the books pass the proof. */
export const booksHold = async () =>
  expect(await sql('select name, wrong from prove_books(null) where wrong is not null')).toEqual([]);

/** Starts wallet and the provider before the tests of a file, opens the network between them before each test, and stops both at the end. */
export function useProviderServers(): void {
  beforeAll(async () => {
    world = await openWalletWithProvider({ WELCOME_BONUS_MINOR: '0' });
  });
  afterAll(() => world.close());
  afterEach(() => {
    world.toProvider.state = 'open';
    world.toProvider.answers = undefined;
    world.toWallet.state = 'open';
  });
}
