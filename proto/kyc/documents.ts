/** Identity documents: types, bounds of a file, and a player's own documents. */
import { z } from 'zod';
import { userRefusals } from '../auth/users.ts';
import { byId, common, event, fileReply, Id, Instant, refusal, route } from '../contract.ts';

export const documentTypes = [
  'passport',
  'id_card',
  'drivers_license',
  'utility_bill',
  'bank_statement',
  'proof_of_funds',
] as const;
export const DocumentType = z.enum(documentTypes);
export type DocumentType = z.infer<typeof DocumentType>;

/** Names of the types, with the spelling that the messages of the specification use. */
export const documentNames = {
  passport: 'Passport',
  id_card: 'ID Card',
  drivers_license: "Driver's License",
  utility_bill: 'Utility Bill',
  bank_statement: 'Bank Statement',
  proof_of_funds: 'Proof of Funds',
} as const satisfies Readonly<Record<DocumentType, string>>;

export const documentRules = {
  required: ['passport', 'utility_bill'],
  provesAddress: ['utility_bill', 'bank_statement'],
  maxBytes: 5 * 1024 * 1024,
  accepts: ['image/jpeg', 'image/png', 'application/pdf'],
  maxPixels: 50_000_000,
  maxPages: 10,
  expiryDays: 365,
  /** The most documents of one player, replaced ones included. */
  maxDocuments: 30,
} as const satisfies Record<string, unknown> & {
  required: readonly DocumentType[];
  provesAddress: readonly DocumentType[];
};

/** Whether a document shows where its player lives. */
export const provesAddress = ({ type }: { type: DocumentType }): boolean =>
  (documentRules.provesAddress as readonly DocumentType[]).includes(type);

export const documentStatuses = ['pending', 'approved', 'rejected', 'expired'] as const;

export const Document = z.object({
  id: Id,
  type: DocumentType,
  status: z.enum(documentStatuses),
  fileName: z.string(),
  fileSize: z.int(),
  uploadedAt: Instant,
  expiresAt: Instant,
  rejectionReason: z.string().optional(),
  pages: z.int(),
});
export type Document = z.infer<typeof Document>;

export const documentRefusals = {
  fileType: refusal('file_type', 415, 'Only images and PDF files are allowed'),
  tooLarge: refusal('too_large', 413, 'File size must be less than 5MB', 'file'),
  infected: refusal('file_infected', 422, 'This file contains a virus. It was not stored.'),
  unreadable: refusal('file_unreadable', 422, 'This file could not be read. Please upload another copy.'),
  tooMany: refusal(
    'too_many_documents',
    409,
    'You have uploaded the maximum number of documents. Please contact support.',
  ),
  /** The current document of the type is approved or under review, so it cannot be replaced, unless it proves the address of before a move. */
  documentFixed: refusal('document_fixed', 409, 'This document is already approved or under review'),
  documentUnknown: refusal('not_found', 404, 'Document not found', 'document'),
} as const;

/** Which page of a document to show, from 1; an image has one page. */
export const pageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(documentRules.maxPages).optional(),
});

export const documentRoutes = {
  uploadDocument: route('POST /api/kyc/documents', {
    summary:
      'Uploads a document; images are re-encoded without metadata. A rejected or pending one of the same type is replaced',
    access: 'player',
    keyed: true,
    upload: 'file',
    body: z.strictObject({ type: DocumentType, file: z.unknown().optional() }),
    reply: Document,
    status: 201,
    refusals: [
      userRefusals.sharedAccount,
      documentRefusals.fileType,
      documentRefusals.tooLarge,
      documentRefusals.infected,
      documentRefusals.unreadable,
      documentRefusals.tooMany,
      documentRefusals.documentFixed,
      common.rateLimited,
      common.busy,
      common.unavailable,
    ],
  }),
  ownDocumentFile: route('GET /api/kyc/documents/:id/file', {
    summary: 'An own document as an image; of a PDF one page',
    access: 'player',
    params: byId,
    query: pageQuery,
    reply: fileReply('image/jpeg'),
    refusals: [documentRefusals.documentUnknown],
  }),
} as const;

export const documentEvents = {
  documentUploaded: event('kyc', 'KycDocumentUploaded', {
    summary: 'A player uploaded a document.',
    data: z.object({ documentId: Id, playerId: Id, type: DocumentType }),
    audience: { player: 'playerId', operators: 'kyc.read' },
  }),
} as const;
