/** Blackjack: the rules of a hand, of splits, of actions and of side bets, in tables; and properties of any round. */
import { roundRefusals } from '@fairline/proto/casino/rounds';
import { BlackjackOutcome, type BlackjackWager, type HandAction } from '@fairline/proto/games/blackjack';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blackjack } from './blackjack.ts';
import { stackedDraws } from './cards/testing.ts';
import { seededDraws } from './draws.ts';

const decks = 6;
const plain: BlackjackWager = { amountMinor: 1_001 };

/** The cards in the order of the deal: player, dealer, player, hole. */
function play(cards: string, actions = '', wager: BlackjackWager = plain) {
  return blackjack.play({}, wager, stackedDraws(decks, cards), actions ? (actions.split(' ') as HandAction[]) : []);
}

const short = ({ outcome, stakeMinor, payoutMinor }: ReturnType<typeof play>) => ({
  hands: outcome.hands.map(({ cards, status }) => `${cards.join(' ')} ${status}`),
  dealer: outcome.dealer.join(' '),
  stakeMinor,
  payoutMinor,
});

describe('a hand of blackjack', () => {
  it.each([
    ['pays a blackjack 3 to 2, rounded down', 'Ac 9d Kh 7s', '', ['Ac Kh blackjack'], '9d 7s', 1_001, 2_502],
    ['gives the stake back when both have a blackjack', 'Ac Kd Kh As', '', ['Ac Kh push'], 'Kd As', 1_001, 1_001],
    ['ends at once when the dealer has a blackjack under a ten', '9c Kd 9h As', '', ['9c 9h lost'], 'Kd As', 1_001, 0],
    ['ends at once when the dealer has a blackjack under an ace', '9c Ad 9h Js', '', ['9c 9h lost'], 'Ad Js', 1_001, 0],
    ['pays a win 1 to 1', 'Tc 9d Kh 8s', 'stand', ['Tc Kh won'], '9d 8s', 1_001, 2_002],
    ['gives the stake back on equal totals', 'Tc 9d 7h 8s', 'stand', ['Tc 7h push'], '9d 8s', 1_001, 1_001],
    ['loses to a higher total', 'Tc 9d 7h 9s', 'stand', ['Tc 7h lost'], '9d 9s', 1_001, 0],
    ['wins when the dealer busts', 'Tc 9d 3h 7s 6c', 'stand', ['Tc 3h won'], '9d 7s 6c', 1_001, 2_002],
    ['loses a bust, and the dealer draws nothing', 'Tc 9d 6h 7s 6c', 'hit', ['Tc 6h 6c bust'], '9d 7s', 1_001, 0],
    ['stands by itself on 21', 'Tc 9d 6h 8s 5c', 'hit', ['Tc 6h 5c won'], '9d 8s', 1_001, 2_002],
    ['is no blackjack with three cards', '7c Td 7h Ks 7d', 'hit', ['7c 7h 7d won'], 'Td Ks', 1_001, 2_002],
    ['doubles the stake for one card', '6c 9d 5h 8s Tc', 'double', ['6c 5h Tc won'], '9d 8s', 2_002, 4_004],
    ['doubles and busts', 'Tc 9d 5h 8s 9c', 'double', ['Tc 5h 9c bust'], '9d 8s', 2_002, 0],
    ['has the dealer hit a soft 17', 'Tc Ad 8h 6s 4c', 'stand', ['Tc 8h lost'], 'Ad 6s 4c', 1_001, 0],
    ['has the dealer stand on a hard 17', 'Tc Td 8h 7s', 'stand', ['Tc 8h won'], 'Td 7s', 1_001, 2_002],
    ['has the dealer stand on a soft 18', 'Tc Ad 8h 7s', 'stand', ['Tc 8h push'], 'Ad 7s', 1_001, 1_001],
    [
      'has the dealer draw on when an ace falls back to 1',
      'Tc Ad 8h 5s Tc 3d',
      'stand',
      ['Tc 8h lost'],
      'Ad 5s Tc 3d',
      1_001,
      0,
    ],
  ])('%s', (_name, cards, actions, hands, dealer, stakeMinor, payoutMinor) => {
    expect(short(play(cards, actions))).toEqual({ hands, dealer, stakeMinor, payoutMinor });
  });
});

describe('a split', () => {
  it.each([
    [
      'gives both hands a card, the first hand first',
      '8c 9d 8h 8s 3c Td',
      'split stand stand',
      ['8c 3c lost', '8h Td won'],
      2_002,
      2_002,
    ],
    ['pays 21 as a win of 1 to 1', 'Kc 9d Kh 8s Ac 5d', 'split stand', ['Kc Ac won', 'Kh 5d lost'], 2_002, 2_002],
    ['gives aces one card each', 'Ac 9d Ah 8s 5c Kd', 'split', ['Ac 5c lost', 'Ah Kd won'], 2_002, 2_002],
    ['does not split aces again', 'Ac 9d Ah 8s Ad Kd', 'split', ['Ac Ad lost', 'Ah Kd won'], 2_002, 2_002],
    [
      'may be followed by a double',
      '8c 9d 8h 8s 3c Td Kc',
      'split double stand',
      ['8c 3c Kc won', '8h Td won'],
      3_003,
      6_006,
    ],
    [
      'makes up to four hands; a new hand follows the one it came from',
      '8c 9d 8h 8s 8d 2c 8c 3c 4c 5c Tc',
      'split split split stand stand stand hit stand',
      ['8c 4c lost', '8c 5c lost', '8d 3c lost', '8h 2c Tc won'],
      4_004,
      2_002,
    ],
  ])('%s', (_name, cards, actions, hands, stakeMinor, payoutMinor) => {
    expect(short(play(cards, actions))).toMatchObject({ hands, stakeMinor, payoutMinor });
  });

  it('has the dealer play when one hand stands and others bust', () => {
    const round = play('Tc 9d Th 3s 6c 9c Tc 6d', 'split hit stand');
    expect(short(round)).toMatchObject({
      hands: ['Tc 6c Tc bust', 'Th 9c won'],
      dealer: '9d 3s 6d',
      payoutMinor: 2_002,
    });
  });
});

describe('the actions', () => {
  it.each([
    ['a pair', '8c 9d 8h 8s', '', ['hit', 'stand', 'double', 'split']],
    ['two tens of different ranks', 'Kc 9d Qh 8s', '', ['hit', 'stand', 'double']],
    ['three cards', '2c 9d 3h 8s 4c', 'hit', ['hit', 'stand']],
    ['the first hand of a split', '8c 9d 8h 8s 3c Td', 'split', ['hit', 'stand', 'double']],
    ['the fourth hand, a pair again', '8c 9d 8h 8s 8d 2c 8c 3c 8c 5c', 'split split split', ['hit', 'stand', 'double']],
    ['a settled hand', '8c 9d 8h 8s', 'stand', []],
  ])('of %s', (_name, cards, actions, allowed) => {
    expect(play(cards, actions).outcome.actions).toEqual(allowed);
  });

  it.each([
    ['a split of different ranks', 'Kc 9d Qh 8s', 'split'],
    ['a double after a hit', '2c 9d 3h 8s 4c', 'hit double'],
    ['a fifth hand', '8c 9d 8h 8s 8d 2c 8c 3c 8c 5c', 'split split split split'],
    ['an action on a settled hand', '8c 9d 8h 8s', 'stand hit'],
    ['an action after a blackjack', 'Ac 9d Kh 7s', 'stand'],
    ['an action after the dealer had a blackjack', '8c Ad 8h Ks', 'hit'],
    ['an action on split aces', 'Ac 9d Ah 8s 5c Kd', 'split hit'],
  ])('refuse %s', (_name, cards, actions) => {
    expect(() => play(cards, actions)).toThrow(expect.objectContaining({ code: roundRefusals.notYourTurn.code }));
  });

  it('show which hand has its turn, which wait and which stand', () => {
    const { outcome, isOpen, payoutMinor } = play('8c 9d 8h 8s 3c Td 8d', 'split stand');
    expect(outcome.hands.map(({ status }) => status)).toEqual(['stood', 'active']);
    expect({ isOpen, payoutMinor }).toEqual({ isOpen: true, payoutMinor: 0 });
  });
});

describe('side bets', () => {
  const sides = { amountMinor: 1_000, perfectPairsMinor: 100, twentyOnePlusThreeMinor: 100 };

  it.each([
    ['8c', '2d', '8c', 'perfect', 2_600],
    ['8c', '2d', '8s', 'coloured', 1_300],
    ['8d', '2d', '8h', 'coloured', 1_300],
    ['8c', '2d', '8h', 'mixed', 700],
    ['Kc', '2d', 'Qc', null, 0],
  ])('of perfect pairs: %s %s %s', (first, up, second, result, payoutMinor) => {
    expect(play(`${first} ${up} ${second} 9s`, '', sides).outcome.perfectPairs).toEqual({
      stakeMinor: 100,
      result,
      payoutMinor,
    });
  });

  it.each([
    ['8c', '8c', '8c', 'suited_trips', 10_100],
    ['5c', '7c', '6c', 'straight_flush', 4_100],
    ['Ah', '2h', '3h', 'straight_flush', 4_100],
    ['8c', '8d', '8c', 'three_of_a_kind', 3_100],
    ['Ac', '2d', '3h', 'straight', 1_100],
    ['Qc', 'Ad', 'Kh', 'straight', 1_100],
    ['9c', 'Jd', 'Th', 'straight', 1_100],
    ['Kc', 'Ad', '2h', null, 0],
    ['2c', '9c', 'Jc', 'flush', 600],
    ['2c', '2d', '3c', null, 0],
  ])('of 21+3: %s %s %s', (first, up, second, result, payoutMinor) => {
    expect(play(`${first} ${up} ${second} 9s`, '', sides).outcome.twentyOnePlusThree).toEqual({
      stakeMinor: 100,
      result,
      payoutMinor,
    });
  });

  it('are paid when the round is settled, whatever the hand does', () => {
    const cards = '8c 9d 8c 9s Kc';
    expect(play(cards, '', sides)).toMatchObject({ isOpen: true, stakeMinor: 1_200, payoutMinor: 0 });
    expect(play(cards, 'hit', sides)).toMatchObject({ isOpen: false, stakeMinor: 1_200, payoutMinor: 2_600 });
  });

  it('are absent when nothing was staked on them', () => {
    expect(play('8c 9d 8c 9s', '', { amountMinor: 1_000, perfectPairsMinor: 0 }).outcome).not.toHaveProperty(
      'perfectPairs',
    );
    expect(blackjack.stakeOf(sides)).toEqual({ totalMinor: 1_200, boundMinor: 1_000 });
  });
});

describe('any round', () => {
  const rounds = fc.record({
    serverSeed: fc.uuid(),
    choices: fc.array(fc.nat(), { maxLength: 20 }),
    wager: fc.record({
      amountMinor: fc.integer({ min: 500, max: 50_000 }),
      perfectPairsMinor: fc.integer({ min: 0, max: 5_000 }),
      twentyOnePlusThreeMinor: fc.integer({ min: 0, max: 5_000 }),
    }),
  });

  it('hides the hole card while open, keeps what was seen and never exceeds its largest win', () => {
    fc.assert(
      fc.property(rounds, ({ serverSeed, choices, wager }) => {
        const actions: HandAction[] = [];
        const replay = () =>
          blackjack.play({}, wager, seededDraws({ serverSeed, clientSeed: 'test', nonce: 1 }), actions);
        let round = replay();
        while (round.isOpen) {
          expect(round.outcome.dealer).toHaveLength(1);
          expect(round.payoutMinor).toBe(0);
          const allowed = round.outcome.actions;
          actions.push(allowed[(choices[actions.length] ?? 1) % allowed.length] as HandAction);
          const next = replay();
          expect(next.outcome.dealer[0]).toBe(round.outcome.dealer[0]);
          expect(next.stakeMinor).toBeGreaterThanOrEqual(round.stakeMinor);
          round = next;
        }
        expect(replay()).toEqual(round);
        expect(BlackjackOutcome.parse(round.outcome)).toEqual(round.outcome);
        expect(round.outcome.dealer.length).toBeGreaterThanOrEqual(2);
        expect(round.outcome.actions).toEqual([]);
        expect(round.payoutMinor).toBeLessThanOrEqual(blackjack.maxWinMinor({}, wager));
      }),
      { numRuns: 500 },
    );
  });

  it('can pay its largest win: three equal cards, four hands doubled and won', () => {
    const wager = { amountMinor: 1_000, perfectPairsMinor: 100, twentyOnePlusThreeMinor: 100 };
    const round = play(
      '8c 8c 8c 8d 8d 3d 8h 3h 3s 3c Tc Td Th Ts Tc',
      'split split split double double double double',
      wager,
    );
    expect(round.payoutMinor).toBe(blackjack.maxWinMinor({}, wager));
    expect(round.payoutMinor).toBe(16_000 + 2_600 + 10_100);
  });

  it('returns, over its wager, no more than its moments show', () => {
    const wager = { amountMinor: 1_000, perfectPairsMinor: 500 };
    expect(blackjack.moments({}, wager)).toMatchObject({ largest: (9 * 1_000 + 26 * 500) / 1_500 });
  });
});
