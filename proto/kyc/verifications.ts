/** Verifications: a player submits documents and an operator reviews them. The outcome decides the player's level in auth. */
import { z } from 'zod';
import { userRefusals } from '../auth/users.ts';
import { common, event, Id, Instant, refusal, route } from '../contract.ts';
import { KycAssessment } from '../screening.ts';
import { Document, DocumentType } from './documents.ts';

export const verificationStatuses = ['pending', 'in_review', 'approved', 'rejected', 'expired'] as const;
export const VerificationStatus = z.enum(verificationStatuses);
export type VerificationStatus = z.infer<typeof VerificationStatus>;

/** An undecided verification ends after `undecidedDays`. */
export const verificationRules = { undecidedDays: 30, reviewHours: [24, 48], level: 'enhanced' } as const;

export const Verification = z.object({
  id: Id,
  status: VerificationStatus,
  level: z.literal(verificationRules.level),
  submittedAt: Instant,
  expiresAt: Instant.optional(),
  reviewedAt: Instant.optional(),
  rejectionReason: z.string().optional(),
});
export type Verification = z.infer<typeof Verification>;

export const verificationRefusals = {
  /** params: {names, types} */
  missingDocuments: refusal('missing_documents', 422, 'Missing required documents: {names}'),
  alreadySubmitted: refusal('already_submitted', 409, 'Verification already submitted and pending review'),
  unknown: refusal('not_found', 404, 'Verification not found', 'verification'),
} as const;

export const verificationRoutes = {
  kyc: route('GET /api/kyc', {
    summary: "The player's verification, documents, and the types that are required",
    access: 'player',
    reply: z.object({
      verification: Verification.optional(),
      documents: z.array(Document),
      required: z.array(DocumentType),
      /** Verified by an operator or by an approved verification. */
      isVerified: z.boolean(),
      /** When the player moved; present while the rules of the earlier country apply because no newer proof of address is approved. Earlier proofs can be replaced. */
      movedAt: Instant.optional(),
      /** The demo account: anybody can sign in to it, so it takes and shows no documents. */
      isShared: z.literal(true).optional(),
    }),
  }),
  submit: route('POST /api/kyc/submissions', {
    summary: 'Submits the documents for review',
    access: 'player',
    keyed: true,
    reply: Verification,
    status: 201,
    refusals: [
      userRefusals.sharedAccount,
      verificationRefusals.missingDocuments,
      verificationRefusals.alreadySubmitted,
      common.rateLimited,
    ],
  }),
} as const;

const verification = { verificationId: Id, playerId: Id };
const addressProvenAt = Instant.optional().meta({
  description: 'when the newest approved proof of address was uploaded',
});
/** Events of earlier releases have none. */
const assessment = KycAssessment.optional();
const toBoth = { player: 'playerId', operators: 'kyc.read' } as const;

export const verificationEvents = {
  submitted: event('kyc', 'KycSubmitted', {
    summary: 'A player submitted documents for review.',
    data: z.object(verification),
    audience: toBoth,
  }),
  changed: event('kyc', 'KycChanged', {
    summary: 'A verification is in review, one of its documents was decided, or its player was screened.',
    data: z.object({ ...verification, status: VerificationStatus, addressProvenAt, assessment }),
    audience: toBoth,
  }),
  approved: event('kyc', 'KycApproved', {
    summary: 'An operator approved a verification.',
    data: z.object({
      ...verification,
      operatorId: Id.nullable(),
      validUntil: Instant,
      addressProvenAt,
      assessment,
    }),
    audience: toBoth,
    notice: { template: 'kyc_approved' },
  }),
  rejected: event('kyc', 'KycRejected', {
    summary: 'A verification was rejected.',
    data: z.object({ ...verification, operatorId: Id.nullable(), reason: z.string(), assessment }),
    audience: toBoth,
    notice: { template: 'kyc_rejected' },
  }),
  expired: event('kyc', 'KycExpired', {
    summary:
      'An undecided verification ended, or (`wasApproved`) a required document of an approved one expired, which ends the verified level.',
    data: z.object({ ...verification, wasApproved: z.boolean(), assessment }),
    audience: toBoth,
    notice: { template: 'kyc_expired' },
  }),
} as const;
