/** The rule of free text that people type. Pure. */
import { hasCardNumber } from '@fairline/chassis/process/card-number';
import { common, Refusal } from '@fairline/proto/contract';

/** Free text is searched for card numbers; references, destinations and addresses are not. */
export function refuseCardNumber(text: string): void {
  if (hasCardNumber(text)) throw new Refusal(common.cardNumber);
}
