/** The blackjack table in each state: placing bets, an open hand, four hands, a result; and why an action is not allowed. */
import type { BlackjackOutcome, HandAction } from '@fairline/proto/games/blackjack';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { ChipTable } from '../chips/chip-table.tsx';
import { HandActions } from './action-bar.tsx';
import { whyNot } from './blackjack-labels.ts';
import { BlackjackResult } from './blackjack-result.tsx';
import { BlackjackTable } from './blackjack-table.tsx';
import { viewOf } from './table-view.ts';
import { whyNotDealt } from './wager.ts';

beforeAll(loadEnglish);

const hand = (cards: string[], status: BlackjackOutcome['hands'][number]['status'], payoutMinor?: number) => ({
  cards,
  stakeMinor: 1_000,
  doubled: false,
  status,
  ...(payoutMinor !== undefined && { payoutMinor }),
});
const open: BlackjackOutcome = {
  hands: [hand(['8d', '8c'], 'active')],
  dealer: ['9h'],
  actions: ['hit', 'stand', 'double', 'split'],
};
const won: BlackjackOutcome = {
  hands: [hand(['Td', '9c'], 'won', 2_000), hand(['Td', '6c', 'Kh'], 'bust', 0)],
  dealer: ['9h', '9c'],
  actions: [],
  perfectPairs: { stakeMinor: 500, result: 'mixed', payoutMinor: 3_500 },
};

function table(outcome: BlackjackOutcome | null, isOver = false): string {
  const props = {
    view: outcome && viewOf(outcome),
    settled: outcome && viewOf(outcome),
    bets: { main: 1_000, perfectPairs: 500 },
    currency: 'USD' as const,
    stakes: outcome?.hands.map(({ stakeMinor }) => stakeMinor) ?? [],
    outcome: isOver && outcome ? outcome : undefined,
    onSkip: undefined,
    feltRef: null,
  };
  const nothing = () => undefined;
  return renderToStaticMarkup(
    createElement(ChipTable, {
      chosenMinor: 500,
      onChoose: nothing,
      isLocked: outcome !== null,
      onPlace: nothing,
      onTake: nothing,
      // biome-ignore lint/correctness/noChildrenProp: the type asks for the prop.
      children: createElement(BlackjackTable, props),
    }),
  );
}

it('takes bets on three spots before the deal', () => {
  const html = table(null);
  expect(html).toContain('data-spot="main"');
  expect(html).toContain('Main bet: 10.00 USD');
  expect(html).toContain('21+3: no bet');
  expect(html).toContain('Blackjack pays 3 to 2');
});

it('shows an open hand with the hole card face down, and takes no bets', () => {
  const html = table(open);
  expect(html).toContain('aria-label="Dealer: 9"');
  expect(html).toContain('face-down card');
  expect(html).toContain('aria-label="Your hand: 16"');
  expect(html).toContain('data-active="true"');
  expect(html).not.toContain('data-spot');
});

it('names results only once they can be shown', () => {
  expect(table(won)).not.toMatch(/Won|Bust|Mixed pair/);
  const html = table(won, true);
  expect(html).toContain('aria-label="Hand 1 of 2: 19"');
  expect(html).toMatch(/Won.*20\.00/s);
  expect(html).toContain('Bust');
  expect(html).toContain('Mixed pair 35.00');
});

it('draws a round of the history with its stakes and returns', () => {
  const round = { gameId: 'professional-blackjack', outcome: won, currency: 'USD' } as Parameters<
    typeof BlackjackResult
  >[0]['round'];
  const html = renderToStaticMarkup(createElement(BlackjackResult, { round }));
  expect(html).toContain('nine of clubs'.replace('nine', '9'));
  expect(html).toMatch(/10\.00.USD → 20\.00.USD/);
  expect(html).toContain('Perfect Pairs · Mixed pair');
});

it.each<[HandAction, Partial<BlackjackOutcome>, number, string | null]>([
  ['double', {}, 1_000, null],
  ['double', {}, 999, 'Insufficient balance for double down!'],
  ['split', {}, 999, 'Insufficient balance for split!'],
  ['hit', {}, 0, null],
  [
    'split',
    { hands: [hand(['8d', '7c'], 'active')], actions: ['hit', 'stand', 'double'] },
    9_000,
    'Only two cards of the same rank can be split',
  ],
  [
    'double',
    { hands: [hand(['8d', '2c', '3c'], 'active')], actions: ['hit', 'stand'] },
    9_000,
    'Only a hand of two cards can be doubled',
  ],
  [
    'split',
    {
      hands: [hand(['8d', '8c'], 'active'), ...Array.from({ length: 3 }, () => hand(['8d', '3c'], 'waiting'))],
      actions: ['hit', 'stand', 'double'],
    },
    9_000,
    'You can split to four hands at most',
  ],
  ['hit', { hands: [hand(['8d', '8c'], 'stood')], actions: [] }, 9_000, 'Wait until the cards are dealt'],
])('%s with %j and a balance of %i: %s', (action, change, balanceMinor, why) => {
  expect(whyNot(action, { outcome: { ...open, ...change }, balanceMinor })).toBe(why);
});

it('lets a hand be finished during an exclusion, without another stake', () => {
  const exclusion = 'You are taking a time-out.';
  const whys = (['hit', 'stand', 'double', 'split'] as const).map((action) =>
    whyNot(action, { outcome: open, balanceMinor: 9_000, exclusion }),
  );
  expect(whys.slice(0, 2)).toEqual([null, null]);
  expect(whys).toContain(exclusion);
  expect(whys.slice(2)).not.toContain(null);
});

it('shows beside a button why it is disabled', () => {
  const nothing = () => undefined;
  const html = renderToStaticMarkup(
    createElement(HandActions, { outcome: open, balanceMinor: 0, busy: false, onAct: nothing, onRefused: nothing }),
  );
  expect(html.match(/aria-disabled="true"/g)).toHaveLength(2);
  expect(html).toContain('aria-description="Insufficient balance for split!"');
});

it.each([
  [{}, 100_000, 'Minimum main bet: 5.00\u00a0USD'],
  [{ main: 50_100 }, 100_000, 'Maximum main bet: 500.00\u00a0USD'],
  [{ main: 500, perfectPairs: 5_100 }, 100_000, 'Maximum side bet: 50.00\u00a0USD'],
  [{ main: 500, twentyOnePlusThree: 600 }, 1_099, 'Insufficient balance!'],
  [{ main: 50_000, perfectPairs: 5_000, twentyOnePlusThree: 5_000 }, 60_000, null],
])('deals %j with a balance of %i: %s', (bets, balanceMinor, why) => {
  expect(whyNotDealt(bets, { minMinor: 500, maxMinor: 50_000, balanceMinor, currency: 'USD' })).toBe(why);
});
