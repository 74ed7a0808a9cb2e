/** Requests are approved, withdrawn, replaced and ended while their subject changes at the same time. No call ends in a fault; on real servers. */
import { asOperator } from '@fairline/chassis/testing';
import { DeskRequest } from '@fairline/proto/betting/desk-requests';
import { Page } from '@fairline/proto/contract';
import { expect, it } from 'vitest';
import type { StagedFixture } from '../testing.ts';
import { desk, useDesk, why } from '../testing-desk.ts';
import { stage } from '../testing-stage.ts';

useDesk();

const rounds = 12;
const trader = () => asOperator('trader');
const setPrices = ({ marketId, home, away }: StagedFixture, homeMilli: number, awayMilli: number) =>
  desk(
    'PUT',
    `/markets/${marketId}/prices`,
    {
      prices: [
        { selectionId: home, oddsMilli: homeMilli },
        { selectionId: away, oddsMilli: awayMilli },
      ],
      ...why,
    },
    { as: trader() },
  );
const release = ({ marketId }: StagedFixture) =>
  desk('POST', `/markets/${marketId}/prices/release`, why, { as: trader() });
const setLimit = (maxLiabilityMinor: number) =>
  desk('PUT', '/limits', { scope: 'sport', id: 'football', maxLiabilityMinor, ...why }, { as: trader() });
const approve = (id: string) => desk('POST', `/requests/${id}/approve`, undefined, { as: trader() });
const withdraw = (id: string) => desk('POST', `/requests/${id}/withdraw`, why, { as: trader() });
const waiting = async () =>
  Page(DeskRequest).parse((await desk('GET', '/requests?status=pending', undefined, { as: trader() })).body).items;
const faults = async (calls: Iterable<ReturnType<typeof desk>>) =>
  (await Promise.all(calls)).filter(({ status }) => status >= 500);

it('own prices: approving and withdrawing while others set and release them', async () => {
  const fixture = await stage.fixture('upcoming', [1_900, 1_900]);
  for (let round = 0; round < rounds; round += 1) {
    expect((await setPrices(fixture, 2_300, 1_650)).status).toBe(202);
    const id = (await waiting()).find(({ marketId }) => marketId === fixture.marketId)?.id ?? '';
    const calls = [
      approve(id),
      setPrices(fixture, 2_000, 1_800),
      approve(id),
      setPrices(fixture, 2_320, 1_650),
      release(fixture),
      withdraw(id),
    ];
    expect(await faults(calls)).toEqual([]);
  }
});

it('bets at own prices: approving them while the prices are released and replaced', async () => {
  const fixture = await stage.fixture('upcoming', [1_900, 1_900]);
  for (let round = 0; round < rounds; round += 1) {
    expect((await setPrices(fixture, 2_000, 1_800)).status).toBe(200);
    await stage.world.db.query('update own_prices set stopped_at = now() where market_id = $1', [fixture.marketId]);
    await stage.world.db.query(
      `insert into desk_requests (id, kind, market_id, subject, name, change, reason, status, requester, requested_at)
       select gen_random_uuid(), 'own_loss', market_id, market_id::text, 'x', '{"kind": "own_loss", "movedMinor": 1}', '', 'pending', requester, now()
       from own_prices where market_id = $1 on conflict do nothing`,
      [fixture.marketId],
    );
    const id =
      (await waiting()).find(({ marketId, change }) => marketId === fixture.marketId && change.kind === 'own_loss')
        ?.id ?? '';
    expect(
      await faults([
        approve(id),
        setPrices(fixture, 2_010, 1_800),
        release(fixture),
        withdraw(id),
        setPrices(fixture, 2_300, 1_650),
      ]),
    ).toEqual([]);
  }
});

it('limits: approving a higher one while others set lower and higher ones', async () => {
  await stage.fixture();
  for (let round = 0; round < rounds; round += 1) {
    const baseMinor = 1_000_000 - round * 50_000;
    expect((await setLimit(baseMinor)).status).toBe(200);
    expect((await setLimit(baseMinor + 1)).status).toBe(202);
    const id = (await waiting()).find(({ change }) => change.kind === 'limit')?.id ?? '';
    expect(
      await faults([approve(id), setLimit(baseMinor + 2), approve(id), setLimit(baseMinor - 1), withdraw(id)]),
    ).toEqual([]);
  }
});
