/** Baccarat: deals, bets and odds, in tables; the odds are compared with those published. */
import { BaccaratOutcome, BaccaratWager, baccaratTypes } from '@fairline/proto/games/baccarat';
import { describe, expect, it } from 'vitest';
import { baccarat } from './baccarat.ts';
import { allOrders, baccaratDeals } from './cards/baccarat-odds.ts';
import { bankerDraws } from './cards/baccarat-rules.ts';
import { stackedDraws } from './cards/testing.ts';
import { seededDraws } from './draws.ts';

const decks = 8;
const every: BaccaratWager = { bets: baccaratTypes.map((type) => ({ type, amountMinor: 1_010 })) };

/** The cards in the order of the deal: player, banker, player, banker. */
const play = (cards: string, wager = every) => baccarat.play({}, wager, stackedDraws(decks, cards), []);

describe('a deal of baccarat', () => {
  it.each([
    ['a natural of the player', '9c 2d Kh 5s', '9c Kh', 9, '2d 5s', 7, 'player', true],
    ['a natural of the banker', '2c 3d 3h 5s', '2c 3h', 5, '3d 5s', 8, 'banker', true],
    ['naturals of both', '9c 9d Kh Ks', '9c Kh', 9, '9d Ks', 9, 'tie', true],
    ['both stand on 6 and 7', '6c 7d Kh Ks', '6c Kh', 6, '7d Ks', 7, 'banker', false],
    ['the banker draws on 5 when the player stands', '6c 5d Kh Ks 4c', '6c Kh', 6, '5d Ks 4c', 9, 'banker', false],
    ['the player draws on 5', '5c 7d Kh Ks 4c', '5c Kh 4c', 9, '7d Ks', 7, 'player', false],
    ['the banker stands on 3 against an 8', '5c 3d Kh Ks 8c', '5c Kh 8c', 3, '3d Ks', 3, 'tie', false],
    ['the banker draws on 3 against a 9', '5c 3d Kh Ks 9c 2c', '5c Kh 9c', 4, '3d Ks 2c', 5, 'banker', false],
    ['the banker draws on 6 against a 6', '2c 6d Kh Ks 6c Ac', '2c Kh 6c', 8, '6d Ks Ac', 7, 'player', false],
  ])('%s', (_name, cards, players, playerValue, bankers, bankerValue, result, natural) => {
    expect(play(cards).outcome).toMatchObject({
      player: { cards: players.split(' '), value: playerValue },
      banker: { cards: bankers.split(' '), value: bankerValue },
      result,
      natural,
    });
  });

  it('follows the table of the banker', () => {
    const table = Array.from({ length: 8 }, (_, total) =>
      [null, ...Array.from({ length: 10 }, (__, third) => third)]
        .map((third) => (bankerDraws(total, third) ? 'D' : '.'))
        .join(''),
    );
    // The player stood, then third cards of 0 to 9 points.
    expect(table).toEqual([
      'DDDDDDDDDDD',
      'DDDDDDDDDDD',
      'DDDDDDDDDDD',
      'DDDDDDDDD.D',
      'D..DDDDDD..',
      'D....DDDD..',
      '.......DD..',
      '...........',
    ]);
  });
});

describe('the bets of baccarat', () => {
  it.each([
    ['player wins', '9c 2d Kh 5s', { player: 2_020 }],
    ['banker wins, five per cent kept, rounded down', '2c 3d 3h 5s', { banker: 1_969 }],
    ['a tie gives player and banker back', '9c 9d Kh Ks', { player: 1_010, banker: 1_010, tie: 9_090 }],
    ['pairs of ranks, not of values', '4c Kd 4h Ks', { player: 2_020, player_pair: 12_120, banker_pair: 12_120 }],
    ['no pair of a king and a queen', '9c Kd Kh Qs', { player: 2_020 }],
  ])('%s', (_name, cards, paid) => {
    const { outcome, payoutMinor } = play(cards);
    const byType: Partial<Record<(typeof baccaratTypes)[number], number>> = paid;
    expect(outcome.bets).toEqual(baccaratTypes.map((type) => ({ payoutMinor: byType[type] ?? 0 })));
    expect(payoutMinor).toBe(Object.values(paid).reduce((sum, each) => sum + each, 0));
  });

  it('are one of each type', () => {
    const bet = { type: 'player', amountMinor: 1_000 };
    expect(BaccaratWager.safeParse({ bets: [bet, bet] }).success).toBe(false);
    expect(BaccaratWager.safeParse({ bets: [bet] }).success).toBe(true);
  });

  it('pay at most the largest win: a tie with both pairs', () => {
    expect(baccarat.maxWinMinor({}, every)).toBe(1_010 * (1 + 1 + 9 + 12 + 12));
    expect(play('4c 4d 4h 4s').payoutMinor).toBe(baccarat.maxWinMinor({}, every));
    expect(baccarat.maxWinMinor({}, { bets: [{ type: 'banker', amountMinor: 1_010 }] })).toBe(1_969);
  });
});

describe('the odds of baccarat', () => {
  it('are those published for eight decks, to the last order of cards', () => {
    const orders = (result: string) =>
      baccaratDeals().reduce((sum, deal) => sum + (deal.result === result ? deal.orders : 0), 0);
    expect(allOrders).toBe(4_998_398_275_503_360);
    expect([orders('banker'), orders('player'), orders('tie')]).toEqual([
      2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216,
    ]);
  });

  it('return what is published, the best main bet first', () => {
    expect(baccarat.returns({}).map(({ type, rtp }) => [type, rtp.toFixed(4)])).toEqual([
      ['banker', '98.9421'],
      ['player', '98.7649'],
      ['tie', '85.6404'],
      ['player_pair', '89.6386'],
      ['banker_pair', '89.6386'],
    ]);
  });

  it('give each round its mean and spread', () => {
    const { mean, variance, largest } = baccarat.moments({}, { bets: [{ type: 'player_pair', amountMinor: 1_000 }] });
    const chance = 31 / 415;
    expect(mean).toBeCloseTo(12 * chance, 12);
    expect(variance).toBeCloseTo(144 * chance * (1 - chance), 10);
    expect(largest).toBe(12);
  });

  it('agree with rounds that were played', () => {
    const wager = { bets: [{ type: 'banker' as const, amountMinor: 1_000 }] };
    const { mean, variance } = baccarat.moments({}, wager);
    const rounds = 20_000;
    let paid = 0;
    for (let nonce = 1; nonce <= rounds; nonce++) {
      const round = baccarat.play({}, wager, seededDraws({ serverSeed: 'odds', clientSeed: 'test', nonce }), []);
      if (nonce === 1) expect(BaccaratOutcome.parse(round.outcome)).toEqual(round.outcome);
      paid += round.payoutMinor / 1_000;
    }
    expect(Math.abs(paid / rounds - mean)).toBeLessThan(4 * Math.sqrt(variance / rounds));
  });
});
