/** Queries of the operators' desk: pages of verifications across dossiers, counters. */
import type { Mongo } from '@fairline/chassis/documents/mongo';
import { pageSize } from '@fairline/proto/contract';
import { VerificationStatus } from '@fairline/proto/kyc/verifications';
import { z } from 'zod';
import { type Dossier, dossiers, latestVerification, type StoredVerification } from '../documents/dossier.ts';

export interface Found {
  readonly dossier: Dossier;
  readonly verification: StoredVerification;
}

export interface QueueFilter {
  status?: VerificationStatus | undefined;
  /** Ids of verifications or players, of which one has to fit. */
  ids?: readonly string[] | undefined;
  after?: { at: string; id: string } | undefined;
}

const keyRow = z.object({ playerId: z.uuid(), id: z.uuid() });

const dayMs = 24 * 60 * 60 * 1_000;
/** How far back a page looks for its verifications at first. Each further look goes `lookFactor` times as far, the last one to the beginning. */
const firstLookMs = dayMs;
const lookFactor = 8;
const looks = 5;

/** A page of verifications and one more, newest first. It reads only the dossiers with a verification in the days that it looks at. */
export async function findPage(mongo: Mongo, filter: QueueFilter, now: Date): Promise<Found[]> {
  const until = filter.after ? new Date(filter.after.at) : now;
  let keys: z.infer<typeof keyRow>[] = [];
  // Ids are few, so one look finds them.
  for (let look = filter.ids ? looks : 0; look <= looks && keys.length <= pageSize; look++) {
    const since = look === looks ? undefined : new Date(until.getTime() - firstLookMs * lookFactor ** look);
    keys = await mongo.aggregate(dossiers, keyRow, pipelineOf(filter, since));
  }
  const found = await mongo.find(dossiers, { _id: { $in: [...new Set(keys.map(({ playerId }) => playerId))] } });
  const byPlayer = new Map(found.map((dossier) => [dossier._id, dossier]));
  return keys.flatMap(({ playerId, id }) => {
    const dossier = byPlayer.get(playerId);
    const verification = dossier?.verifications.find((one) => one.id === id);
    return dossier && verification ? [{ dossier, verification }] : [];
  });
}

/** The first stage picks dossiers by an index: of ids, of status and submission, or of submission. */
export function pipelineOf({ status, ids, after }: QueueFilter, since: Date | undefined): Record<string, unknown>[] {
  const at = after && new Date(after.at);
  const submittedAt = { $gte: since ?? new Date(0), ...(at && { $lte: at }) };
  return [
    {
      $match: {
        verifications: { $elemMatch: { ...(status && { status }), submittedAt } },
        ...(ids && { $or: [{ _id: { $in: ids } }, { 'verifications.id': { $in: ids } }] }),
      },
    },
    { $project: { verifications: 1 } },
    { $unwind: '$verifications' },
    { $project: { playerId: '$_id', _id: 0, id: '$verifications.id', status: '$verifications.status', submittedAt: '$verifications.submittedAt' } },
    {
      $match: {
        submittedAt,
        ...(status && { status }),
        $and: [
          ids ? { $or: [{ playerId: { $in: ids } }, { id: { $in: ids } }] } : {},
          at ? { $or: [{ submittedAt: { $lt: at } }, { submittedAt: at, id: { $lt: after.id } }] } : {},
        ],
      },
    },
    { $sort: { submittedAt: -1, id: -1 } },
    { $limit: pageSize + 1 },
  ];
}

export async function findVerification(mongo: Mongo, id: string): Promise<Found | undefined> {
  const [dossier] = await mongo.find(dossiers, { 'verifications.id': id }, { limit: 1 });
  const verification = dossier?.verifications.find((one) => one.id === id);
  return dossier && verification && { dossier, verification };
}

const countRow = z.object({ _id: VerificationStatus, count: z.number(), oldestAt: z.date() });

export function countByStatus(mongo: Mongo): Promise<z.infer<typeof countRow>[]> {
  return mongo.aggregate(dossiers, countRow, [
    { $match: { 'verifications.status': { $exists: true } } },
    { $project: { verifications: 1 } },
    { $unwind: '$verifications' },
    { $group: { _id: '$verifications.status', count: { $sum: 1 }, oldestAt: { $min: '$verifications.submittedAt' } } },
  ]);
}

/** The latest verification of each player who has one. */
export async function findLatest(mongo: Mongo, playerIds: readonly string[]): Promise<Found[]> {
  const found = await mongo.find(dossiers, { _id: { $in: [...playerIds] } });
  return found.flatMap((dossier) => {
    const verification = latestVerification(dossier);
    return verification ? [{ dossier, verification }] : [];
  });
}
