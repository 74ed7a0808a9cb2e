/**
 * The name of a movement of money in the language of the page, from its kind and parts. If an older release of wallet sends none, its English text is shown.
 */
import { catalogue, roundReference } from '@fairline/proto/games/catalogue';
import type { Transaction } from '@fairline/proto/wallet/history';
import { paymentMethods, withdrawalMethods } from '@fairline/proto/wallet/methods';
import { figureText } from '../../figures.ts';
import { serverTexts, translate } from '../../server-texts.ts';
import { moneyText } from './money.tsx';

export function movementText(item: Transaction): string {
  const texts = serverTexts();
  const { kind, gameId, roundId, multiplier, method, note, currency } = item;
  if (!texts || !kind) return item.description;
  if (gameId && roundId) {
    const parts = {
      game: catalogue[gameId].name,
      multiplier: figureText(multiplier?.toFixed(2) ?? ''),
      reference: roundReference(roundId),
    };
    if (kind === 'jackpot') return texts.rounds.jackpot(parts);
    if (kind === 'round_refund') return texts.rounds.roundRefund(parts);
    if (kind === 'round_correction') return texts.rounds.roundCorrection(parts);
    return multiplier === undefined ? texts.rounds.roundStake(parts) : texts.rounds.over(parts);
  }
  const title = texts.movements[kind];
  if (kind === 'bonus_conversion' && note) return `${title}: ${moneyText(Number(note), currency)}`;
  if (method !== null) return `${title}: ${translate(methodNames.get(method) ?? method)}`;
  return note ? `${title}: ${note}` : title;
}

const methodNames = new Map<string, string>(
  [...withdrawalMethods, ...paymentMethods].map(({ id, name }) => [id, name]),
);
