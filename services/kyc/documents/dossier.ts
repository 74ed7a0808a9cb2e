/**
 * The dossier of a player: their documents, verifications and screenings in one MongoDB document, so that each decision is one atomic write.
 * It stays small: files lie elsewhere, `documentRules.maxDocuments` bounds the documents, and only operators' decisions make room for more verifications.
 */
import { type Collection, collection } from '@fairline/chassis/documents/collection';
import { Requester } from '@fairline/chassis/http/four-eyes';
import { documentStatuses, documentTypes } from '@fairline/proto/kyc/documents';
import { verificationStatuses } from '@fairline/proto/kyc/verifications';
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
  /** The verification that the screening provider is to be asked about. */
  /** `reference`: the key of the request, where it is not the verification's id: it was repeated for another name. */
  screeningDue: z.strictObject({ verificationId: z.uuid(), reference: z.uuid().optional(), at: z.date(), attempts: z.int() }).optional(),
  /** As auth last published it. */
  level: z.strictObject({ value: z.enum(['unverified', 'verified']), version: z.int(), at: z.date() }).optional(),
  /** When the next document or verification expires; absent if none does. */
  dueAt: z.date().optional(),
  erasedAt: z.date().optional(),
  /** Files of an erased account that are still to be removed. */
  doomedFiles: z.array(z.uuid()).optional(),
});
export type Dossier = z.infer<typeof Dossier>;

export const dossiers: Collection<Dossier> = collection('dossiers', Dossier, [
  { keys: { 'documents.id': 1 } },
  { keys: { 'documents.blob.id': 1 } },
  { keys: { 'documents.blob.keyId': 1 } },
  { keys: { 'verifications.id': 1 } },
  { keys: { 'verifications.status': 1, 'verifications.submittedAt': -1 } },
  { keys: { 'verifications.submittedAt': -1 } },
  { keys: { dueAt: 1 }, sparse: true },
  { keys: { 'screeningDue.at': 1 }, sparse: true },
]);

export const emptyDossier = (playerId: string): Omit<Dossier, 'version'> => ({ _id: playerId, documents: [], verifications: [], screenings: [] });

/** Documents that no later one replaced. */
export function currentDocuments({ documents }: Dossier): StoredDocument[] {
  return documents.filter(({ replacedBy }) => replacedBy === undefined);
}

/** The last submitted one. */
export function latestVerification({ verifications }: Dossier): StoredVerification | undefined {
  return verifications.at(-1);
}

export const isUndecided = ({ status }: StoredVerification): boolean => status === 'pending' || status === 'in_review';

/** Sets when the dossier has to be looked at again; called after each change of it. */
export function scheduleExpiry(dossier: Dossier): void {
  const documents = currentDocuments(dossier).filter(({ status }) => status === 'pending' || status === 'approved');
  const verifications = dossier.verifications.filter((one) => isUndecided(one) || one.status === 'approved');
  const instants = [...documents, ...verifications].map(({ expiresAt }) => expiresAt.getTime());
  if (instants.length > 0) dossier.dueAt = new Date(Math.min(...instants));
  else delete dossier.dueAt;
}
