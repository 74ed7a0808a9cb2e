/** Casino rounds on bonus money: its products, its largest stake, several steps, voids, and the jackpot, at two instances of wallet. */
import { jackpotRules } from '@fairline/proto/games/catalogue';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { describe, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import { roundOf, type Step, slots, stakeOf } from '../testing.ts';
import {
  codeOf,
  convert,
  forfeit,
  givenBonus,
  publishedEvents,
  stake,
  useGrantServers,
  world,
} from './testing-grants.ts';

useGrantServers();

const play = (step: Step) => world.ask(ledgerRequests.play, step);
const voidRound = (roundId: string, playerId: string) => world.ask(ledgerRequests.voidRound, { roundId, playerId });
const left = async (playerId: string) => {
  const { cash, bonus, receivable } = await world.account(playerId);
  return { cash, bonus, receivable };
};

/** A player with this amount of cash, and bonus money of 10.00. */
async function withBonus(
  cashMinor: number,
  changes: Parameters<typeof givenBonus>[1] = {},
): Promise<{ playerId: string; claimId: string }> {
  const playerId = await world.player();
  await stake(stakeOf(playerId, { stakeMinor: 10_000 - cashMinor, potentialPayoutMinor: 20_000 }));
  return { playerId, claimId: await givenBonus(playerId, changes) };
}

describe('a round on bonus money', () => {
  it('takes cash first and pays in the same proportion, the bonus part rounded down', async () => {
    const { playerId } = await withBonus(100);
    expect(await play(roundOf(playerId, { stakeMinor: 400, payoutMinor: 1_002 }))).toMatchObject({ bonusMinor: 300 });
    expect(await left(playerId)).toEqual({ cash: 251, bonus: 1_451, receivable: 0 });
  });

  it.each<[string, Parameters<typeof givenBonus>[1], Partial<Step>, string]>([
    ['of a game that the bonus is for', { products: ['table'] }, {}, 'taken'],
    ['of any game where it is for the casino', { products: ['casino'] }, {}, 'taken'],
    ['of another game', { products: ['slots', 'sports'] }, {}, 'insufficient_balance'],
    ['above its largest stake', { maxStakeMinor: 99 }, {}, 'bonus_max_stake'],
    ['at its largest stake', { maxStakeMinor: 100 }, {}, 'taken'],
  ])('%s is answered', async (_name, grant, step, code) => {
    const { playerId } = await withBonus(0, grant);
    expect(await codeOf(play(roundOf(playerId, step)))).toBe(code);
  });

  it('counts its whole stake against the largest stake, and stays refused', async () => {
    const { playerId } = await withBonus(100, { maxStakeMinor: 150 });
    const deal = roundOf(playerId, { closes: false });
    expect(await play(deal)).toMatchObject({ bonusMinor: 0 });
    const double = { ...deal, step: 1 };
    for (let time = 0; time < 2; time++)
      await expect(play(double)).rejects.toMatchObject({
        code: 'bonus_max_stake',
        params: { maxStakeMinor: 150, currency: 'USD' },
      });
    await play({ ...deal, step: 2, stakeMinor: 50 });
    await play({ ...deal, step: 3, stakeMinor: 0, payoutMinor: 300, closes: true });
    expect(await left(playerId)).toEqual({ cash: 200, bonus: 1_050, receivable: 0 });
  });

  it('spends the bonus with its last step, not while it is open', async () => {
    const { playerId, claimId } = await withBonus(0);
    const deal = roundOf(playerId, { stakeMinor: 1_000, closes: false });
    await play(deal);
    expect(await publishedEvents(grantEvents.bonusSpent.subject, claimId)).toEqual([]);
    await play({ ...deal, step: 1, stakeMinor: 0, closes: true });
    await play({ ...deal, step: 1, stakeMinor: 0, closes: true });
    expect(await publishedEvents(grantEvents.bonusSpent.subject, claimId)).toHaveLength(1);
    expect(await codeOf(givenBonus(playerId))).toBe('taken');
  });

  it.each([
    ['is paid as cash after the conversion', convert, { cash: 1_900, bonus: 0, receivable: 0 }],
    ['is paid its cash part after the bonus was forfeited', forfeit, { cash: 300, bonus: 0, receivable: 0 }],
  ])('%s, and takes no bonus money any more', async (_name, end, expected) => {
    const { playerId, claimId } = await withBonus(100);
    const deal = roundOf(playerId, { stakeMinor: 400, closes: false });
    await play(deal);
    await end(claimId);
    expect(await codeOf(play({ ...deal, step: 1, stakeMinor: 1_000 }))).toBe('insufficient_balance');
    await play({ ...deal, step: 2, stakeMinor: 0, payoutMinor: 1_200, closes: true });
    expect(await left(playerId)).toEqual(expected);
  });
});

describe('a void round', () => {
  it('gives back the parts that were staked, and takes back those that were paid', async () => {
    const { playerId } = await withBonus(100);
    const ask = roundOf(playerId, { stakeMinor: 400, payoutMinor: 1_002 });
    await play(ask);
    expect(await Promise.all([voidRound(ask.roundId, playerId), voidRound(ask.roundId, playerId)])).toHaveLength(2);
    expect(await left(playerId)).toEqual({ cash: 100, bonus: 1_000, receivable: 0 });
  });

  it.each([
    ['converted', convert, { cash: 1_100, bonus: 0, receivable: 0 }],
    ['forfeited', forfeit, { cash: 100, bonus: 0, receivable: 0 }],
  ])('whose bonus was %s leaves what there was', async (_name, end, expected) => {
    const { playerId, claimId } = await withBonus(100);
    const ask = roundOf(playerId, { stakeMinor: 400, payoutMinor: 1_002 });
    await play(ask);
    await end(claimId);
    await voidRound(ask.roundId, playerId);
    expect(await left(playerId)).toEqual(expected);
  });

  it('brings back bonus money that it had spent, as cash', async () => {
    const { playerId, claimId } = await withBonus(0);
    const ask = roundOf(playerId, { stakeMinor: 1_000 });
    await play(ask);
    expect(await publishedEvents(grantEvents.bonusSpent.subject, claimId)).toHaveLength(1);
    await voidRound(ask.roundId, playerId);
    expect(await left(playerId)).toEqual({ cash: 1_000, bonus: 0, receivable: 0 });
  });
});

it('a jackpot is cash, whatever was staked, and goes back to its pool with a void', async () => {
  const { playerId } = await withBonus(0);
  const spin = roundOf(playerId, { gameId: slots, payoutMinor: 200, jackpot: { wins: true } });
  const { jackpotMinor = 0 } = await play(spin);
  expect(jackpotMinor).toBeGreaterThanOrEqual(jackpotRules.seedMinor);
  expect(await left(playerId)).toEqual({ cash: jackpotMinor, bonus: 1_100, receivable: 0 });
  await voidRound(spin.roundId, playerId);
  expect(await left(playerId)).toEqual({ cash: 0, bonus: 1_000, receivable: 0 });
});

it('many callers never stake more than the bonus, beside its end and voids; the books balance', async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => withBonus(50)));
  const codes = await Promise.all(
    players.flatMap(({ playerId, claimId }, turn) => [
      ...Array.from({ length: 30 }, () => codeOf(play(roundOf(playerId, { stakeMinor: 73, payoutMinor: turn })))),
      ...Array.from({ length: 5 }, () => codeOf(stake(stakeOf(playerId, { stakeMinor: 41 })))),
      codeOf(turn % 2 ? convert(claimId) : forfeit(claimId)),
      (async () => {
        const ask = roundOf(playerId, { stakeMinor: 60, payoutMinor: 90 });
        const code = await codeOf(play(ask));
        await voidRound(ask.roundId, playerId);
        return code;
      })(),
    ]),
  );
  expect(
    codes.filter((code) => !['taken', 'insufficient_balance', 'bonus_converted', 'bonus_forfeited'].includes(code)),
  ).toEqual([]);
  for (const { playerId } of players) expect(await world.account(playerId)).toMatchObject({ bonus: 0 });
  expect((await proveWhole(world.env)).lines.filter((line) => !line.startsWith('✓'))).toEqual([]);
});
