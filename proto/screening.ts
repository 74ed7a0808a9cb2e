/** Screening of players against lists of sanctions and the like, and what a match that nobody has cleared prevents. */
import { z } from 'zod';
import { Id, refusal } from './contract.ts';

export const ScreeningKind = z.enum(['sanctions', 'pep', 'adverse_media']);
export type ScreeningKind = z.infer<typeof ScreeningKind>;

interface ScreeningOutcome {
  kind: ScreeningKind;
  outcome: 'clear' | 'match' | 'unclear';
  /** The operator who recorded it; null if the provider did. */
  checkedBy: string | null;
}

/** Matches that no operator has cleared, the latest of each kind. A later provider result without a match does not clear one, since it may be about another list or name. */
export function openMatches<S extends ScreeningOutcome>(screenings: readonly S[]): ReadonlyMap<ScreeningKind, S> {
  const open = new Map<ScreeningKind, S>();
  for (const screening of screenings) {
    if (screening.outcome === 'match') open.set(screening.kind, screening);
    else if (screening.outcome === 'clear' && screening.checkedBy !== null) open.delete(screening.kind);
  }
  return open;
}

export const screeningRefusals = {
  /** A screening found a match that no operator has cleared. params: {kinds} */
  match: refusal('aml_match', 409, 'A screening match must be cleared first'),
} as const;

/** What identity verification says of a player. They are verified only if they are approved and no match is open. */
export const KycAssessment = z.object({
  /** Their latest verification is approved. */
  approved: z.boolean(),
  /** Kinds of screening with a match that no operator has cleared. */
  matches: z.array(ScreeningKind),
  /** The screening that found the latest of these matches. */
  matchId: Id.optional(),
});
export type KycAssessment = z.infer<typeof KycAssessment>;
