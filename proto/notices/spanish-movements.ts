/** Movements of money in Spanish, for pages and statements: by kind, those of casino rounds, and the names of types and methods. */
import type { movementKinds, transactionTypes } from '../wallet/history.ts';
import type { paymentMethods, withdrawalMethods } from '../wallet/methods.ts';
import type { roundTexts } from '../wallet/texts.ts';

/** The description of a casino round: the game, its payout as a multiple of its stake, and the last characters of its id. */
export interface RoundParts {
  game: string;
  multiplier: string;
  reference: string;
}

export const spanishMovements: Readonly<Record<(typeof movementKinds)[number], string>> = {
  stake: 'Apuesta deportiva',
  win: 'Ganancias',
  cash_out: 'Cobro anticipado',
  refund: 'Importe devuelto',
  correction: 'Resultado de apuesta corregido',
  round_stake: 'Ronda de casino',
  round_win: 'Ganancias de casino',
  jackpot: 'Bote',
  round_refund: 'Ronda anulada, importe devuelto',
  round_correction: 'Ronda anulada, pago retirado',
  welcome: 'Bono de bienvenida',
  opening: 'Dinero de juego',
  test_win: 'Premio de prueba en dinero de juego',
  adjustment: 'Ajuste',
  conversion: 'Cambio de divisa',
  currency: 'Bono de bienvenida en otra divisa',
  bonus: 'Bono',
  bonus_conversion: 'Bono convertido en efectivo',
  bonus_forfeit: 'Bono perdido',
  cashback: 'Cashback',
  loyalty: 'Puntos de fidelidad canjeados',
  forfeit: 'El bono terminó con la cuenta',
  rest: 'Un resto inferior a un céntimo terminó con la cuenta',
  deposit: 'Depósito',
  withdrawal: 'Retirada',
  returned: 'Retirada devuelta',
};

export const spanishRounds: Readonly<Record<keyof typeof roundTexts, (parts: RoundParts) => string>> = {
  roundStake: ({ game, reference }) => `${game} · ronda ${reference}`,
  over: ({ game, multiplier, reference }) => `${game} · ${multiplier}x · ronda ${reference}`,
  jackpot: ({ game, reference }) => `Bote · ${game} · ronda ${reference}`,
  roundRefund: ({ game, reference }) => `Ronda anulada, importe devuelto · ${game} · ronda ${reference}`,
  roundCorrection: ({ game, reference }) => `Ronda anulada, pago retirado · ${game} · ronda ${reference}`,
};

/** The Spanish names by the English ones. */
export const spanishMethods: Readonly<
  Record<(typeof paymentMethods)[number]['name'] | (typeof withdrawalMethods)[number]['name'], string>
> = {
  'Union Bank of India': 'Union Bank of India',
  'Bank Transfer': 'Transferencia bancaria',
  'Credit Card': 'Tarjeta de crédito',
  Cryptocurrency: 'Criptomoneda',
  'E-Wallet': 'Monedero electrónico',
  PhonePe: 'PhonePe',
};

export const spanishTypes: Readonly<Record<(typeof transactionTypes)[number], string>> = {
  deposit: 'depósito',
  withdrawal: 'retirada',
  bet: 'apuesta',
  win: 'ganancia',
  bonus: 'bono',
  refund: 'devolución',
  fee: 'comisión',
  adjustment: 'ajuste',
  conversion: 'cambio',
};
