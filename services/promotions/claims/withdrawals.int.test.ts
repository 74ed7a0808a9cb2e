/** Withdrawals forfeit the bonus of the deposit before them, at two instances, with events in any order and repeated. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import { asPlayer, eventually } from '@fairline/chassis/testing';
import { promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import { exchangeEvents } from '@fairline/proto/wallet/exchange';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const askedOf = (claimId: string) => stage.peers.asked.filter(([, id]) => id === claimId).map(([verb]) => verb);

async function withdraw(
  as: Player,
  { at = stage.clock.now(), id = randomUUID() as string, book = 'real' } = {},
): Promise<void> {
  const paymentId = randomUUIDv7();
  const data = {
    paymentId,
    playerId: as.id,
    type: 'withdrawal',
    amountMinor: 5_000,
    currency: 'USD',
    method: 'bank_transfer',
    book,
  };
  await stage.publishAt(paymentEvents.withdrawalRequested.subject, paymentId, 1, data, { id, at });
}

it('forfeits a bonus that is wagered, once', async () => {
  const claim = await stage.wagering();
  stage.clock.advance(1_000);
  const id = randomUUID();
  for (let repeat = 0; repeat < 3; repeat++) await withdraw(claim.as, { id });
  await withdraw(claim.as);
  await stage.becomes(claim, 'forfeited');
  await eventually(async () => (await stage.published(claim.id)).at(-1)?.[0] === 'ClaimEnded');
  await stage.settled();
  const ends = (await stage.published(claim.id)).filter(([name]) => name === 'ClaimEnded');
  expect(ends).toEqual([
    ['ClaimEnded', expect.objectContaining({ status: 'forfeited', reason: 'withdrawal', forfeitedMinor: 10_000 })],
  ]);
  expect(askedOf(claim.id)).toEqual(['grant', 'forfeit']);
  const { body } = await stage.call('GET', `${promotionDeskRoutes.operatorClaims.path}?playerId=${claim.as.id}`, {
    as: stage.operator(),
  });
  expect(body).toMatchObject({ items: [{ id: claim.id, endReason: 'withdrawal' }] });
});

it('forfeits a bonus when money is converted out of its currency, and only then', async () => {
  const convert = async (as: Player, from: string, to: string) => {
    const quoteId = randomUUIDv7();
    const data = { playerId: as.id, quoteId, from, to, amountMinor: 5_000, receiveMinor: 4_000 };
    await stage.publishAt(exchangeEvents.currencyConverted.subject, quoteId, 1, data, {
      id: randomUUID(),
      at: stage.clock.now(),
    });
  };
  const claim = await stage.wagering();
  stage.clock.advance(1_000);
  await convert(claim.as, 'EUR', 'USD');
  await stage.settled();
  expect(await stage.read(claim)).toMatchObject({ status: 'active' });
  await convert(claim.as, 'USD', 'EUR');
  await convert(claim.as, 'USD', 'EUR');
  await stage.becomes(claim, 'forfeited');
  await eventually(() => askedOf(claim.id).length > 1);
  await stage.settled();
  expect(askedOf(claim.id)).toEqual(['grant', 'forfeit']);
});

it("leaves a bonus of a later deposit alone, though the withdrawal's event arrives after it", async () => {
  const before = stage.clock.now();
  stage.clock.advance(1_000);
  const claim = await stage.wagering();
  await withdraw(claim.as, { at: before });
  await withdraw(claim.as, { book: 'play', at: new Date(stage.clock.now().getTime() + 1_000) });
  await stage.settled();
  expect(await stage.read(claim)).toMatchObject({ status: 'active' });
});

it('keeps an earlier deposit from granting where its event comes first; the next one grants', async () => {
  const claim = await stage.claimed(await stage.promotion());
  const depositedAt = new Date(stage.clock.now().getTime() + 1_000);
  stage.clock.advance(2_000);
  await withdraw(claim.as);
  await stage.settled();
  await stage.deposit(claim.as, 5_000, { at: depositedAt });
  await stage.settled();
  expect(await stage.read(claim)).toMatchObject({ status: 'claimed', waitingFor: 'deposit', bonusMinor: 0 });
  stage.clock.advance(1_000);
  await stage.deposit(claim.as, 6_000);
  expect(await stage.becomes(claim, 'active')).toMatchObject({ bonusMinor: 6_000 });
});

it('ends a claim that an operator reviews once its deposit is kept', async () => {
  const promotionId = await stage.promotion();
  const key = randomUUID();
  const accounts = [asPlayer(), asPlayer()] as const;
  for (const { id } of accounts) stage.peers.persons.set(id, { personKeys: [{ kind: 'device', key }] });
  await stage.claimed(promotionId, accounts[0]);
  const claim = await stage.claimed(promotionId, accounts[1]);
  expect(claim).toMatchObject({ waitingFor: 'operator' });
  stage.clock.advance(1_000);
  await stage.deposit(claim.as, 4_000);
  await stage.settled();
  stage.clock.advance(1_000);
  await withdraw(claim.as);
  await stage.becomes(claim, 'forfeited');
  expect(askedOf(claim.id)).toEqual([]);
});

it('leaves free bets, cashback, points and claims that wait for a deposit alone', async () => {
  const as = asPlayer();
  const claims = [
    await stage.claimed(await stage.freeBet(), as),
    await stage.claimed(await stage.promotion({ type: 'cashback', reward: { value: 10 } }), as),
    await stage.claimed(
      await stage.promotion({ type: 'loyalty_points', reward: { value: 10, maxAmountMinor: undefined } }),
      as,
    ),
    await stage.claimed(await stage.promotion(), as),
  ];
  stage.clock.advance(1_000);
  await withdraw(as);
  await stage.settled();
  const statuses = [];
  for (const claim of claims) statuses.push((await stage.read(claim)).status);
  expect(statuses).toEqual(['active', 'active', 'active', 'claimed']);
  expect(await stage.deadLetters()).toEqual([]);
});
