/** Bodies of the deposit, withdrawal and PIN forms, with their messages. Without routes, so that a page can load them alone. */
import { z } from 'zod';
import { Id } from '../contract.ts';
import { Currency } from '../money.ts';
import { instantMethodIds, manualMethodIds, withdrawalMethodIds } from './methods.ts';

const requiredText = (max: number) => z.string({ error: 'Please fill in all required fields' }).trim().min(1, 'Please fill in all required fields').max(max);

export const Amount = z
  .int({ error: 'Please enter a valid amount' })
  .min(1, 'Please enter a valid amount')
  .max(9_000_000_000_000_000, 'Please enter a valid amount');

export const ManualDeposit = z.strictObject({
  amountMinor: Amount,
  currency: Currency,
  method: z.enum(manualMethodIds, { error: 'Please fill in all required fields' }),
  customerName: requiredText(120),
  email: requiredText(254),
  bankTransactionId: requiredText(120),
  upiId: z.string().trim().max(120).optional(),
  /** A file part; in JSON the file as base64. */
  proof: z.string().optional(),
});
export type ManualDeposit = z.infer<typeof ManualDeposit>;

export const InstantDeposit = z.strictObject({
  amountMinor: Amount,
  currency: Currency,
  method: z.enum(instantMethodIds, { error: 'Please fill in all required fields' }),
  /** A saved method of the player; the provider then needs no page. */
  savedMethodId: Id.optional(),
});
export type InstantDeposit = z.infer<typeof InstantDeposit>;

export const Withdrawal = z.strictObject({
  amountMinor: Amount,
  currency: Currency,
  method: z.enum(withdrawalMethodIds, { error: 'Please fill in all required fields' }),
  /** For credit_card the id of a saved card. */
  destination: requiredText(200),
  pin: z.string().max(20).optional(),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

/** Long enough that the last characters can be shown. A saved card is given by its id. */
export const isDestination = ({ method, destination }: { method?: string; destination: string }): boolean =>
  method === 'credit_card' || destination.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= 5;

export const destinationFault = { path: ['destination'], message: 'Please enter a complete destination' };

/** Four to six digits. */
export const Pin = z.string({ error: 'Please enter a PIN of 4 to 6 digits' }).regex(/^\d{4,6}$/, 'Please enter a PIN of 4 to 6 digits');
