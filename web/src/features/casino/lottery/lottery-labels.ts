/** Texts of the lottery: prizes, problems of a ticket, and results. */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import { highestNumber, maxTickets, type PrizeId, prizes } from '@fairline/proto/games/lottery';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { countText } from '../../../figures.ts';
import { insufficientText } from '../stage/refusal-labels.ts';
import { maxDrawMinor, type TicketProblem } from './ticket-list.ts';

export type LotteryRound = RoundOf<'prize-lottery'>;

export function prizeName(prize: PrizeId): string {
  const names: Record<PrizeId, () => string> = {
    phone: () => i18n._({ id: 'lottery.phone', message: 'Smartphone' }),
    laptop: () => i18n._({ id: 'lottery.laptop', message: 'Laptop' }),
    earbuds: () => i18n._({ id: 'lottery.earbuds', message: 'Earbuds' }),
    smartwatch: () => i18n._({ id: 'lottery.smartwatch', message: 'Smartwatch' }),
    cash_1000: cashName,
    cash_500: cashName,
    cash_100: cashName,
  };
  return names[prize]();
}

const cashName = () => i18n._({ id: 'lottery.cash', message: 'Cash' });

export function prizeText(prize: PrizeId, currency: PlayCurrencyCode): string {
  return `${prizeName(prize)}, ${moneyText(prizes[prize].valueMinor, currency)}`;
}

export function problemText(problem: TicketProblem, currency: PlayCurrencyCode): string {
  const texts: Record<TicketProblem, () => string> = {
    tooManyNumbers: () => i18n._({ id: 'lottery.tooManyNumbers', message: 'Maximum 6 numbers allowed!' }),
    tooFewNumbers: () => i18n._({ id: 'lottery.tooFewNumbers', message: 'Please select exactly 6 numbers!' }),
    tooManyTickets: () =>
      i18n._({
        id: 'lottery.tooManyTickets',
        message: 'A draw takes up to {count} tickets',
        values: { count: countText(maxTickets) },
      }),
    aboveLimit: () =>
      i18n._({
        id: 'lottery.aboveLimit',
        message: 'Maximum total for one draw: {amount}',
        values: { amount: moneyText(maxDrawMinor, currency) },
      }),
    aboveBalance: insufficientText,
  };
  return texts[problem]();
}

export const noTicketsText = () => i18n._({ id: 'lottery.noTickets', message: 'No tickets to draw!' });

export function matchesText(matches: number): string {
  return i18n._({
    id: 'lottery.matches',
    message: '{matches, plural, =0 {No match} one {# match} other {# matches}}',
    values: { matches },
  });
}

/** One sentence for the whole round. `isWin`: false for a return of at most the stake where the jurisdiction does not let it look like a win. */
export function resultText(
  { outcome, payoutMinor, currency }: Pick<LotteryRound, 'outcome' | 'payoutMinor' | 'currency'>,
  isWin: boolean,
): string {
  const won = outcome.tickets.filter(({ prize }) => prize !== undefined).length;
  if (won === 0) return i18n._({ id: 'lottery.lost', message: 'No prize this time' });
  if (!isWin)
    return i18n._({
      id: 'slots.returned',
      message: 'Returned {amount}',
      values: { amount: moneyText(payoutMinor, currency) },
    });
  return i18n._({
    id: 'lottery.won',
    message: '{won, plural, one {# ticket won} other {# tickets won}}: {amount}',
    values: { won, amount: moneyText(payoutMinor, currency) },
  });
}

/** The draw and its result, for screen readers. */
export function spokenResult(round: LotteryRound, isWin: boolean): string {
  const drawn = i18n._({
    id: 'lottery.drawn',
    message: 'Drawn: {numbers}',
    values: { numbers: round.outcome.drawn.join(', ') },
  });
  const wins = isWin
    ? round.outcome.tickets.flatMap(({ prize }) => (prize ? [prizeText(prize, round.currency)] : []))
    : [];
  return [drawn, resultText(round, isWin), ...wins].join('. ');
}

export function howTicketsWin(): string {
  return i18n._({
    id: 'lottery.howWin',
    message:
      'Six of {highest} numbers are drawn for all your tickets. A ticket with no match loses. A ticket with one match or more enters a second draw, which decides whether it wins and which prize. More matches do not improve its chance.',
    values: { highest: highestNumber },
  });
}
