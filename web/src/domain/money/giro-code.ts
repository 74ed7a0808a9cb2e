/**
 * The text of a GiroCode, the QR code of a transfer in euro that European banking apps read: EPC069-12, version 002. Pure.
 * It is drawn at the error level M, as that guideline asks.
 */
import { toDecimal } from '@fairline/proto/money';
import { isIban } from '@fairline/proto/wallet/forms';

export interface GiroTransfer {
  /** Empty, because the IBAN identifies the bank. */
  bic?: string | undefined;
  name: string;
  iban: string;
  /** Null: the payer types it. */
  amountMinor: number | null;
  /** Unstructured, as people read it. */
  reference: string;
}

const longestName = 70;
const longestReference = 140;
/** 999,999,999.99 EUR. */
const mostMinor = 99_999_999_999;
const mostBytes = 331;

/** Undefined if the transfer does not fit into a code, or the IBAN is invalid. */
export function giroCode({ bic = '', name, iban, amountMinor, reference }: GiroTransfer): string | undefined {
  const payee = [...onOneLine(name)].slice(0, longestName).join('').trim();
  if (!isIban(iban) || !payee || [...reference].length > longestReference) return undefined;
  if (amountMinor !== null && (amountMinor < 1 || amountMinor > mostMinor)) return undefined;
  // The zeros at the end of an amount are not written.
  const amount = amountMinor === null ? '' : `EUR${toDecimal(amountMinor, 'EUR').replace(/\.?0+$/, '')}`;
  const [serviceTag, version, utf8, creditTransfer, purpose, structuredReference] = ['BCD', '002', '1', 'SCT', '', ''];
  const account = iban.replaceAll(/\s/g, '').toUpperCase();
  const lines = [
    serviceTag,
    version,
    utf8,
    creditTransfer,
    bic,
    payee,
    account,
    amount,
    purpose,
    structuredReference,
    onOneLine(reference),
  ];
  const text = lines.join('\n').trimEnd();
  return new TextEncoder().encode(text).length > mostBytes ? undefined : text;
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
