/** Screening of players against lists of sanctions and the like, and what a match that nobody has cleared prevents. */
import { z } from 'zod';
import { Id, refusal } from './contract.ts';

export const ScreeningKind = z.enum(['sanctions', 'pep', 'adverse_media']);
export type ScreeningKind = z.infer<typeof ScreeningKind>;

export const screeningRefusals = {
  /** The latest screening of a kind found a match. params: {kinds} */
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
