/** The reads of the traders' desk, and who may read and act there, through the routes of two instances. */
import { randomUUID } from 'node:crypto';
import { asOperator, eventually } from '@fairline/chassis/testing';
import { TradingFixture, TradingFixtureWhole } from '@fairline/proto/betting/desk';
import { OperatorBet } from '@fairline/proto/betting/settlement';
import { Page } from '@fairline/proto/contract';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { StagedFixture } from '../testing.ts';
import { codeOf, desk, seat, useDesk } from '../testing-desk.ts';
import { stage } from '../testing-stage.ts';

useDesk();

describe('what operators read', () => {
  it('is every fixture with what is at stake, those that are over as well', async () => {
    const chess = new StagedFixture(stage.world, { id: 'chess', name: 'Chess' });
    const over = new StagedFixture(stage.world, { id: 'chess', name: 'Chess' });
    for (const one of [chess, over]) {
      await one.change();
      await one.odds();
      await stage.shows(one, 'active');
    }
    await stage.bet(chess, { stakeMinor: 5_000 });
    await stage.bet(over);
    await over.change('ended');
    const list = async (query: string) =>
      Page(TradingFixture).parse((await desk('GET', `/fixtures?sport=chess${query}`)).body).items;
    await eventually(
      () => list('&status=ended'),
      ({ length }) => length === 1,
    );
    expect(await list('')).toMatchObject([
      {
        id: chess.id,
        status: 'upcoming',
        markets: 1,
        activeMarkets: 1,
        stopped: false,
        bets: 1,
        stakeMinor: 5_000,
        liabilityMinor: 5_000,
      },
      { id: over.id, status: 'ended', activeMarkets: 0, bets: 1 },
    ]);
    expect((await list('&sort=liability')).map(({ id }) => id)).toEqual([chess.id, over.id]);
    expect((await list(`&q=${chess.id.slice(0, 4)} vs`)).map(({ id }) => id)).toEqual([chess.id]);
    const whole = TradingFixtureWhole.parse((await desk('GET', `/fixtures/${over.id}`)).body);
    expect(whole).toMatchObject({
      id: over.id,
      bets: 1,
      markets: [
        { selections: [{ name: 'Reds', oddsMilli: 2_000, bets: 1, stakeMinor: 1_000, liabilityMinor: 1_000 }, {}] },
      ],
    });
    expect(await codeOf(desk('GET', `/fixtures/${randomUUID()}`))).toBe('not_found');
  });

  it('is every bet, found by any id and by text, with its whole history', async () => {
    const fixture = await stage.fixture();
    const [small, large] = [await stage.bet(fixture), await stage.bet(fixture, { away: true, stakeMinor: 70_000 })];
    const found = async (query: string) =>
      Page(OperatorBet)
        .parse((await desk('GET', `/bets?${query}`)).body)
        .items.map(({ id }) => id);
    const both = [large.id, small.id];
    for (const query of [
      `fixtureId=${fixture.id}`,
      `marketId=${fixture.marketId}`,
      `q=${fixture.id}`,
      `q=${fixture.marketId}`,
      `q=reds ${fixture.id.slice(0, 4)} vs`,
    ]) {
      expect([query, await found(query)]).toEqual([query, both]);
    }
    expect(await found(`playerId=${small.as.id}`)).toEqual([small.id]);
    expect(await found(`q=${small.as.id}`)).toEqual([small.id]);
    expect(await found(`q=${small.id}`)).toEqual([small.id]);
    expect(await found(`q=${fixture.away}`)).toEqual([large.id]);
    expect(await found(`q=${large.id.slice(0, 30)}`)).toContain(large.id);
    expect(await found(`fixtureId=${fixture.id}&minStakeMinor=70000`)).toEqual([large.id]);
    expect(await found(`fixtureId=${fixture.id}&status=settled`)).toEqual([]);
    await fixture.settle('won');
    await stage.untilStatus(small, 'won');
    expect(await found(`fixtureId=${fixture.id}&status=won`)).toEqual([small.id]);
    const one = OperatorBet.extend({ timeline: z.array(z.object({ kind: z.string() })) }).parse(
      (await desk('GET', `/bets/${small.id}`)).body,
    );
    expect(one).toMatchObject({ id: small.id, playerId: small.as.id, book: 'real', status: 'won' });
    expect(one.timeline.map(({ kind }) => kind)).toEqual(['placed', 'accepted', 'settled']);
    expect(await codeOf(desk('GET', `/bets/${randomUUID()}`))).toBe('not_found');
  });
});

const nobody = '00000000-0000-4000-8000-000000000000';
const price = [
  { selectionId: nobody, oddsMilli: 2_000 },
  { selectionId: nobody, oddsMilli: 2_000 },
];
test.each([
  ['POST', `/fixtures/${nobody}/suspend`, {}],
  ['POST', `/fixtures/${nobody}/resume`, {}],
  ['POST', '/sports/luck/suspend', {}],
  ['POST', '/sports/luck/resume', {}],
  ['PUT', `/markets/${nobody}/prices`, { prices: price }],
  ['POST', `/markets/${nobody}/prices/release`, {}],
  ['PUT', `/markets/${nobody}/margin`, { marginBp: 100 }],
  ['PUT', '/limits', { scope: 'sport', id: 'luck', maxLiabilityMinor: 1_000 }],
  ['POST', `/markets/${nobody}/decisions`, { decision: { kind: 'release' }, fingerprint: 'x' }],
  ['POST', `/decisions/${nobody}/withdraw`, {}],
] as const)(
  '%s %s needs the permission, a reason without a card number, and something to act on',
  async (method, path, body) => {
    const call = (reason: string | undefined, as = seat.trader) =>
      codeOf(desk(method, path, { ...body, ...(reason !== undefined && { reason }) }, { as, key: randomUUID() }));
    expect(await call('why', asOperator('auditor'))).toBe('forbidden');
    expect(await call('why', asOperator('support'))).toBe('forbidden');
    expect(await call(undefined)).toBe('invalid_request');
    expect(await call('  ')).toBe('invalid_request');
    expect(await call('card 4111 1111 1111 1111')).toBe('card_number');
    expect(await call('why')).toBe('not_found');
  },
);

test.each(['/fixtures', `/fixtures/${nobody}`, '/stops', '/limits', '/decisions', '/bets', `/bets/${nobody}`])(
  'GET %s needs the permission to read',
  async (path) => {
    expect(await codeOf(desk('GET', path, undefined, { as: asOperator('support') }))).toBe('forbidden');
    expect(await codeOf(desk('GET', path, undefined, { as: asOperator('auditor') }))).not.toBe('forbidden');
  },
);
