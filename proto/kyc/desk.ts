/** Identity verification for operators: the queue, reviews, decisions on documents and on whole verifications, screening. */
import { z } from 'zod';
import { byId, Cursor, common, fileReply, Id, Instant, Page, refusal, route } from '../contract.ts';
import { ScreeningKind, screeningRefusals } from '../screening.ts';
import { fieldMessages, isMultilineText } from '../texts.ts';
import { Document, documentRefusals, pageQuery } from './documents.ts';
import { Verification, VerificationStatus, verificationRefusals } from './verifications.ts';

export const kycDeskRefusals = {
  /** params: {status} */
  alreadyDecided: refusal('already_decided', 409, 'This was already decided'),
  /** params: {names, types} */
  documentRejected: refusal('document_rejected', 409, 'A required document is rejected or missing: {names}'),
  amlMatch: screeningRefusals.match,
} as const;

export const OperatorDocument = Document.extend({
  playerId: Id,
  /** Type of the images that are shown: one, or one per page of a PDF. */
  contentType: z.string(),
  scan: z.enum(['clean', 'infected', 'not_scanned']),
  reviewedAt: Instant.optional(),
  reviewedBy: Id.optional(),
});
export type OperatorDocument = z.infer<typeof OperatorDocument>;

/** Anti-money-laundering screening of the player, recorded by hand unless a provider is configured. */
export const AmlCheck = z.object({
  id: Id,
  kind: ScreeningKind,
  outcome: z.enum(['clear', 'match', 'unclear']),
  provider: z.string(),
  note: z.string().optional(),
  checkedAt: Instant,
  checkedBy: Id.nullable(),
});
export type AmlCheck = z.infer<typeof AmlCheck>;

export const OperatorVerification = Verification.extend({
  playerId: Id,
  documents: z.array(OperatorDocument),
  amlChecks: z.array(AmlCheck),
  createdAt: Instant,
  updatedAt: Instant,
  reviewedBy: Id.optional(),
  /** If two operators must approve, the one who approved first. */
  approvals: z.array(Id),
  mayApprove: z.boolean(),
  /** Whether the latest screening against sanctions lists is clear, newer than the last change of the person, and none is under way. The audit log records an approval without one. */
  screened: z.boolean().optional(),
});
export type OperatorVerification = z.infer<typeof OperatorVerification>;

const read = { access: { operator: 'kyc.read' } } as const;
const write = { access: { operator: 'kyc' } } as const;
const needed = fieldMessages.rejectionReasonRequired;
const rejection = z.strictObject({
  reason: z
    .string({ error: needed })
    .trim()
    .min(1, needed)
    .max(500)
    .refine(isMultilineText, fieldMessages.reasonInvalid),
});
const decided = [common.notFound, kycDeskRefusals.alreadyDecided] as const;

export const kycDeskRoutes = {
  verifications: route('GET /api/admin/kyc', {
    summary:
      'Verifications, newest first. `q`: an id of a verification or a player; `players`: ids from another search, separated by commas',
    ...read,
    query: z.strictObject({
      status: VerificationStatus.optional(),
      /** Approved verifications with a document that waits for a decision. */
      documents: z.literal('waiting').optional(),
      q: z.string().max(100).optional(),
      players: z.string().max(4_000).optional(),
      cursor: Cursor,
    }),
    reply: Page(OperatorVerification),
  }),
  kycStats: route('GET /api/admin/kyc/stats', {
    summary: 'Counters by status, and how long the oldest undecided one waits',
    ...read,
    reply: z.object({
      counts: z.record(VerificationStatus, z.int()),
      oldestSubmittedAt: Instant.optional(),
      /** Approved verifications with a document that waits for a decision. */
      documentsWaiting: z.int().optional(),
    }),
  }),
  verification: route('GET /api/admin/kyc/:id', {
    summary: 'One verification',
    ...read,
    params: byId,
    reply: OperatorVerification,
    refusals: [verificationRefusals.unknown],
  }),
  documentFile: route('GET /api/admin/kyc/documents/:id/file', {
    summary: 'A document as an image; of a PDF one page. Every view is recorded',
    access: { operator: 'kyc.documents' },
    params: byId,
    query: pageQuery,
    reply: fileReply('image/jpeg'),
    refusals: [documentRefusals.documentUnknown],
  }),
  startReview: route('POST /api/admin/kyc/:id/review', {
    summary: 'Opens a pending verification for review',
    ...write,
    params: byId,
    reply: OperatorVerification,
    refusals: decided,
  }),
  approveVerification: route('POST /api/admin/kyc/:id/approve', {
    summary:
      'Approves a verification and its pending documents; where two operators are configured the first approval waits (202)',
    ...write,
    stepUp: true,
    params: byId,
    reply: OperatorVerification,
    also: 202,
    refusals: [
      ...decided,
      kycDeskRefusals.documentRejected,
      kycDeskRefusals.amlMatch,
      common.secondOperatorNeeded,
      common.stepUpRequired,
    ],
  }),
  rejectVerification: route('POST /api/admin/kyc/:id/reject', {
    summary: 'Rejects a verification and its pending documents',
    ...write,
    params: byId,
    body: rejection,
    reply: OperatorVerification,
    refusals: [...decided, common.cardNumber],
  }),
  approveDocument: route('POST /api/admin/kyc/documents/:id/approve', {
    summary: 'Approves one document; when all required ones are approved, so is the verification',
    ...write,
    stepUp: true,
    params: byId,
    reply: OperatorVerification,
    also: 202,
    refusals: [...decided, kycDeskRefusals.amlMatch, common.secondOperatorNeeded, common.stepUpRequired],
  }),
  rejectDocument: route('POST /api/admin/kyc/documents/:id/reject', {
    summary: 'Rejects one document; with none pending, a rejected required one rejects the verification',
    ...write,
    params: byId,
    body: rejection,
    reply: OperatorVerification,
    refusals: [...decided, common.cardNumber],
  }),
  recordAmlCheck: route('POST /api/admin/kyc/:id/aml-checks', {
    summary: 'Records the result of a screening',
    ...write,
    stepUp: true,
    params: byId,
    body: z.strictObject({
      kind: AmlCheck.shape.kind,
      outcome: AmlCheck.shape.outcome,
      note: z.string().trim().max(500).refine(isMultilineText, fieldMessages.noteInvalid).optional(),
    }),
    reply: OperatorVerification,
    status: 201,
    refusals: [common.notFound, common.cardNumber],
  }),
  kycSummaries: route('POST /api/admin/kyc/summaries', {
    summary: 'Verification of up to 100 players, for lists that other services page',
    ...read,
    body: z.strictObject({ playerIds: z.array(Id).max(100) }),
    reply: z.object({ items: z.array(z.object({ playerId: Id, verificationId: Id, status: VerificationStatus })) }),
  }),
} as const;
