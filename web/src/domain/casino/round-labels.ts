/** A round as text: its wager and its outcome, for lists and screen readers. */
import { isRoundOf, type Round } from '@fairline/proto/casino/rounds';
import { redNumbers } from '@fairline/proto/games/roulette';
import { i18n } from '@lingui/core';
import { moneyText } from '../money/money.tsx';
import { betName, prizeName } from './game-labels.ts';

const suitSigns: Readonly<Record<string, string>> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** "10♦" of "Td". */
export function cardText(card: string): string {
  return `${card[0] === 'T' ? '10' : card[0]}${suitSigns[card[1] ?? ''] ?? ''}`;
}

export function pocketText(pocket: number): string {
  if (pocket === 0) return i18n._({ id: 'casino.pocket.zero', message: '0 green' });
  return redNumbers.includes(pocket)
    ? i18n._({ id: 'casino.pocket.red', message: '{pocket} red', values: { pocket } })
    : i18n._({ id: 'casino.pocket.black', message: '{pocket} black', values: { pocket } });
}

const cards = (list: readonly string[]) => list.map(cardText).join(' ');

/** The outcome in short. */
export function outcomeText(round: Round): string {
  if (isRoundOf(round, 'premium-roulette')) return pocketText(round.outcome.pocket);
  if (isRoundOf(round, 'mega-fortune-slots')) {
    const { lines, jackpotMinor } = round.outcome;
    if (jackpotMinor !== undefined)
      return i18n._({
        id: 'casino.outcome.jackpot',
        message: 'Jackpot {amount}',
        values: { amount: moneyText(jackpotMinor, round.currency) },
      });
    return i18n._({
      id: 'casino.outcome.lines',
      message: '{count, plural, =0 {No winning line} one {# winning line} other {# winning lines}}',
      values: { count: lines.length },
    });
  }
  if (isRoundOf(round, 'professional-blackjack')) {
    const { hands, dealer } = round.outcome;
    return i18n._({
      id: 'casino.outcome.blackjack',
      message: '{hands} against {dealer}',
      values: { hands: hands.map((hand) => cards(hand.cards)).join(' | '), dealer: cards(dealer) },
    });
  }
  if (isRoundOf(round, 'elite-baccarat')) {
    const { result, player, banker } = round.outcome;
    return `${betName(result)} ${player.value} : ${banker.value}`;
  }
  if (isRoundOf(round, 'prize-lottery')) {
    const won = round.outcome.tickets.flatMap(({ prize }) => (prize ? [prizeName(prize)] : []));
    return `${round.outcome.drawn.join(' ')}${won.length > 0 ? ` · ${won.join(', ')}` : ''}`;
  }
  return '';
}

/** The bets of a round, each with its stake and, if the outcome has it, its return. */
export function wagerRows(round: Round): { name: string; stakeMinor: number; payoutMinor?: number | undefined }[] {
  if (isRoundOf(round, 'premium-roulette')) {
    return round.wager.bets.map(({ type, value, amountMinor }, index) => ({
      name: value === undefined ? betName(type) : `${betName(type)} ${Array.isArray(value) ? value.join('-') : value}`,
      stakeMinor: amountMinor,
      payoutMinor: round.outcome.bets[index]?.payoutMinor,
    }));
  }
  if (isRoundOf(round, 'elite-baccarat')) {
    return round.wager.bets.map(({ type, amountMinor }, index) => ({
      name: betName(type),
      stakeMinor: amountMinor,
      payoutMinor: round.outcome.bets[index]?.payoutMinor,
    }));
  }
  if (isRoundOf(round, 'mega-fortune-slots')) {
    const { lines, betPerLineMinor } = round.wager;
    return [
      {
        name: i18n._({
          id: 'casino.wager.lines',
          message: '{count, plural, one {# line} other {# lines}}',
          values: { count: lines },
        }),
        stakeMinor: lines * betPerLineMinor,
        payoutMinor: round.payoutMinor,
      },
    ];
  }
  if (isRoundOf(round, 'prize-lottery')) {
    return round.outcome.tickets.map(({ numbers, stakeMinor, payoutMinor }) => ({
      name: numbers.join(' '),
      stakeMinor,
      payoutMinor,
    }));
  }
  return isRoundOf(round, 'professional-blackjack') ? blackjackRows(round.outcome) : [];
}

function blackjackRows({
  hands,
  perfectPairs,
  twentyOnePlusThree,
}: Extract<Round['outcome'], { hands: unknown }>): ReturnType<typeof wagerRows> {
  return [
    ...hands.map(({ cards: held, stakeMinor, payoutMinor }) => ({ name: cards(held), stakeMinor, payoutMinor })),
    ...(perfectPairs ? [{ ...perfectPairs, name: betName('perfect_pairs') }] : []),
    ...(twentyOnePlusThree ? [{ ...twentyOnePlusThree, name: betName('twenty_one_plus_three') }] : []),
  ];
}
