/** Tickets before a draw. */
import { LotteryWager } from '@fairline/proto/games/lottery';
import { describe, expect, it } from 'vitest';
import { addTicket, browserRandom, quickPick, type Ticket, toggleNumber, totalMinor, wagerOf } from './ticket-list.ts';

const numbers = [1, 2, 3, 4, 5, 6];
const ticket = (key: number): Ticket => ({ key, numbers, stakeMinor: 5_000 });
const list = (count: number) => Array.from({ length: count }, (_, index) => ticket(index + 1));

describe('the numbers of a ticket', () => {
  it('are selected and deselected, and stay in order', () => {
    expect(toggleNumber([3, 9], 5)).toEqual([3, 5, 9]);
    expect(toggleNumber([3, 5, 9], 5)).toEqual([3, 9]);
  });

  it('are six at most, and can still be deselected', () => {
    expect(toggleNumber(numbers, 7)).toBe('tooManyNumbers');
    expect(toggleNumber(numbers, 6)).toEqual([1, 2, 3, 4, 5]);
  });

  it('are picked at random without duplicates', () => {
    for (let pick = 0; pick < 200; pick += 1) {
      const picked = quickPick(browserRandom);
      expect(new Set(picked).size).toBe(6);
      expect(picked).toEqual(picked.toSorted((one, other) => one - other));
      expect(Math.min(...picked)).toBeGreaterThanOrEqual(1);
      expect(Math.max(...picked)).toBeLessThanOrEqual(49);
    }
    expect(quickPick((below) => below - 1)).toEqual([44, 45, 46, 47, 48, 49]);
  });
});

describe('a ticket', () => {
  it.each([
    ['fewer than six numbers', [], { numbers: [1, 2], stakeMinor: 5_000 }, undefined, 'tooFewNumbers'],
    ['a list of twenty', list(20), { numbers, stakeMinor: 5_000 }, undefined, 'tooManyTickets'],
    ['a draw above 1,000.00', list(1), { numbers, stakeMinor: 100_000 }, undefined, 'aboveLimit'],
    ['more than the balance', list(1), { numbers, stakeMinor: 5_000 }, 9_999, 'aboveBalance'],
  ] as const)('is refused with %s', (_name, tickets, draft, balanceMinor, problem) => {
    expect(addTicket(tickets, draft, balanceMinor)).toBe(problem);
  });

  it('joins the list under a key of its own', () => {
    const tickets = addTicket([ticket(4)], { numbers, stakeMinor: 10_000 }, 15_000);
    expect(tickets).toEqual([ticket(4), { key: 5, numbers, stakeMinor: 10_000 }]);
  });

  it('is part of a valid wager', () => {
    expect(LotteryWager.safeParse(wagerOf(list(20))).success).toBe(true);
    expect(totalMinor(list(20))).toBe(100_000);
  });
});
