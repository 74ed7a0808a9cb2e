/** Accumulators, systems and free bets, through the routes of two instances: placed, and settled by the results of their legs. */
import { randomUUID } from 'node:crypto';
import { asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { describe, expect, it } from 'vitest';
import { resettle } from '../settlement/resettle.ts';
import { legsOn, type StagedFixture } from '../testing.ts';
import { call, placeAccepted, stage, useStage } from '../testing-stage.ts';

useStage();

describe('an accumulator', () => {
  it('multiplies its odds and pays when every leg wins', async () => {
    const [one, two] = [await stage.fixture(), await stage.fixture()];
    const bet = await placeAccepted({ type: 'accumulator', legs: legsOn(one, two) }, one);
    expect(await stage.read(bet)).toMatchObject({ type: 'accumulator', oddsMilli: 4_000, potentialPayoutMinor: 4_000 });
    // Each leg counts by what a single on it would win, not by all that the bet may win.
    for (const fixture of [one, two])
      expect(await stage.exposureOn(fixture)).toEqual({ bets: 1, stake_minor: 1_000, liability_minor: 1_000 });
    await one.settle('won');
    await eventually(
      () => stage.read(bet),
      ({ legs }) => legs[0]?.status === 'won',
    );
    expect(await stage.read(bet)).toMatchObject({ status: 'accepted' });
    await two.settle('won');
    expect(await stage.untilStatus(bet, 'won')).toMatchObject({ payoutMinor: 4_000 });
    expect(await stage.eventSummaries(bet.id)).toEqual([
      ['BetPlaced', 1, 0],
      ['BetAccepted', 2, 0],
      ['BetSettled', 3, 4_000],
    ]);
    expect(await stage.exposureOn(one)).toEqual({ bets: 0, stake_minor: 0, liability_minor: 0 });
  });

  it('is lost with its first lost leg, and open again when that is taken back', async () => {
    const [one, two] = [await stage.fixture(), await stage.fixture()];
    const bet = await placeAccepted({ type: 'accumulator', legs: legsOn(one, two) }, one);
    await one.settle('lost', 'provisional');
    expect(await stage.untilStatus(bet, 'lost')).toMatchObject({ payoutMinor: 0 });
    await one.rollback();
    await stage.untilStatus(bet, 'accepted');
    await one.settle('void');
    await two.settle('won');
    expect(await stage.untilStatus(bet, 'won')).toMatchObject({ payoutMinor: 2_000 });
  });

  it('names every selection that shares an event with another', async () => {
    const [one, two] = [await stage.fixture(), await stage.fixture()];
    const legs = [...legsOn(one, two), { selectionId: one.away, oddsMilli: 1_800 }];
    const reply = await stage.place(one, { type: 'accumulator', legs });
    expect(problemOf(reply)).toMatchObject({
      status: 422,
      code: 'related_legs',
      params: { selectionIds: [one.home, one.away] },
    });
  });
});

describe('a system', () => {
  it('divides its stake over its lines and pays those that win', async () => {
    const fixtures = [await stage.fixture(), await stage.fixture(), await stage.fixture()] as const;
    const [one, two, three] = fixtures;
    const bet = await placeAccepted(
      { type: 'system', system: 'Trixie', stakeMinor: 1_200, legs: legsOn(...fixtures) },
      one,
    );
    expect(await stage.read(bet)).toMatchObject({
      system: 'trixie',
      lines: 4,
      potentialPayoutMinor: 6_000,
      oddsMilli: 5_000,
    });
    await one.settle('won');
    await two.settle('won');
    await three.settle('lost');
    expect(await stage.untilStatus(bet, 'won')).toMatchObject({ payoutMinor: 1_200 });
  });

  it('with a stake that does not divide is refused with the nearest that do', async () => {
    const fixtures = [await stage.fixture(), await stage.fixture(), await stage.fixture()];
    const reply = await stage.place(fixtures[0] as StagedFixture, {
      type: 'system',
      system: '2/3',
      stakeMinor: 1_000,
      legs: legsOn(...fixtures),
    });
    expect(problemOf(reply)).toMatchObject({
      code: 'stake_not_divisible',
      detail: 'The stake must divide evenly over 3 lines: 9.99 USD or 10.02 USD',
      params: { lines: 3, belowMinor: 999, aboveMinor: 1_002 },
    });
  });
});

it('a free bet asks wallet for its claim, with the odds it was placed at', async () => {
  const fixture = await stage.fixture();
  const [as, freeBetClaimId] = [asPlayer(), randomUUID()];
  const bet = await placeAccepted({ as, freeBetClaimId }, fixture);
  expect(stage.wallet.asksOf(as.id)).toMatchObject([
    { freeBetClaimId, stakeMinor: 1_000, potentialPayoutMinor: 1_000, oddsMilli: 2_000 },
  ]);
  expect(problemOf(await call('POST', '/cash-out/quote', bet))).toMatchObject({
    code: 'cash_out_unavailable',
    params: { reason: 'free_bet' },
  });
  await fixture.settle('won');
  expect(await stage.untilStatus(bet, 'won')).toMatchObject({ freeBet: true, payoutMinor: 1_000 });
});

it('every bet of this file gets the same result when it is recomputed from the records', async () => {
  const { lines, bets, agreed } = await resettle(stage.world.env, null);
  expect(lines).toEqual([]);
  expect(agreed).toBe(bets);
  expect(bets).toBeGreaterThan(3);
});
