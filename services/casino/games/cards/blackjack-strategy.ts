/** The basic strategy of these blackjack rules: the action for each hand and dealer's up card. The PAR sheet prints it and its return is computed from it. */
import type { HandAction } from '@fairline/proto/games/blackjack';

/** The dealer's up cards in the order of the columns. */
export const upCards = '23456789TA';

/**
 * One code for each up card of the dealer: H hit, S stand, D double or else hit, d double or else stand, P split.
 * A row is a total, or the rank of a pair. Pairs that are not split here are played by their total.
 */
export const basicStrategy = {
  hard: {
    5: 'HHHHHHHHHH',
    6: 'HHHHHHHHHH',
    7: 'HHHHHHHHHH',
    8: 'HHHHHHHHHH',
    9: 'HDDDDHHHHH',
    10: 'DDDDDDDDHH',
    11: 'DDDDDDDDDD',
    12: 'HHSSSHHHHH',
    13: 'SSSSSHHHHH',
    14: 'SSSSSHHHHH',
    15: 'SSSSSHHHHH',
    16: 'SSSSSHHHHH',
    17: 'SSSSSSSSSS',
    18: 'SSSSSSSSSS',
    19: 'SSSSSSSSSS',
    20: 'SSSSSSSSSS',
  },
  soft: {
    12: 'HHHHHHHHHH',
    13: 'HHHDDHHHHH',
    14: 'HHHDDHHHHH',
    15: 'HHDDDHHHHH',
    16: 'HHDDDHHHHH',
    17: 'HDDDDHHHHH',
    18: 'dddddSSHHH',
    19: 'SSSSdSSSSS',
    20: 'SSSSSSSSSS',
  },
  pairs: {
    A: 'PPPPPPPPPP',
    2: 'PPPPPP....',
    3: 'PPPPPP....',
    4: '...PP.....',
    5: '..........',
    6: 'PPPPP.....',
    7: 'PPPPPP....',
    8: 'PPPPPPPPPP',
    9: 'PPPPP.PP..',
    T: '..........',
  },
} as const;

export interface Situation {
  total: number;
  isSoft: boolean;
  /** The rank of both cards, tens and face cards as T; null for another hand. */
  pair: string | null;
  mayDouble: boolean;
  maySplit: boolean;
  /** The place of the dealer's card in `upCards`. */
  up: number;
}

export function basicAction({ total, isSoft, pair, mayDouble, maySplit, up }: Situation): HandAction {
  if (maySplit && pair !== null && rowOf(basicStrategy.pairs, pair).charAt(up) === 'P') return 'split';
  switch (rowOf(isSoft ? basicStrategy.soft : basicStrategy.hard, total).charAt(up)) {
    case 'S':
      return 'stand';
    case 'D':
      return mayDouble ? 'double' : 'hit';
    case 'd':
      return mayDouble ? 'double' : 'stand';
    default:
      return 'hit';
  }
}

/** Hard totals below the table are hit as well: they are pairs that may not be split. */
const rowOf = (table: Readonly<Record<string, string>>, row: string | number) => table[row] ?? 'HHHHHHHHHH';
