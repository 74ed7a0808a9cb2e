/** Texts of the baccarat table: bets, results, and a round for screen readers. */
import type { BaccaratOutcome } from '@fairline/proto/games/baccarat';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { betName } from '../../../domain/casino/game-labels.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { cardNames } from '../cards/card-labels.ts';

/** "Player wins 7 to 4"; a natural is named. */
export function resultText({
  result,
  player,
  banker,
  natural,
}: Pick<BaccaratOutcome, 'result' | 'player' | 'banker' | 'natural'>): string {
  const values = { high: Math.max(player.value, banker.value), low: Math.min(player.value, banker.value) };
  const parts = [winText(result, values)];
  if (natural) parts.push(i18n._({ id: 'baccarat.natural', message: 'Natural' }));
  return parts.join(' · ');
}

function winText(result: BaccaratOutcome['result'], values: { high: number; low: number }): string {
  if (result === 'tie') return i18n._({ id: 'baccarat.tie', message: 'Tie at {high}', values });
  return result === 'player'
    ? i18n._({ id: 'baccarat.playerWins', message: 'Player wins {high} to {low}', values })
    : i18n._({ id: 'baccarat.bankerWins', message: 'Banker wins {high} to {low}', values });
}

/** The odds of a bet, as printed on the felt. */
export function paysText(type: string): string {
  return pays[type]?.() ?? '';
}

const pays: Readonly<Record<string, () => string>> = {
  player: () => '1:1',
  banker: () => '0.95:1',
  tie: () => '8:1',
  player_pair: () => '11:1',
  banker_pair: () => '11:1',
};

/** The whole round as one announcement. */
export function roundText(outcome: BaccaratOutcome, payoutMinor: number, currency: CurrencyCode): string {
  const side = (type: 'player' | 'banker') =>
    [betName(type), cardNames(outcome[type].cards), outcome[type].value].join(', ');
  const pairs = [outcome.playerPair && betName('player_pair'), outcome.bankerPair && betName('banker_pair')].filter(
    (pair) => pair !== false,
  );
  const paid = i18n._({
    id: 'baccarat.paid',
    message: 'Paid {amount}',
    values: { amount: moneyText(payoutMinor, currency) },
  });
  return [side('player'), side('banker'), resultText(outcome), ...pairs, paid].join('. ');
}
