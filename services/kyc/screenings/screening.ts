/** Rules of screenings by a provider: when one is due, when it is retried, and how its results are stored. Pure: time is an argument. */
import { randomUUIDv7 } from 'node:crypto';
import { maskCards } from '@fairline/chassis/process/card-number';
import type { ScreeningResult } from '@fairline/proto/kyc/screenings';
import { type KycAssessment, openMatches } from '@fairline/proto/screening';
import { type Dossier, isUndecided, latestVerification } from '../documents/dossier.ts';
import type { Profile } from '../documents/profile.ts';

const firstRetryMs = 15_000;
const longestRetryMs = 60 * 60_000;

/** Marks a verification as due for screening. `reference`: the key of the request, if the same verification was screened before. */
export function requestScreening(dossier: Dossier, verificationId: string, now: Date, reference?: string): void {
  dossier.screeningDue = { verificationId, at: now, attempts: 0, ...(reference && { reference }) };
}

/** The key of the request that is due. */
export function referenceOf({ screeningDue: due }: Dossier): string | undefined {
  return due?.reference ?? due?.verificationId;
}

/** Repeats the screening after a change of name or date of birth, unless the latest verification was rejected or has expired. */
export function screenAgain(dossier: Dossier, reference: string, now: Date): void {
  const latest = latestVerification(dossier);
  if (latest && needsScreening(latest)) requestScreening(dossier, latest.id, now, reference);
}

const needsScreening = (verification: Dossier['verifications'][number]): boolean =>
  isUndecided(verification) || verification.status === 'approved';

/** Postpones a request that the provider did not answer. The delay doubles each time, up to an hour. */
export function postponeScreening(dossier: Dossier, reference: string, now: Date): void {
  const { screeningDue: due } = dossier;
  if (!due || referenceOf(dossier) !== reference) return;
  due.at = new Date(now.getTime() + Math.min(firstRetryMs * 2 ** due.attempts, longestRetryMs));
  due.attempts++;
}

/** Adds the results of the provider, once. Returns undefined if this reference is no longer due: it was recorded before, the name changed, or the account was erased. */
export function recordResults(
  dossier: Dossier,
  reference: string,
  provider: string,
  results: readonly ScreeningResult[],
  now: Date,
): string | undefined {
  const { screeningDue: due } = dossier;
  if (!due || referenceOf(dossier) !== reference) return undefined;
  for (const { kind, outcome, note } of results)
    dossier.screenings.push({
      id: randomUUIDv7(),
      kind,
      outcome,
      provider,
      checkedAt: now,
      checkedBy: null,
      ...(note && { note: maskCards(note) }),
    });
  delete dossier.screeningDue;
  const verification = dossier.verifications.find(({ id }) => id === due.verificationId);
  if (verification) verification.updatedAt = now;
  return due.verificationId;
}

/** Whether the screening that is due is still needed. It is for an undecided or approved verification, and is not for a rejected or expired one. */
export function isStillWanted(dossier: Dossier): boolean {
  const latest = latestVerification(dossier);
  return (
    !dossier.erasedAt &&
    latest !== undefined &&
    latest.id === dossier.screeningDue?.verificationId &&
    needsScreening(latest)
  );
}

/**
 * Whether the latest screening against sanctions lists is clear, and about the person as they are named now: newer than the last change of name, date of birth or country.
 * A screening that is under way must be awaited.
 */
export function isScreened(
  { screenings, screeningDue }: Pick<Dossier, 'screenings' | 'screeningDue'>,
  profile: Profile | undefined,
): boolean {
  const latest = screenings.findLast(({ kind }) => kind === 'sanctions');
  return !screeningDue && latest?.outcome === 'clear' && (!profile || latest.checkedAt > profile.identityChangedAt);
}

/** What the dossier says of its player, for auth, which decides the level. */
export function assessmentOf(dossier: Dossier): KycAssessment {
  const open = openMatches(dossier.screenings);
  const latest = dossier.screenings.findLast((screening) => open.get(screening.kind) === screening);
  return {
    approved: latestVerification(dossier)?.status === 'approved',
    matches: [...open.keys()],
    ...(latest && { matchId: latest.id }),
  };
}
