/** Cards and symbols of an outcome, as text. */
import { slotSymbols } from '@fairline/proto/games/slots';
import { i18n } from '@lingui/core';

const suitSigns: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** "10♦" of "Td". */
export function cardText(card: string): string {
  const rank = card.slice(0, 1);
  return `${rank === 'T' ? '10' : rank}${suitSigns[card.slice(1)] ?? ''}`;
}

export function symbolName(symbol: string): string {
  const known = slotSymbols.find((one) => one === symbol);
  return known ? symbolNames()[known] : symbol;
}

function symbolNames(): Record<(typeof slotSymbols)[number], string> {
  return {
    cherry: i18n._({ id: 'symbol.cherry', message: 'Cherry' }),
    lemon: i18n._({ id: 'symbol.lemon', message: 'Lemon' }),
    orange: i18n._({ id: 'symbol.orange', message: 'Orange' }),
    grape: i18n._({ id: 'symbol.grape', message: 'Grape' }),
    star: i18n._({ id: 'symbol.star', message: 'Star' }),
    diamond: i18n._({ id: 'symbol.diamond', message: 'Diamond' }),
    seven: i18n._({ id: 'symbol.seven', message: 'Seven' }),
    crown: i18n._({ id: 'symbol.crown', message: 'Crown' }),
  };
}
