/**
 * The dossier of a player: their documents, verifications and screenings in one MongoDB document, so that each decision is one atomic write.
 * It stays small: files lie elsewhere, `documentRules.maxDocuments` bounds the documents, and only operators' decisions make room for more verifications.
 */
import { type Collection, collection } from '@fairline/chassis/documents/collection';
import { Requester } from '@fairline/chassis/http/four-eyes';
import { documentStatuses, documentTypes } from '@fairline/proto/kyc/documents';
import { VerificationStatus, verificationStatuses } from '@fairline/proto/kyc/verifications';
import { z } from 'zod';
import { StoredBlob } from '../files/keys.ts';

/** The first of two approvals. */
const FirstApproval = z.strictObject({ requester: Requester, at: z.date() });

export const StoredDocument = z.strictObject({
  id: z.uuid(),
  type: z.enum(documentTypes),
  status: z.enum(documentStatuses),
  fileName: z.string(),
  fileSize: z.int(),
  pages: z.int(),
  scan: z.enum(['clean', 'infected', 'not_scanned']),
  uploadedAt: z.date(),
  expiresAt: z.date(),
  reviewedAt: z.date().optional(),
  reviewedBy: z.uuid().optional(),
  rejectionReason: z.string().optional(),
  approval: FirstApproval.optional(),
  /** The document of the same type that was uploaded instead. */
  replacedBy: z.uuid().optional(),
  /** Absent once the account was erased. */
  blob: StoredBlob.optional(),
});
export type StoredDocument = z.infer<typeof StoredDocument>;

export const StoredVerification = z.strictObject({
  id: z.uuid(),
  status: z.enum(verificationStatuses),
  documentIds: z.array(z.uuid()),
  submittedAt: z.date(),
  updatedAt: z.date(),
  expiresAt: z.date(),
  reviewedAt: z.date().optional(),
  reviewedBy: z.uuid().optional(),
  rejectionReason: z.string().optional(),
  approval: FirstApproval.optional(),
});
export type StoredVerification = z.infer<typeof StoredVerification>;

export const Screening = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['sanctions', 'pep', 'adverse_media']),
  outcome: z.enum(['clear', 'match', 'unclear']),
  provider: z.string(),
  note: z.string().optional(),
  checkedAt: z.date(),
  checkedBy: z.uuid().nullable(),
});
export type Screening = z.infer<typeof Screening>;

const Dossier = z.strictObject({
  /** The player's id. */
  _id: z.uuid(),
  version: z.int(),
  documents: z.array(StoredDocument),
  verifications: z.array(StoredVerification),
  screenings: z.array(Screening),
  /**
   * The verification that must still be sent to the screening provider.
   * `reference`: the key of the request if it is not the verification's id, because the screening was repeated for another name.
   */
  screeningDue: z
    .strictObject({ verificationId: z.uuid(), reference: z.uuid().optional(), at: z.date(), attempts: z.int() })
    .optional(),
  /** The level that auth last published. */
  level: z.strictObject({ value: z.enum(['unverified', 'verified']), version: z.int(), at: z.date() }).optional(),
  /** When the next document or verification expires; absent if none does. */
  dueAt: z.date().optional(),
  /** How many verifications have each status, such as `approved:1 rejected:2`; empty without any. A single text, so that an index alone can count them. */
  tally: z.string().optional(),
  /** When the undecided verification was submitted. */
  waitingSince: z.date().optional(),
  /** The ends of the player's id and of the verifications' ids, as screens show them. */
  ends: z.array(z.string()).optional(),
  erasedAt: z.date().optional(),
  /** Files of an erased account that are still to be removed. */
  doomedFiles: z.array(z.uuid()).optional(),
});
export type Dossier = z.infer<typeof Dossier>;

export const dossiers: Collection<Dossier> = collection('dossiers', Dossier, [
  { keys: { 'documents.id': 1 } },
  { keys: { 'documents.status': 1 } },
  { keys: { 'documents.blob.id': 1 } },
  { keys: { 'documents.blob.keyId': 1 } },
  { keys: { 'verifications.id': 1 } },
  { keys: { 'verifications.status': 1, 'verifications.submittedAt': -1 } },
  { keys: { 'verifications.submittedAt': -1 } },
  { keys: { dueAt: 1 }, sparse: true },
  { keys: { 'screeningDue.at': 1 }, sparse: true },
  { keys: { tally: 1, waitingSince: 1 } },
  { keys: { ends: 1 } },
]);

export const emptyDossier = (playerId: string): Omit<Dossier, 'version'> => ({
  _id: playerId,
  documents: [],
  verifications: [],
  screenings: [],
  tally: '',
  ends: [],
});

/** Documents that were not replaced. */
export function currentDocuments({ documents }: Dossier): StoredDocument[] {
  return documents.filter(({ replacedBy }) => replacedBy === undefined);
}

/** The verification that was submitted last. */
export function latestVerification({ verifications }: Dossier): StoredVerification | undefined {
  return verifications.at(-1);
}

export const isUndecided = ({ status }: StoredVerification): boolean => status === 'pending' || status === 'in_review';

/** Sets the fields by which dossiers are found and counted. Called after each change of documents or verifications. */
export function indexDossier(dossier: Dossier): void {
  const documents = currentDocuments(dossier).filter(({ status }) => status === 'pending' || status === 'approved');
  const running = dossier.verifications.filter((one) => isUndecided(one) || one.status === 'approved');
  setOldest(
    dossier,
    'dueAt',
    [...documents, ...running].map(({ expiresAt }) => expiresAt),
  );
  const waiting = dossier.verifications.filter(isUndecided);
  setOldest(
    dossier,
    'waitingSince',
    waiting.map(({ submittedAt }) => submittedAt),
  );
  dossier.tally = tallyOf(dossier);
  const ids = dossier.verifications.map(({ id }) => id);
  dossier.ends = ids.length > 0 ? [...new Set([dossier._id, ...ids].map((id) => id.slice(-endLength)))] : [];
}

/** Screens show this many characters of an id. */
export const endLength = 8;

function setOldest(dossier: Dossier, field: 'dueAt' | 'waitingSince', instants: readonly Date[]): void {
  if (instants.length > 0) dossier[field] = new Date(Math.min(...instants.map((instant) => instant.getTime())));
  else delete dossier[field];
}

function tallyOf({ verifications }: Dossier): string {
  const counts = verificationStatuses.map(
    (status) => [status, verifications.filter((one) => one.status === status).length] as const,
  );
  return counts.flatMap(([status, count]) => (count > 0 ? `${status}:${count}` : [])).join(' ');
}

/** The number of verifications by status in a tally. */
export function countsIn(tally: string): Map<VerificationStatus, number> {
  const parts = tally.split(' ').map((part) => part.split(':'));
  return new Map(parts.map(([status, count]) => [VerificationStatus.parse(status), Number(count)]));
}
