/** Finds card numbers in free text, so that none is stored or logged. */
import { common, Refusal } from '@fairline/proto/contract';

const cardRuns = /(?<!\d)(?:\d[ -]?){14,15}\d(?!\d)/g;
const cardStart = /^(?:3[47]|4|5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720)|6[045])/;

/** Whether the text contains 15 or 16 digits that start like a card number and pass the Luhn check. */
export function hasCardNumber(text: string): boolean {
  return (text.match(cardRuns) ?? []).some(isCard);
}

/** Refuses `card_number` for a text that contains one. */
export function refuseCardNumber(text: string): void {
  if (hasCardNumber(text)) throw new Refusal(common.cardNumber);
}

export function maskCards(text: string): string {
  return text.replaceAll(cardRuns, (run) => (isCard(run) ? '[card]' : run));
}

function isCard(run: string): boolean {
  const digits = run.replaceAll(/\D/g, '');
  if (!cardStart.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
