/** Verify agrees with the games and detects every changed field. */

import { blackjack } from '@fairline/games/blackjack';
import { seededDraws, seedHash } from '@fairline/games/draws';
import { roulette } from '@fairline/games/roulette';
import { slots } from '@fairline/games/slots';
import type { Round } from '@fairline/proto/casino/rounds';
import { expect, it } from 'vitest';
import { isSame, verifyRound } from './verify.ts';

const serverSeed = 'ab'.repeat(32);
const wager = {
  bets: [{ type: 'red', amountMinor: 500 } as const, { type: 'straight', value: 7, amountMinor: 100 } as const],
};

function played(changes: Partial<Round> = {}): Round & { rules: object } {
  const { outcome, payoutMinor, stakeMinor } = roulette.play(
    {},
    wager,
    seededDraws({ serverSeed, clientSeed: 'mine', nonce: 3 }),
    [],
  );
  return {
    id: '019aa1c8-7f00-7000-8000-000000000001',
    gameId: 'premium-roulette',
    gameVersion: 1,
    status: 'settled',
    wager,
    wagerMinor: stakeMinor,
    payoutMinor,
    currency: 'USD',
    outcome,
    actions: [],
    serverSeedHash: seedHash(serverSeed),
    serverSeed,
    clientSeed: 'mine',
    nonce: 3,
    jurisdiction: 'open',
    createdAt: '2026-01-01T00:00:00.000Z',
    rules: {},
    ...changes,
  };
}

it('confirms an unchanged round, and shows the draws', () => {
  const result = verifyRound(played(), serverSeed);
  expect(result).toMatchObject({
    holds: true,
    hash: { holds: true },
    outcome: { holds: true },
    payout: { holds: true },
    stake: { holds: true },
  });
  expect(result.draws).toEqual({
    message: 'mine:3:0',
    numbers: [{ below: 37, drawn: (played().outcome as { pocket: number }).pocket }],
  });
});

it.each([
  ['hash', { serverSeedHash: 'cd'.repeat(32) }],
  ['outcome', { outcome: { pocket: 0, bets: [{ payoutMinor: 0 }, { payoutMinor: 0 }] } }],
  ['outcome', { nonce: 4 }],
  ['outcome', { clientSeed: 'other' }],
  ['payout', { payoutMinor: 123 }],
  ['stake', { wagerMinor: 700 }],
] as const)('notices another %s', (step, changes) => {
  const result = verifyRound(played(changes as Partial<Round>), serverSeed);
  expect([result.holds, result[step].holds]).toEqual([false, false]);
});

it('confirms a void round that pays its stake back, whatever its outcome paid', () => {
  expect(verifyRound(played({ status: 'void', payoutMinor: 600 }), serverSeed).holds).toBe(true);
  expect(verifyRound(played({ status: 'void', payoutMinor: 123 }), serverSeed)).toMatchObject({
    holds: false,
    payout: { holds: false },
  });
});

it('confirms a jackpot, whose pool is part of the payout and of no draw', () => {
  const wager = { lines: 5, betPerLineMinor: 10_000 };
  // The jackpot of the examples in FAIRNESS.md.
  const seeds = {
    serverSeed: '5f0e9d3b7a6c41d8a2b4c6e8f00112233445566778899aabbccddeeff0a1b2c3',
    clientSeed: 'my-lucky-seed',
    nonce: 125_420,
  };
  const { outcome, stakeMinor } = slots.play(slots.firstRules, wager, seededDraws(seeds), []);
  const won = (jackpotMinor: number | undefined, payoutMinor: number) => {
    const round = {
      gameId: 'mega-fortune-slots',
      wager,
      wagerMinor: stakeMinor,
      outcome: { ...outcome, ...(jackpotMinor && { jackpotMinor }) },
    } as const;
    return verifyRound(
      {
        ...played({ ...seeds, ...round, serverSeedHash: seedHash(seeds.serverSeed), payoutMinor }),
        rules: slots.firstRules,
      },
      seeds.serverSeed,
    );
  };
  expect(won(312_500_775, 312_500_775)).toMatchObject({ holds: true, payout: { computedMinor: 312_500_775 } });
  expect(won(312_500_775, 0)).toMatchObject({ holds: false, payout: { holds: false } });
  expect(won(undefined, 0)).toMatchObject({ holds: false, outcome: { holds: false } });
});

it('confirms a hand that was voided while open', () => {
  const hand = { amountMinor: 500 };
  const rounds = Array.from({ length: 5 }, (_, nonce) => ({
    nonce,
    play: blackjack.play({}, hand, seededDraws({ serverSeed, clientSeed: 'mine', nonce }), []),
  }));
  const open = rounds.find(({ play }) => play.isOpen);
  if (!open) throw new Error('no hand stays open');
  const changes = {
    gameId: 'professional-blackjack',
    wager: hand,
    wagerMinor: 500,
    payoutMinor: 500,
    nonce: open.nonce,
  } as const;
  const outcome = { ...open.play.outcome, actions: [] };
  expect(verifyRound(played({ ...changes, status: 'void', outcome }), serverSeed).holds).toBe(true);
  expect(verifyRound(played({ ...changes, status: 'settled', outcome }), serverSeed).holds).toBe(false);
});

it('compares values regardless of key order', () => {
  expect(isSame({ a: 1, b: { d: undefined, c: [1] } }, { b: { c: [1] }, a: 1 })).toBe(true);
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});
