/** The baccarat table in each state, its wager and limits, quick picks, the pictures of a deal and the session's figures. */
import { baccarat } from '@fairline/games/baccarat';
import { seededDraws } from '@fairline/games/draws';
import type { Round, RoundOf } from '@fairline/proto/casino/rounds';
import type { BaccaratOutcome } from '@fairline/proto/games/baccarat';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { ChipTable } from '../chips/chip-table.tsx';
import { BaccaratResult } from './baccarat-result.tsx';
import { BaccaratTable } from './baccarat-table.tsx';
import { RoadPanel } from './road-panel.tsx';
import { noStats, withRound } from './stats.ts';
import { framesOf, totalOf, viewOf } from './table-view.ts';
import { lastResults } from './use-results.ts';
import { betsOf, quickPickMinor, resultsOf, wagerOf, whyNotDealt } from './wager.ts';

beforeAll(loadEnglish);

const outcome: BaccaratOutcome = {
  player: { cards: ['2h', 'Jd', '4d'], value: 6 },
  banker: { cards: ['Jc', 'Ac', '4h'], value: 5 },
  result: 'player',
  natural: false,
  playerPair: false,
  bankerPair: false,
  bets: [{ payoutMinor: 2_000 }, { payoutMinor: 0 }],
};
const wager = {
  bets: [
    { type: 'player' as const, amountMinor: 1_000 },
    { type: 'tie' as const, amountMinor: 500 },
  ],
};
const round = {
  id: 'a',
  gameId: 'elite-baccarat',
  status: 'settled',
  wager,
  outcome,
  wagerMinor: 1_500,
  payoutMinor: 2_000,
  currency: 'USD',
  createdAt: '2026-01-01T10:00:00.000Z',
} as RoundOf<'elite-baccarat'>;

function table(shown: BaccaratOutcome | null, isOver = false): string {
  const nothing = () => undefined;
  return renderToStaticMarkup(
    createElement(ChipTable, {
      chosenMinor: 500,
      onChoose: nothing,
      isLocked: shown !== null,
      onPlace: nothing,
      onTake: nothing,
      // biome-ignore lint/correctness/noChildrenProp: the type asks for the prop.
      children: createElement(BaccaratTable, {
        view: shown && viewOf(shown),
        isStill: true,
        bets: betsOf(wager),
        results: isOver ? resultsOf(wager, outcome) : {},
        currency: 'USD',
        outcome: isOver ? outcome : undefined,
        onSkip: undefined,
        feltRef: null,
        quick: null,
        // biome-ignore lint/correctness/noChildrenProp: the type asks for the prop.
        children: null,
      }),
    }),
  );
}

it('takes bets on five areas', () => {
  const html = table(null);
  for (const spot of ['player', 'banker', 'tie', 'player_pair', 'banker_pair'])
    expect(html).toContain(`data-spot="${spot}"`);
  expect(html).toContain('Player 1:1: 10.00 USD');
});

it('lights the winner and what it paid only once the deal was shown', () => {
  expect(table(outcome)).not.toMatch(/data-winner|data-result/);
  const html = table(outcome, true);
  expect(html).toContain('Player wins 6 to 5');
  expect(html).toContain('data-winner="true"');
  expect(html).toMatch(/Player 1:1: 20\.00 USD/);
});

it('draws a round of the history with each bet', () => {
  const html = renderToStaticMarkup(createElement(BaccaratResult, { round }));
  expect(html).toMatch(/Player: 10\.00.USD → 20\.00.USD/);
  expect(html).toMatch(/Tie: 5\.00.USD → 0\.00.USD/);
});

it('shows roads and figures, or a text without any', () => {
  expect(renderToStaticMarkup(createElement(RoadPanel, { results: [], stats: noStats }))).toContain(
    'Your results appear here.',
  );
  const html = renderToStaticMarkup(createElement(RoadPanel, { results: [outcome], stats: withRound(noStats, round) }));
  expect(html).toContain('aria-label="Player"');
  expect(withRound(withRound(noStats, round), round)).toMatchObject({
    handsPlayed: 1,
    playerWins: 1,
    bankerWins: 0,
    ties: 0,
    naturals: 0,
  });
});

it('deals player, banker, player, banker, then third cards', () => {
  expect(framesOf(outcome).map(({ view }) => `${view.player.length}${view.banker.length}`)).toEqual([
    '10',
    '11',
    '21',
    '22',
    '32',
    '33',
  ]);
  for (let nonce = 1; nonce <= 300; nonce += 1) {
    const played = baccarat.play(
      {},
      wager,
      seededDraws({ serverSeed: 'test', clientSeed: 'frames', nonce }),
      [],
    ).outcome;
    expect(framesOf(played).at(-1)?.view).toEqual(viewOf(played));
    expect(totalOf(played.player.cards)).toBe(played.player.value);
  }
});

it('shows a natural for two seconds before the result', () => {
  const natural = {
    ...outcome,
    natural: true,
    player: { cards: ['2h', '6d'], value: 8 },
    banker: { cards: ['Jc', 'Ac'], value: 1 },
  };
  expect(framesOf(natural).map(({ showMs }) => showMs)).toEqual([600, 600, 600, 2_000]);
  expect(framesOf(outcome).map(({ showMs }) => showMs)).toEqual([600, 600, 600, 800, 800, 800]);
});

it('returns a bet on a side as a push on a tie', () => {
  expect(resultsOf(wager, { bets: [{ payoutMinor: 1_000 }, { payoutMinor: 4_500 }] })).toEqual({
    player: { payoutMinor: 1_000, result: 'push' },
    tie: { payoutMinor: 4_500, result: 'won' },
  });
  expect(betsOf(wagerOf({ banker: 500, tie: 100 }))).toEqual({ banker: 500, tie: 100 });
});

it.each([
  ['player', 123_456, 10_000],
  ['banker', 54_321, 5_400],
  ['tie', 54_321, 2_700],
  ['player_pair', 54_321, 1_000],
  ['banker_pair', 4_999, 0],
] as const)('picks for %s with a balance of %i: %i', (spot, balanceMinor, minor) => {
  expect(quickPickMinor(spot, balanceMinor)).toBe(minor);
});

it.each([
  [{}, 100_000, 'Please place at least one bet!'],
  [{ tie: 500 }, 100_000, 'Minimum total bet: 10.00\u00a0USD'],
  [{ player: 60_000, banker: 50_000 }, 200_000, 'Maximum total bet: 1,000.00\u00a0USD'],
  [{ player: 1_000, tie: 100 }, 1_099, 'Insufficient balance for all bets!'],
  [{ player: 500, tie: 500 }, 1_000, null],
])('deals %j with a balance of %i: %s', (bets, balanceMinor, why) => {
  expect(whyNotDealt(bets, { minMinor: 1_000, maxMinor: 100_000, balanceMinor, currency: 'USD' })).toBe(why);
});

it('lists the last twenty results, without the one that is still being shown', () => {
  const listed = Array.from({ length: 25 }, (_, at) => ({ ...round, id: `r${at}` }) as unknown as Round);
  expect(lastResults(listed, [], undefined)).toHaveLength(20);
  expect(lastResults(listed.slice(0, 3), [], 'r0')).toHaveLength(2);
  expect(lastResults(listed.slice(0, 3), [{ ...round, id: 'r0' }], undefined)).toHaveLength(3);
});
