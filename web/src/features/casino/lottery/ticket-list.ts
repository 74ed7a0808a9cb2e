/** The rules for tickets before a draw: six numbers of 49, a stake each, and the limits of a draw. Pure. */
import { catalogue } from '@fairline/proto/games/catalogue';
import {
  highestNumber,
  type LotteryWager,
  type lotteryStakes,
  maxTickets,
  numbersPerTicket,
} from '@fairline/proto/games/lottery';

export type LotteryStake = (typeof lotteryStakes)[number];

export interface Ticket {
  /** Unique in the list, so that removing a ticket leaves the others unchanged. */
  key: number;
  numbers: readonly number[];
  stakeMinor: LotteryStake;
}

/** Why a number or a ticket is not accepted. */
export type TicketProblem = 'tooManyNumbers' | 'tooFewNumbers' | 'tooManyTickets' | 'aboveLimit' | 'aboveBalance';

export const { maxMinor: maxDrawMinor } = catalogue['prize-lottery'];

export const totalMinor = (tickets: readonly Pick<Ticket, 'stakeMinor'>[]) =>
  tickets.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0);

/** Selects or deselects a number. */
export function toggleNumber(numbers: readonly number[], number: number): readonly number[] | TicketProblem {
  if (numbers.includes(number)) return numbers.filter((other) => other !== number);
  if (numbers.length >= numbersPerTicket) return 'tooManyNumbers';
  return [...numbers, number].toSorted((one, other) => one - other);
}

interface Draft {
  numbers: readonly number[];
  stakeMinor: LotteryStake;
}

/** The list with one more ticket. If the balance is unknown, the server checks it. */
export function addTicket(
  tickets: readonly Ticket[],
  { numbers, stakeMinor }: Draft,
  balanceMinor: number | undefined,
): readonly Ticket[] | TicketProblem {
  if (numbers.length !== numbersPerTicket) return 'tooFewNumbers';
  if (tickets.length >= maxTickets) return 'tooManyTickets';
  const withIt = totalMinor(tickets) + stakeMinor;
  if (withIt > maxDrawMinor) return 'aboveLimit';
  if (balanceMinor !== undefined && withIt > balanceMinor) return 'aboveBalance';
  const key = 1 + Math.max(0, ...tickets.map((ticket) => ticket.key));
  return [...tickets, { key, numbers, stakeMinor }];
}

/** Six numbers picked with `random`, which returns a whole number below its argument. */
export function quickPick(random: (below: number) => number): readonly number[] {
  const left = Array.from({ length: highestNumber }, (_, index) => index + 1);
  const picked = Array.from({ length: numbersPerTicket }, () => left.splice(random(left.length), 1)[0] as number);
  return picked.toSorted((one, other) => one - other);
}

/** It only decides which numbers are proposed. */
export function browserRandom(below: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value % below;
}

export function wagerOf(tickets: readonly Ticket[]): LotteryWager {
  return { tickets: tickets.map(({ numbers, stakeMinor }) => ({ numbers: [...numbers], stakeMinor })) };
}
