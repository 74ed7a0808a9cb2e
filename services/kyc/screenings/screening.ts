/** Rules of screenings that a provider makes: when one is due, what its result becomes. Pure: time is an argument. */
import { randomUUIDv7 } from 'node:crypto';
import { maskCards } from '@fairline/chassis/process/card-number';
import { type Dossier, isUndecided, latestVerification } from '../documents/dossier.ts';
import type { ScreeningResult } from '../ports.ts';

const firstRetryMs = 15_000;
const longestRetryMs = 60 * 60_000;

/** The provider is to be asked about this verification. `reference`: the key of the request, for a second one about the same verification. */
export function requestScreening(dossier: Dossier, verificationId: string, now: Date, reference?: string): void {
  dossier.screeningDue = { verificationId, at: now, attempts: 0, ...(reference && { reference }) };
}

/** The key of the request that is due. */
export function referenceOf({ screeningDue: due }: Dossier): string | undefined {
  return due?.reference ?? due?.verificationId;
}

/** The player's name or date of birth changed: what was screened was another person's, so the latest verification is screened again unless it was rejected or has expired. */
export function screenAgain(dossier: Dossier, reference: string, now: Date): void {
  const latest = latestVerification(dossier);
  if (latest && isScreened(latest)) requestScreening(dossier, latest.id, now, reference);
}

const isScreened = (verification: Dossier['verifications'][number]): boolean => isUndecided(verification) || verification.status === 'approved';

/** The provider did not answer and is asked again later: the wait doubles each time, up to an hour. */
export function postponeScreening(dossier: Dossier, reference: string, now: Date): void {
  const { screeningDue: due } = dossier;
  if (!due || referenceOf(dossier) !== reference) return;
  due.at = new Date(now.getTime() + Math.min(firstRetryMs * 2 ** due.attempts, longestRetryMs));
  due.attempts++;
}

/** Adds what the provider found, once. Undefined where nothing of this reference is due any more: it was recorded before, the name changed, or the account was erased. */
export function recordResults(dossier: Dossier, reference: string, provider: string, results: readonly ScreeningResult[], now: Date): string | undefined {
  const { screeningDue: due } = dossier;
  if (!due || referenceOf(dossier) !== reference) return undefined;
  for (const { kind, outcome, note } of results)
    dossier.screenings.push({ id: randomUUIDv7(), kind, outcome, provider, checkedAt: now, checkedBy: null, ...(note && { note: maskCards(note) }) });
  delete dossier.screeningDue;
  const verification = dossier.verifications.find(({ id }) => id === due.verificationId);
  if (verification) verification.updatedAt = now;
  return due.verificationId;
}

/** A verification that was approved before the provider was asked is screened all the same; one that was rejected or has expired is not. */
export function isStillWanted(dossier: Dossier): boolean {
  const latest = latestVerification(dossier);
  return !dossier.erasedAt && latest !== undefined && latest.id === dossier.screeningDue?.verificationId && isScreened(latest);
}
