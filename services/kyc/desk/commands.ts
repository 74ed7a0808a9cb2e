/** Use cases of the desk: review, decide, record a screening, view a document. Each is one write of the dossier with its events and its audit record. */
import { randomUUIDv7 } from 'node:crypto';
import type { Outgoing } from '@fairline/chassis/documents/collection';
import type { Act } from '@fairline/chassis/http/operator-act';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { common, Refusal } from '@fairline/proto/contract';
import type { AmlCheck } from '@fairline/proto/kyc/desk';
import { documentRefusals } from '@fairline/proto/kyc/documents';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import type { Kyc } from '../config.ts';
import { type Dossier, dossiers, type StoredDocument, type StoredVerification } from '../documents/dossier.ts';
import { findDocument, getProfile } from '../documents/store.ts';
import { readPage } from '../files/commands.ts';
import { recordAction } from '../operator.ts';
import { assessmentOf, isScreened } from '../screenings/screening.ts';
import { addressProvenAt } from '../verifications/verification.ts';
import * as decision from './decision.ts';
import { type Found, findVerification } from './store.ts';

/** A decided verification, and whether a second operator still has to approve. */
export interface Decided extends Found {
  readonly outcome: decision.Outcome;
}

type Rule = (found: Found, document: StoredDocument | undefined, decider: decision.Decider) => decision.Outcome;

export function startReview(kyc: Kyc, id: string, act: Act): Promise<Decided> {
  return decide(
    kyc,
    { verificationId: id },
    act,
    'kyc.review_started',
    ({ dossier, verification }, _document, { now }) => {
      decision.startReview(dossier, verification, now);
      return 'open';
    },
  );
}

export function approveVerification(kyc: Kyc, id: string, act: Act): Promise<Decided> {
  return decide(kyc, { verificationId: id }, act, 'kyc.approved', ({ dossier, verification }, _document, decider) =>
    decision.approveVerification(dossier, verification, decider),
  );
}

export function rejectVerification(kyc: Kyc, id: string, act: Act): Promise<Decided> {
  refuseCardNumber(act.reason);
  return decide(kyc, { verificationId: id }, act, 'kyc.rejected', ({ dossier, verification }, _document, decider) =>
    decision.rejectVerification(dossier, verification, act.reason, decider),
  );
}

export function approveDocument(kyc: Kyc, id: string, act: Act): Promise<Decided> {
  return decide(kyc, { documentId: id }, act, 'kyc.document_approved', ({ dossier, verification }, document, decider) =>
    decision.approveDocument(dossier, verification, document as StoredDocument, decider),
  );
}

export function rejectDocument(kyc: Kyc, id: string, act: Act): Promise<Decided> {
  refuseCardNumber(act.reason);
  return decide(kyc, { documentId: id }, act, 'kyc.document_rejected', ({ dossier, verification }, document, decider) =>
    decision.rejectDocument(dossier, verification, document as StoredDocument, act.reason, decider),
  );
}

type Target = { verificationId: string } | { documentId: string };

async function decide(kyc: Kyc, target: Target, act: Act, action: string, rule: Rule): Promise<Decided> {
  const playerId = await playerOf(kyc, target);
  const profile = await getProfile(kyc.mongo, playerId);
  let decided: Decided | undefined;
  await kyc.mongo.change(dossiers, playerId, async (dossier, out) => {
    const { verification, document } = targetIn(dossier, target);
    const before = (document ?? verification).status;
    const approvedBefore = approvedIn(dossier);
    const decider = { operator: act.operator, now: kyc.clock.now(), needsTwoOperators: kyc.needsTwoOperators };
    const outcome = rule({ dossier, verification }, document, decider);
    decided = { dossier, verification, outcome };
    const [resourceType, resource] = document ? ['document', document] : ['verification', verification];
    await recordAction(out, act, dossier.version, {
      action: outcome === 'waiting' ? `${action}_first` : action,
      resourceType,
      resourceId: resource.id,
      before: { status: before },
      after: {
        status: resource.status,
        verificationStatus: verification.status,
        playerId,
        approvedDocuments: [...approvedIn(dossier)].filter((id) => !approvedBefore.has(id)),
        ...(outcome === 'approved' && !isScreened(dossier, profile) && { withoutScreening: true }),
      },
    });
    await publishOutcome(out, decided, act);
  });
  if (!decided) throw new Refusal(common.notFound);
  return decided;
}

const approvedIn = ({ documents }: Dossier) =>
  new Set(documents.filter(({ status }) => status === 'approved').map(({ id }) => id));

async function playerOf({ mongo }: Kyc, target: Target): Promise<string> {
  const found =
    'documentId' in target
      ? await findDocument(mongo, target.documentId)
      : await findVerification(mongo, target.verificationId);
  if (!found) throw new Refusal(common.notFound);
  return found.dossier._id;
}

/** Finds the target. A document may belong to several verifications; its decision counts for the latest. */
function targetIn(
  dossier: Dossier,
  target: Target,
): { verification: StoredVerification; document: StoredDocument | undefined } {
  // A note or reason written now would outlive the erased account.
  if (dossier.erasedAt) throw new Refusal(common.forbidden);
  const isTarget = ({ id, documentIds }: StoredVerification) =>
    'documentId' in target ? documentIds.includes(target.documentId) : id === target.verificationId;
  const verification = dossier.verifications.findLast(isTarget);
  const document = 'documentId' in target ? dossier.documents.find(({ id }) => id === target.documentId) : undefined;
  if (!verification || ('documentId' in target && !document)) throw new Refusal(common.notFound);
  return { verification, document };
}

async function publishOutcome(
  out: Outgoing,
  { dossier, verification, outcome }: Decided,
  { operator }: Act,
): Promise<void> {
  const { _id: playerId, version } = dossier;
  const ids = { verificationId: verification.id, playerId, assessment: assessmentOf(dossier) };
  // Under an approved verification a new proof of address arrives without another approval.
  const provenAt = addressProvenAt(dossier);
  const address = provenAt && { addressProvenAt: provenAt.toISOString() };
  if (outcome === 'approved') {
    const data = { ...ids, operatorId: operator.id, validUntil: verification.expiresAt.toISOString(), ...address };
    await publish(out, verificationEvents.approved, playerId, version, data);
  } else if (outcome === 'rejected') {
    await publish(out, verificationEvents.rejected, playerId, version, {
      ...ids,
      operatorId: operator.id,
      reason: verification.rejectionReason ?? '',
    });
  } else
    await publish(out, verificationEvents.changed, playerId, version, {
      ...ids,
      status: verification.status,
      ...address,
    });
}

/** Records the result of a screening that an operator made by hand. */
export async function recordScreening(
  kyc: Kyc,
  id: string,
  check: Pick<AmlCheck, 'kind' | 'outcome' | 'note'>,
  act: Act,
): Promise<Found> {
  if (check.note) refuseCardNumber(check.note);
  const playerId = await playerOf(kyc, { verificationId: id });
  let found: Found | undefined;
  await kyc.mongo.change(dossiers, playerId, async (dossier, out) => {
    const { verification } = targetIn(dossier, { verificationId: id });
    const { kind, outcome, note } = check;
    const screening = {
      id: randomUUIDv7(),
      kind,
      outcome,
      provider: 'manual',
      checkedAt: kyc.clock.now(),
      checkedBy: act.operator.id,
      ...(note && { note }),
    };
    dossier.screenings.push(screening);
    verification.updatedAt = screening.checkedAt;
    found = { dossier, verification };
    await recordAction(out, act, dossier.version, {
      action: 'kyc.screened',
      resourceType: 'verification',
      resourceId: id,
      after: { playerId, kind, outcome },
    });
    const { status } = verification;
    await publish(out, verificationEvents.changed, playerId, dossier.version, {
      verificationId: id,
      playerId,
      status,
      assessment: assessmentOf(dossier),
    });
  });
  if (!found) throw new Refusal(common.notFound);
  return found;
}

/** Shows a page to an operator. The view is recorded before the page is sent. */
export async function viewDocument(kyc: Kyc, id: string, page: number, act: Act): Promise<Uint8Array> {
  const found = await findDocument(kyc.mongo, id);
  const blob = found?.document.blob;
  if (!blob) throw new Refusal(documentRefusals.documentUnknown);
  const action = { action: 'kyc.document_viewed', resourceType: 'document', resourceId: id, after: { page } };
  await kyc.mongo.publish((out) => recordAction(out, act, found.dossier.version, action));
  return readPage(kyc, blob, page);
}
