/** Control of voids on real servers: the voids of one operator add up over the day, and large ones wait for a second operator. */
import { asOperator, asPlayer, problemOf } from '@fairline/chassis/testing';
import { OperatorRound } from '@fairline/proto/casino/desk';
import type { Round } from '@fairline/proto/casino/rounds';
import { Page } from '@fairline/proto/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const path = '/api/admin/casino/rounds';
const reason = 'the wheel was stuck';
const fresh = () => ({ ...asOperator('games'), provenAt: stage.clock.now().toISOString() });
type By = ReturnType<typeof fresh>;
const voidOf = (id: string, as: By, at = 0) =>
  stage.call('POST', `${path}/${id}/void`, { as, url: stage.urls[at], body: { reason } });
const withdraw = (id: string, as: By) =>
  stage.call('POST', `${path}/${id}/void/withdraw`, { as, body: { reason: 'it was not' } });
const read = (reply: { body: unknown }) => OperatorRound.parse(reply.body);

/** A round whose void moves 1,000.00, whether it won or lost. */
const largeRound = (as = asPlayer()) =>
  stage.round('premium-roulette', { as, wager: { bets: [{ type: 'red', amountMinor: 100_000 }] } });

/** An operator who has voided 8,000.00 today. */
async function busyOperator(): Promise<By> {
  const operator = fresh();
  for (let n = 0; n < 8; n++)
    expect(read(await voidOf((await largeRound()).id, operator))).toMatchObject({ status: 'void' });
  return operator;
}

async function waitingVoid(): Promise<{ round: Round; operator: By }> {
  const operator = await busyOperator();
  await voidOf((await largeRound()).id, operator);
  const round = await largeRound();
  expect((await voidOf(round.id, operator)).status).toBe(202);
  return { round, operator };
}

describe('what an operator voids', () => {
  it('is flagged near the threshold and waits from it on, whatever the player won or lost', async () => {
    const operator = await busyOperator();
    const near = read(await voidOf((await largeRound()).id, operator));
    expect([near.status, near.voidFlagged]).toEqual(['void', true]);
    const round = await largeRound();
    const reply = await voidOf(round.id, operator);
    expect([reply.status, read(reply)]).toEqual([
      202,
      expect.objectContaining({
        status: 'settled',
        voidRequest: { reason, requestedBy: operator.id, requestedAt: expect.any(String), mayApprove: false },
      }),
    ]);
    expect(stage.wallet.voided).not.toContain(round.id);
    // A void that waits does not count yet.
    expect(read(await voidOf((await stage.round()).id, operator))).toMatchObject({ status: 'void', voidFlagged: true });
  });

  it('adds up over calls at the same time', async () => {
    const operator = fresh();
    const rounds = await Promise.all(Array.from({ length: 14 }, () => largeRound()));
    const replies = await Promise.all(rounds.map(({ id }, at) => voidOf(id, operator, at % 2)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), ...Array(5).fill(202)]);
  });

  it('counts by its number where there is no rate', async () => {
    stage.wallet.hasRates = false;
    const operator = await busyOperator();
    expect(read(await voidOf((await largeRound()).id, operator)).voidFlagged).toBe(true);
    stage.wallet.hasRates = true;
    expect((await voidOf((await largeRound()).id, operator)).status).toBe(202);
  });

  it('of play money is nothing', async () => {
    const operator = fresh();
    for (let n = 0; n < 11; n++) {
      const round = read(await voidOf((await largeRound({ ...asPlayer(), book: 'play' })).id, operator));
      expect([round.status, round.voidFlagged]).toEqual(['void', undefined]);
    }
  });
});

describe('a void that waits', () => {
  it('is found, and applied by another operator alone', async () => {
    const { round, operator } = await waitingVoid();
    expect(problemOf(await voidOf(round.id, operator)).code).toBe('second_operator_needed');
    const second = fresh();
    const found = Page(OperatorRound).parse((await stage.call('GET', `${path}?waits=void`, { as: second })).body);
    expect(found.items.find(({ id }) => id === round.id)?.voidRequest).toMatchObject({
      requestedBy: operator.id,
      mayApprove: true,
    });
    const reply = await voidOf(round.id, second);
    expect([reply.status, read(reply)]).toEqual([
      200,
      expect.objectContaining({ status: 'void', voidedBy: second.id }),
    ]);
    expect(read(reply).voidRequest).toBeUndefined();
    expect(stage.wallet.voided).toContain(round.id);
    const records = (await stage.events(round.id))
      .filter(({ type }) => type === 'OperatorActed')
      .map(({ data }) => data);
    expect(records).toMatchObject([
      { operatorId: operator.id, action: 'round.void.request', after: { playerId: expect.any(String) } },
      { operatorId: second.id, action: 'round.void' },
    ]);
    const data = records.at(-1) ?? expect.fail();
    expect(data.after).toMatchObject({
      playerId: expect.any(String),
      returnedMinor: round.wagerMinor - round.payoutMinor,
      currency: round.currency,
      requestedBy: operator.id,
    });
    // Two operators decided it, so it adds to the total of neither.
    expect(read(await voidOf((await largeRound()).id, second)).voidFlagged).toBeUndefined();
  });

  it('is withdrawn by who asked for it or by another, once', async () => {
    const { round, operator } = await waitingVoid();
    expect(read(await withdraw(round.id, operator))).toMatchObject({
      status: 'settled',
      payoutMinor: round.payoutMinor,
    });
    expect(problemOf(await withdraw(round.id, fresh())).code).toBe('nothing_waits');
    expect((await voidOf(round.id, operator)).status).toBe(202);
    expect((await withdraw(round.id, fresh())).status).toBe(200);
    expect(stage.wallet.voided).not.toContain(round.id);
  });

  it('is not for who was invited after it, nor withdrawn without the permission', async () => {
    const { round } = await waitingVoid();
    const later = { ...fresh(), activatedAt: new Date(stage.clock.now().getTime() + 1_000).toISOString() };
    expect(problemOf(await voidOf(round.id, later)).code).toBe('second_operator_needed');
    const auditor = { ...asOperator('auditor'), provenAt: stage.clock.now().toISOString() };
    expect(
      problemOf(await stage.call('POST', `${path}/${round.id}/void/withdraw`, { as: auditor, body: { reason } })).code,
    ).toBe('forbidden');
  });
});
