/** Names of categories, volatilities, round statuses and bet types. */
import type { Round } from '@fairline/proto/casino/rounds';
import type { GameCategory, volatilities } from '@fairline/proto/games/catalogue';
import type { PrizeId } from '@fairline/proto/games/lottery';
import { i18n } from '@lingui/core';
import { numberText } from '../../figures.ts';
import type { Tone } from '../../ui/content/badge.tsx';

export function categoryName(category: GameCategory): string {
  if (category === 'slots') return i18n._({ id: 'casino.category.slots', message: 'Slots' });
  return category === 'table'
    ? i18n._({ id: 'casino.category.table', message: 'Table Games' })
    : i18n._({ id: 'casino.category.lottery', message: 'Prize Lottery' });
}

export function volatilityName(volatility: (typeof volatilities)[number]): string {
  if (volatility === 'High') return i18n._({ id: 'casino.volatility.high', message: 'High' });
  return volatility === 'Medium'
    ? i18n._({ id: 'casino.volatility.medium', message: 'Medium' })
    : i18n._({ id: 'casino.volatility.low', message: 'Low' });
}

export function roundStatusName(status: Round['status']): [label: string, tone: Tone] {
  if (status === 'open') return [i18n._({ id: 'casino.status.open', message: 'Open' }), 'info'];
  return status === 'void'
    ? [i18n._({ id: 'casino.status.void', message: 'Void' }), 'plain']
    : [i18n._({ id: 'casino.status.settled', message: 'Settled' }), 'plain'];
}

/** "96.40%" of a return in per cent. */
export function rtpText(rtp: number): string {
  return numberText(rtp / 100, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** "12.5×" of a return per unit of the stake. */
export function multiplierText(multiplier: number): string {
  return `${numberText(multiplier, { maximumFractionDigits: 2 })}×`;
}

/** A type of bet by its id, such as `player_pair`. */
export function betName(type: string): string {
  return betNames()[type] ?? type.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
}

function betNames(): Record<string, string> {
  return {
    spin: i18n._({ id: 'casino.bet.spin', message: 'Spin' }),
    lines: i18n._({ id: 'casino.bet.lines', message: 'Lines' }),
    jackpot: i18n._({ id: 'casino.bet.jackpot', message: 'Jackpot' }),
    straight: i18n._({ id: 'casino.bet.straight', message: 'Straight up' }),
    split: i18n._({ id: 'casino.bet.split', message: 'Split' }),
    street: i18n._({ id: 'casino.bet.street', message: 'Street' }),
    corner: i18n._({ id: 'casino.bet.corner', message: 'Corner' }),
    line: i18n._({ id: 'casino.bet.line', message: 'Six line' }),
    dozen: i18n._({ id: 'casino.bet.dozen', message: 'Dozen' }),
    column: i18n._({ id: 'casino.bet.column', message: 'Column' }),
    red: i18n._({ id: 'casino.bet.red', message: 'Red' }),
    black: i18n._({ id: 'casino.bet.black', message: 'Black' }),
    odd: i18n._({ id: 'casino.bet.odd', message: 'Odd' }),
    even: i18n._({ id: 'casino.bet.even', message: 'Even' }),
    low: i18n._({ id: 'casino.bet.low', message: '1 to 18' }),
    high: i18n._({ id: 'casino.bet.high', message: '19 to 36' }),
    main: i18n._({ id: 'casino.bet.main', message: 'Main bet' }),
    perfect_pairs: i18n._({ id: 'casino.bet.perfectPairs', message: 'Perfect Pairs' }),
    twenty_one_plus_three: i18n._({ id: 'casino.bet.21plus3', message: '21+3' }),
    player: i18n._({ id: 'casino.bet.player', message: 'Player' }),
    banker: i18n._({ id: 'casino.bet.banker', message: 'Banker' }),
    tie: i18n._({ id: 'casino.bet.tie', message: 'Tie' }),
    player_pair: i18n._({ id: 'casino.bet.playerPair', message: 'Player pair' }),
    banker_pair: i18n._({ id: 'casino.bet.bankerPair', message: 'Banker pair' }),
    ticket: i18n._({ id: 'casino.bet.ticket', message: 'Ticket' }),
  };
}

export function prizeName(prize: PrizeId): string {
  return {
    phone: i18n._({ id: 'casino.prize.phone', message: 'Smartphone' }),
    laptop: i18n._({ id: 'casino.prize.laptop', message: 'Laptop' }),
    earbuds: i18n._({ id: 'casino.prize.earbuds', message: 'Earbuds' }),
    smartwatch: i18n._({ id: 'casino.prize.smartwatch', message: 'Smartwatch' }),
    cash_1000: i18n._({ id: 'casino.prize.cash1000', message: 'Top cash prize' }),
    cash_500: i18n._({ id: 'casino.prize.cash500', message: 'Big cash prize' }),
    cash_100: i18n._({ id: 'casino.prize.cash100', message: 'Cash prize' }),
  }[prize];
}
