/** Rules of screenings that a provider makes: when one is due, what its result becomes. Pure: time is an argument. */
import { randomUUIDv7 } from 'node:crypto';
import { maskCards } from '@fairline/chassis/process/card-number';
import { type Dossier, isUndecided, latestVerification } from '../documents/dossier.ts';
import type { ScreeningResult } from '../ports.ts';

const firstRetryMs = 15_000;
const longestRetryMs = 60 * 60_000;

/** The provider is to be asked about this verification. */
export function requestScreening(dossier: Dossier, verificationId: string, now: Date): void {
  dossier.screeningDue = { verificationId, at: now, attempts: 0 };
}

/** The provider did not answer and is asked again later: the wait doubles each time, up to an hour. */
export function postponeScreening({ screeningDue: due }: Dossier, verificationId: string, now: Date): void {
  if (due?.verificationId !== verificationId) return;
  due.at = new Date(now.getTime() + Math.min(firstRetryMs * 2 ** due.attempts, longestRetryMs));
  due.attempts++;
}

/** Adds what the provider found, once. False where nothing is due any more: it was recorded before, or the account was erased. */
export function recordResults(dossier: Dossier, verificationId: string, provider: string, results: readonly ScreeningResult[], now: Date): boolean {
  if (dossier.screeningDue?.verificationId !== verificationId) return false;
  for (const { kind, outcome, note } of results)
    dossier.screenings.push({ id: randomUUIDv7(), kind, outcome, provider, checkedAt: now, checkedBy: null, ...(note && { note: maskCards(note) }) });
  delete dossier.screeningDue;
  const verification = dossier.verifications.find(({ id }) => id === verificationId);
  if (verification) verification.updatedAt = now;
  return true;
}

/** A screening of a verification that was decided meanwhile is of no use. */
export function isStillWanted(dossier: Dossier): boolean {
  const latest = latestVerification(dossier);
  return !dossier.erasedAt && latest !== undefined && latest.id === dossier.screeningDue?.verificationId && isUndecided(latest);
}
