/** Use cases of verifications: show, submit, expire, and store the level that auth published. */
import { runOnceInMongo } from '@fairline/chassis/documents/idempotency';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import { Refusal } from '@fairline/proto/contract';
import { type Document, type DocumentType, documentRules } from '@fairline/proto/kyc/documents';
import { type Verification, verificationEvents, verificationRefusals } from '@fairline/proto/kyc/verifications';
import type { Kyc } from '../config.ts';
import { toDocument } from '../documents/document.ts';
import {
  currentDocuments,
  type Dossier,
  dossiers,
  emptyDossier,
  indexDossier,
  latestVerification,
} from '../documents/dossier.ts';
import { movedAtOf } from '../documents/profile.ts';
import { findDue, findUncounted, getDossier, getProfile } from '../documents/store.ts';
import { assessmentOf, requestScreening } from '../screenings/screening.ts';
import {
  addressProvenAt,
  expireDossier,
  isVerified,
  namesOf,
  submitVerification,
  toVerification,
  unprovenMove,
} from './verification.ts';

interface Overview {
  verification?: Verification;
  documents: Document[];
  required: DocumentType[];
  isVerified: boolean;
  movedAt?: string;
}

export async function showVerification(kyc: Kyc, playerId: string): Promise<Overview> {
  const [stored, profile] = await Promise.all([getDossier(kyc.mongo, playerId), getProfile(kyc.mongo, playerId)]);
  const dossier = stored ?? { ...emptyDossier(playerId), version: 0 };
  const movedAt = unprovenMove(dossier, movedAtOf(profile));
  const latest = latestVerification(dossier);
  return {
    ...(latest && { verification: toVerification(latest) }),
    documents: currentDocuments(dossier).map(toDocument),
    required: [...documentRules.required],
    isVerified: isVerified(dossier),
    ...(movedAt && { movedAt: movedAt.toISOString() }),
  };
}

/** Submits the player's documents. The same key returns the same verification in its current state. */
export async function submit(kyc: Kyc, playerId: string, key: IdempotencyKey): Promise<Verification> {
  const verificationId = await runOnceInMongo(kyc.mongo, key, async (id) => {
    const after = await kyc.mongo.change(
      dossiers,
      playerId,
      async (dossier, out) => {
        submitVerification(dossier, id, kyc.clock.now());
        if (kyc.screening) requestScreening(dossier, id, kyc.clock.now());
        await publish(out, verificationEvents.submitted, playerId, dossier.version, { verificationId: id, playerId });
      },
      { once: id },
    );
    if (!after) throw new Refusal(verificationRefusals.missingDocuments, namesOf(documentRules.required));
    return id;
  });
  const verification = (await getDossier(kyc.mongo, playerId))?.verifications.find(({ id }) => id === verificationId);
  if (!verification) throw new Error(`verification ${verificationId} is missing from its dossier`);
  return toVerification(verification);
}

const expiredAtOnce = 100;

/** Expires documents and verifications that are past their expiry date. */
export async function expireAll(kyc: Kyc): Promise<void> {
  for (;;) {
    const now = kyc.clock.now();
    const due = await findDue(kyc.mongo, now, expiredAtOnce);
    for (const { _id: playerId } of due) {
      await kyc.mongo.change(dossiers, playerId, async (dossier, out) => {
        const expired = expireDossier(dossier, now);
        if (!expired) return;
        const { ended, wasApproved } = expired;
        await publish(out, verificationEvents.expired, playerId, dossier.version, {
          verificationId: ended.id,
          playerId,
          wasApproved,
          assessment: assessmentOf(dossier),
        });
      });
    }
    if (due.length < expiredAtOnce) return;
  }
}

/** Sets the tally of dossiers from an earlier release, before the service reports counts. */
export async function countDossiers(kyc: Kyc): Promise<void> {
  for (;;) {
    const uncounted = await findUncounted(kyc.mongo, countedAtOnce);
    for (const { _id } of uncounted) await kyc.mongo.change(dossiers, _id, indexDossier);
    if (uncounted.length < countedAtOnce) return;
  }
}

const countedAtOnce = 500;

/** Answers auth, which repeats a move until it has applied it, if a proof of address proves the move already. */
export async function answerMove(kyc: Kyc, playerId: string, movedAt: Date, eventId: string): Promise<void> {
  const stored = await getDossier(kyc.mongo, playerId);
  if (!stored || stored.erasedAt || unprovenMove(stored, movedAt)) return;
  await kyc.mongo.change(
    dossiers,
    playerId,
    async (dossier, out) => {
      const latest = latestVerification(dossier);
      const provenAt = addressProvenAt(dossier);
      if (!latest || !provenAt) return;
      const news = {
        verificationId: latest.id,
        playerId,
        status: latest.status,
        addressProvenAt: provenAt.toISOString(),
      };
      await publish(out, verificationEvents.changed, playerId, dossier.version, {
        ...news,
        assessment: assessmentOf(dossier),
      });
    },
    { once: eventId },
  );
}

/** Stores the level that auth published, unless a later one is stored. */
export async function recordLevel(
  kyc: Kyc,
  playerId: string,
  level: NonNullable<Dossier['level']>,
  eventId: string,
): Promise<void> {
  await kyc.mongo.change(
    dossiers,
    playerId,
    (dossier) => {
      if (!dossier.level || dossier.level.version < level.version) dossier.level = level;
    },
    { once: eventId, initial: () => emptyDossier(playerId) },
  );
}
