/** Texts of the slot machine: names of symbols and speeds, results, and why auto-spin ended. */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import type { SlotSymbol } from '@fairline/proto/games/slots';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import type { LineWin } from '../reels/lines.ts';
import type { ReelSpeed } from '../reels/reel-motion.ts';
import type { AutoSpinEnd } from './auto-spin.ts';

export type SlotRound = RoundOf<'mega-fortune-slots'>;

export function symbolName(symbol: SlotSymbol): string {
  const names: Record<SlotSymbol, () => string> = {
    cherry: () => i18n._({ id: 'slots.cherry', message: 'cherry' }),
    lemon: () => i18n._({ id: 'slots.lemon', message: 'lemon' }),
    orange: () => i18n._({ id: 'slots.orange', message: 'orange' }),
    grape: () => i18n._({ id: 'slots.grape', message: 'grape' }),
    star: () => i18n._({ id: 'slots.star', message: 'wild star' }),
    diamond: () => i18n._({ id: 'slots.diamond', message: 'diamond' }),
    seven: () => i18n._({ id: 'slots.seven', message: 'seven' }),
    crown: () => i18n._({ id: 'slots.crown', message: 'crown' }),
  };
  return names[symbol]();
}

export function speedName(speed: ReelSpeed): string {
  const names: Record<ReelSpeed, () => string> = {
    slow: () => i18n._({ id: 'slots.slow', message: 'Slow' }),
    normal: () => i18n._({ id: 'slots.normal', message: 'Normal' }),
    fast: () => i18n._({ id: 'slots.fast', message: 'Fast' }),
    turbo: () => i18n._({ id: 'slots.turbo', message: 'Turbo' }),
  };
  return names[speed]();
}

export function lineWinText({ line, symbol, count, payoutMinor }: LineWin, currency: PlayCurrencyCode): string {
  return i18n._({
    id: 'slots.lineWin',
    message: 'Line {line}: {count} × {symbol}, {amount}',
    values: { line, count, symbol: symbolName(symbol), amount: moneyText(payoutMinor, currency) },
  });
}

/** `isWin` is false for a return of at most the stake where the jurisdiction does not let it look like a win. */
export function resultText(
  { payoutMinor, currency }: Pick<SlotRound, 'payoutMinor' | 'currency'>,
  isWin: boolean,
): string {
  if (payoutMinor === 0) return i18n._({ id: 'slots.noWin', message: 'No win' });
  if (!isWin)
    return i18n._({
      id: 'slots.returned',
      message: 'Returned {amount}',
      values: { amount: moneyText(payoutMinor, currency) },
    });
  return i18n._({ id: 'slots.won', message: 'Won {amount}', values: { amount: moneyText(payoutMinor, currency) } });
}

/** The whole result as text, for screen readers. */
export function spokenResult(round: SlotRound, isWin: boolean): string {
  return [resultText(round, isWin), ...round.outcome.lines.map((win) => lineWinText(win, round.currency))].join('. ');
}

/** "cherry, lemon, crown" of each reel, from the top. */
export function reelText(reel: number, symbols: readonly SlotSymbol[]): string {
  return i18n._({
    id: 'slots.reel',
    message: 'Reel {reel}: {symbols}',
    values: { reel: reel + 1, symbols: symbols.map(symbolName).join(', ') },
  });
}

export function autoSpinEndText(end: AutoSpinEnd): string {
  const texts: Record<AutoSpinEnd, () => string> = {
    completed: () => i18n._({ id: 'slots.auto.completed', message: 'Auto-spin completed!' }),
    loss: () =>
      i18n._({ id: 'slots.auto.loss', message: 'Auto-spin stopped: the next spin could exceed your loss limit.' }),
    win: () => i18n._({ id: 'slots.auto.win', message: 'Auto-spin stopped: you reached your win limit.' }),
    jackpot: () => i18n._({ id: 'slots.auto.jackpot', message: 'Auto-spin stopped: you won the jackpot.' }),
  };
  return texts[end]();
}

export function jackpotText(amount: string): string {
  return i18n._({
    id: 'slots.jackpotLine',
    message: 'Line 1: five crowns, the jackpot of {amount}',
    values: { amount },
  });
}
