/** Movements of money in Spanish, by kind, and those of casino rounds. */
import type { ServerTexts } from '../server-texts.ts';

export const movements: ServerTexts['movements'] = {
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

export const rounds: ServerTexts['rounds'] = {
  roundStake: ({ game, reference }) => `${game} · ronda ${reference}`,
  over: ({ game, multiplier, reference }) => `${game} · ${multiplier}x · ronda ${reference}`,
  jackpot: ({ game, reference }) => `Bote · ${game} · ronda ${reference}`,
  roundRefund: ({ game, reference }) => `Ronda anulada, importe devuelto · ${game} · ronda ${reference}`,
  roundCorrection: ({ game, reference }) => `Ronda anulada, pago retirado · ${game} · ronda ${reference}`,
};
