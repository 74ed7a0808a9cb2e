/** The rule of free text that people type. Pure. */
import { hasCardNumber } from '@fairline/chassis/log';
import { Refusal } from '@fairline/proto/contract';
import { walletRefusals } from '@fairline/proto/wallet';

/** Free text is searched for card numbers; references, destinations and addresses are not. */
export function refuseCardNumber(text: string): void {
  if (hasCardNumber(text)) throw new Refusal(walletRefusals.cardNumber);
}
