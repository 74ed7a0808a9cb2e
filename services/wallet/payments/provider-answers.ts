/** Interprets a provider's responses: reports and definite refusals, reasons for players, and contradictions that operators must resolve. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import { failureTexts } from '@fairline/proto/wallet/texts';
import type { Wallet } from '../config.ts';
import { ProviderRefusal } from '../provider.ts';
import { insertProviderDeadLetter } from './store-provider.ts';

/** The provider's report of a call. After a definite refusal its report of the reference, if it has one, counts instead: an earlier call may have been accepted. */
export function reportOrRefusal<T>(
  wallet: Wallet,
  asked: Promise<T>,
  known: () => Promise<T | undefined>,
): Promise<T | ProviderRefusal> {
  return asked.catch(async (error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error;
    wallet.log.warn({ code: error.code }, error.message);
    return (await known()) ?? error;
  });
}

/** The sentence for a reason code of the provider. */
export function failureReason(why: string): string {
  return Object.hasOwn(failureTexts, why) ? failureTexts[why as keyof typeof failureTexts] : failureTexts.other;
}

/** Alerts people that the provider's report contradicts our books, so money may be in two places. Operators see a dead letter, on-call engineers a log line and a metric. */
export async function escalate(
  wallet: Wallet,
  tx: Tx,
  paymentId: string,
  about: string,
  report: unknown,
  why: string,
): Promise<void> {
  if (!(await insertProviderDeadLetter(tx, paymentId, about, report, why))) return;
  wallet.deadLetters.inc({ consumer: 'wallet_provider' });
  wallet.log.fatal({ paymentId }, `${why}: it waits in dead_letters`);
}
