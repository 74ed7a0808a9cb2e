/** The rules of the simulated provider: the last two digits of an amount choose its outcome, and the entered card must look valid. Pure; the table of digits is in the contract. */
import { pspMagic } from '@fairline/proto/psp';

export type Magic = keyof typeof pspMagic;

export function magicOf(amount: number): Magic | undefined {
  const digits = amount % 100;
  return digits in pspMagic ? (digits as Magic) : undefined;
}

/** The outcome of a charge. */
export function outcomeOf(amount: number): { status: 'succeeded' | 'failed'; failure: string | null } {
  const magic = magicOf(amount);
  if (magic === 1) return { status: 'failed', failure: 'declined' };
  if (magic === 2) return { status: 'failed', failure: 'insufficient_funds' };
  return { status: 'succeeded', failure: null };
}

/** Delays in seconds after which the webhooks of a decision are sent: those that report `processing`, and those that report the decision. Each delay is one delivery. */
export function webhookPlan(amount: number): { processing: number[]; decided: number[] } {
  switch (magicOf(amount)) {
    case 3:
      return { processing: [0], decided: [10] };
    case 4:
      return { processing: [0, 0], decided: [0.2, 0.4] };
    case 5:
      return { processing: [1.5], decided: [0] };
    case 6:
      return { processing: [], decided: [] };
    default:
      return { processing: [], decided: [0] };
  }
}

export interface Card {
  number: string;
  expiry: string;
  code: string;
}

/** The faults of the entered card by field; empty if it looks valid. */
export function cardFaults({ number, expiry, code }: Card, now: Date): Partial<Record<keyof Card, string>> {
  const digits = number.replaceAll(/[\s-]/g, '');
  const [month = 0, year = 0] = /^(0[1-9]|1[0-2])\s*\/\s*(\d\d)$/.exec(expiry.trim())?.slice(1).map(Number) ?? [];
  const lastsUntil = Date.UTC(2000 + year, month, 1);
  return {
    ...(!(/^\d{13,19}$/.test(digits) && luhn(digits)) && { number: 'Please enter a valid card number' }),
    ...(!(month > 0 && lastsUntil > now.getTime()) && { expiry: 'Please enter a date in the future, as MM/YY' }),
    ...(!/^\d{3,4}$/.test(code.trim()) && { code: 'Please enter the 3 or 4 digits of the security code' }),
  };
}

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** "Visa ending 4242". Of a card number only this and a keyed digest are stored. */
export function cardLabel(number: string): string {
  const digits = number.replaceAll(/\D/g, '');
  const brand = /^4/.test(digits)
    ? 'Visa'
    : /^(5[1-5]|2[2-7])/.test(digits)
      ? 'Mastercard'
      : /^3[47]/.test(digits)
        ? 'American Express'
        : 'Card';
  return `${brand} ending ${digits.slice(-4)}`;
}
