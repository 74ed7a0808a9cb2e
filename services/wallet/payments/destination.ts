/** Destinations of withdrawals as they are compared: written differently, the same account is the same text. Pure. */
import type { Withdrawal } from '@fairline/proto/wallet/forms';
import { isIban } from '@fairline/proto/wallet/forms';

/** Characters of an IBAN by country (SWIFT registry): what follows it is not part of it. */
const ibanLengths =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 ' +
  'GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 ' +
  'PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30';
const ibanLengthOf = new Map(ibanLengths.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]));
/** Words for an account that people write without a space before its number. */
const labels = /^(?:iban|account|acct|acc|ac|number|num|no|nr)+(?=\d)/;

/** The text by which a destination is compared. */
export function comparableDestination({ method, destination }: Pick<Withdrawal, 'method' | 'destination'>): string {
  if (method === 'bank_transfer') return ibanIn(destination) ?? accountNumberIn(destination);
  return destination.toLowerCase().replaceAll(/[^\p{L}\p{N}@]/gu, '');
}

/** The first IBAN with valid check digits, whatever stands around it. */
function ibanIn(text: string): string | undefined {
  const plain = text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  for (const { index } of plain.matchAll(/(?=[A-Z]{2}\d{2})/g)) {
    const iban = plain.slice(index, index + (ibanLengthOf.get(plain.slice(index, index + 2)) ?? 0));
    if (isIban(iban)) return iban.toLowerCase();
  }
  return undefined;
}

/** The groups with a digit: words without one name a bank or say that this is an account. */
function accountNumberIn(text: string): string {
  const groups = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const numbers = groups.filter((group) => /\p{N}/u.test(group)).map((group) => group.replace(labels, ''));
  return numbers.join('') || groups.join('');
}
