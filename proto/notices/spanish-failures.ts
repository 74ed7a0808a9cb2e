/** Why a payment failed, in Spanish, for mails and pages. */
import { failureTexts } from '../wallet/texts.ts';

const failures: Readonly<Record<keyof typeof failureTexts, string>> = {
  declined: 'Rechazado por el emisor de la tarjeta',
  insufficient_funds: 'Rechazado por falta de fondos',
  canceled: 'No se completó a tiempo',
  canceled_by_payer: 'Cancelado por ti',
  destination_refused: 'El destino no lo aceptó',
  returned_by_bank: 'Devuelto por el banco receptor',
  token_unknown: 'El proveedor de pagos ya no conoce este método guardado',
  other: 'Rechazado por el proveedor de pagos',
};

export const spanishFailures: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(failureTexts).map(([code, reason]) => [reason, failures[code as keyof typeof failureTexts]]),
);

/** Reasons that people wrote are not translated. */
export const spanishFailureText = (reason: string): string =>
  Object.hasOwn(spanishFailures, reason) ? (spanishFailures[reason] as string) : reason;
