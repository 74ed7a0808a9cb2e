/** Bodies of the deposit, withdrawal and PIN forms, with their messages. They are separate from the routes, so that a page can load them alone. */
import { z } from 'zod';
import { isEmail } from '../auth/fields.ts';
import { Id } from '../contract.ts';
import { Currency } from '../money.ts';
import { fieldMessages, lineOf } from '../texts.ts';
import { instantMethodIds, manualMethodIds, typedMethodIds, withdrawalMethodIds } from './methods.ts';

const required = fieldMessages.fieldsRequired;
const requiredText = (max: number) =>
  z.string({ error: required }).trim().min(1, { error: required, abort: true }).max(max);

export const Amount = z
  .int({ error: fieldMessages.amountInvalid })
  .min(1, fieldMessages.amountInvalid)
  .max(9_000_000_000_000_000, fieldMessages.amountInvalid);

export const ManualDeposit = z.strictObject({
  amountMinor: Amount,
  currency: Currency,
  method: z.enum(manualMethodIds, { error: required }),
  customerName: requiredText(120),
  email: requiredText(254).refine(isEmail, fieldMessages.emailAddressInvalid),
  bankTransactionId: requiredText(120),
  upiId: z.string().trim().max(120).optional(),
  /** A file part; in JSON the file as base64. */
  proof: z.string().optional(),
});
export type ManualDeposit = z.infer<typeof ManualDeposit>;

export const InstantDeposit = z.strictObject({
  amountMinor: Amount,
  currency: Currency,
  method: z.enum(instantMethodIds, { error: required }),
  /** A saved method of the player; the provider then needs no page. */
  savedMethodId: Id.optional(),
});
export type InstantDeposit = z.infer<typeof InstantDeposit>;

/** The player's label for a saved destination; may be empty. */
export const DestinationLabel = lineOf('Label', 40);

export const Withdrawal = z.strictObject({
  amountMinor: Amount,
  currency: Currency,
  method: z.enum(withdrawalMethodIds, { error: required }),
  /** For credit_card the id of a saved card. */
  destination: requiredText(200),
  /** Also saves the destination. A card is saved already. */
  save: z.strictObject({ label: DestinationLabel.optional() }).optional(),
  pin: z.string().max(20).optional(),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

export const DestinationToSave = z.strictObject({
  method: z.enum(typedMethodIds, { error: required }),
  destination: requiredText(200),
  /** If absent, an earlier label is kept. */
  label: DestinationLabel.optional(),
  /** The withdrawal PIN, if one is set. */
  pin: z.string().max(20).optional(),
});
export type DestinationToSave = z.infer<typeof DestinationToSave>;

const minDestinationLength = 5;
const minAccountDigits = 6;

/**
 * Whether money can be sent to a destination: it has no markup and is long enough to show only its last characters. A bank transfer needs an IBAN with valid check
 * digits or an account number. A saved card is given by its id.
 */
export function isDestination({ method, destination }: { method?: string; destination: string }): boolean {
  if (method === 'credit_card') return true;
  if (
    /[<>{}\p{Cc}\p{Cf}]/u.test(destination) ||
    destination.replaceAll(/[^\p{L}\p{N}]/gu, '').length < minDestinationLength
  )
    return false;
  if (method !== 'bank_transfer') return true;
  return looksLikeIban(destination)
    ? isIban(destination)
    : destination.replaceAll(/\D/g, '').length >= minAccountDigits;
}

/** Whether a text begins like an IBAN, with a country and two digits. Spaces do not matter. */
function looksLikeIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]/i.test(text.replaceAll(/\s/g, ''));
}

/** The length of an IBAN by country (SWIFT registry), in characters. */
const ibanLengths =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 ' +
  'GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 ' +
  'PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30';
const lengthByCountry = new Map(ibanLengths.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]));

/** The length of an IBAN that begins with this text; undefined for a country without IBANs. */
export const ibanLengthOf = (text: string): number | undefined => lengthByCountry.get(text.slice(0, 2));

/** Whether a text is an IBAN by country, length, characters and check digits (ISO 13616, modulo 97). */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || iban.length !== ibanLengthOf(iban)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((character) => Number.parseInt(character, 36)).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

export const destinationFault = { path: ['destination'], message: fieldMessages.destinationIncomplete };

/** Four to six digits. */
export const Pin = z.string({ error: fieldMessages.pinInvalid }).regex(/^\d{4,6}$/, fieldMessages.pinInvalid);
