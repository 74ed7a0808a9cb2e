/** Queries of the operators' desk: pages of verifications across dossiers, counters. */

import type { Mongo } from '@fairline/chassis/documents/mongo';
import { pageSize } from '@fairline/proto/contract';
import { type VerificationStatus, verificationStatuses } from '@fairline/proto/kyc/verifications';
import { dayMs } from '@fairline/proto/time';
import { z } from 'zod';
import {
  countsIn,
  type Dossier,
  dossiers,
  endLength,
  latestVerification,
  type StoredVerification,
} from '../documents/dossier.ts';

export interface Found {
  readonly dossier: Dossier;
  readonly verification: StoredVerification;
}

export interface QueueFilter {
  status?: VerificationStatus | undefined;
  /** Approved verifications with a document that waits for a decision. */
  documents?: 'waiting' | undefined;
  /** Ids of verifications or players; a match of any one is enough. */
  ids?: readonly string[] | undefined;
  /** How the id of the verification or the player begins. */
  beginning?: string | undefined;
  /** How the id of the verification or the player ends, as screens show it. */
  end?: string | undefined;
  after?: { at: string; id: string } | undefined;
}

const keyRow = z.object({ playerId: z.uuid(), id: z.uuid() });

/** A page first looks this far back for its verifications. Each further look goes `lookFactor` times as far; the last one has no limit. */
const firstLookMs = dayMs;
const lookFactor = 8;
const looks = 5;

/** Finds a page of verifications and one more, newest first. Each look reads only dossiers with a verification in its period. */
export async function findPage(mongo: Mongo, filter: QueueFilter, now: Date): Promise<Found[]> {
  const until = filter.after ? new Date(filter.after.at) : now;
  let keys: z.infer<typeof keyRow>[] = [];
  // Few verifications match an id, the beginning or end of one, or a document that waits, so a single look without a limit finds them.
  for (
    let look = filter.ids || filter.beginning || filter.end || filter.documents ? looks : 0;
    look <= looks && keys.length <= pageSize;
    look++
  ) {
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

/** The first stage selects dossiers by an index: by id, by the end of an id, by status of a document, by status and submission, or by submission. */
export function pipelineOf(
  { status: asked, documents, ids, beginning, end, after }: QueueFilter,
  since: Date | undefined,
): Record<string, unknown>[] {
  const at = after && new Date(after.at);
  const status = documents ? 'approved' : asked;
  const submittedAt = { $gte: since ?? new Date(0), ...(at && { $lte: at }) };
  return [
    {
      $match: {
        verifications: { $elemMatch: { ...(status && { status }), submittedAt } },
        ...(documents && withWaitingDocument),
        ...(ids && { $or: [{ _id: { $in: ids } }, { 'verifications.id': { $in: ids } }] }),
        ...(beginning && {
          $or: [{ _id: from(beginning) }, { verifications: { $elemMatch: { id: from(beginning) } } }],
        }),
        ...(end && { ends: end.slice(-endLength) }),
      },
    },
    { $project: { verifications: 1 } },
    { $unwind: '$verifications' },
    {
      $project: {
        playerId: '$_id',
        _id: 0,
        id: '$verifications.id',
        status: '$verifications.status',
        submittedAt: '$verifications.submittedAt',
      },
    },
    {
      $match: {
        submittedAt,
        ...(status && { status }),
        $and: [
          ids ? { $or: [{ playerId: { $in: ids } }, { id: { $in: ids } }] } : {},
          beginning ? { $or: [{ playerId: from(beginning) }, { id: from(beginning) }] } : {},
          end ? { $or: [{ playerId: { $regex: `${end}$` } }, { id: { $regex: `${end}$` } }] } : {},
          at ? { $or: [{ submittedAt: { $lt: at } }, { submittedAt: at, id: { $lt: after.id } }] } : {},
        ],
      },
    },
    { $sort: { submittedAt: -1, id: -1 } },
    { $limit: pageSize + 1 },
  ];
}

/** A current document that waits for a decision. Nothing of an erased account is decided. */
const withWaitingDocument = {
  documents: { $elemMatch: { status: 'pending' as const, replacedBy: { $exists: false } } },
  erasedAt: { $exists: false },
};

/** Counts approved verifications with a document that waits for a decision. */
export function countDocumentsWaiting(mongo: Mongo): Promise<number> {
  return mongo.model(dossiers).countDocuments({ ...withWaitingDocument, 'verifications.status': 'approved' });
}

/** Matches ids with this beginning. No digit of an id sorts above `f`. */
const from = (beginning: string) => ({ $gte: beginning, $lt: `${beginning}g` });

export async function findVerification(mongo: Mongo, id: string): Promise<Found | undefined> {
  const [dossier] = await mongo.find(dossiers, { 'verifications.id': id }, { limit: 1 });
  const verification = dossier?.verifications.find((one) => one.id === id);
  return dossier && verification && { dossier, verification };
}

const tallyRow = z.object({ _id: z.string(), dossiers: z.number(), oldestAt: z.date().nullable() });

export interface StatusCounts {
  readonly counts: Record<VerificationStatus, number>;
  /** When the oldest undecided verification was submitted. */
  readonly oldestSubmittedAt: Date | undefined;
}

/** Counts verifications by status. MongoDB counts the dossiers of each tally in an index, without reading them. */
export async function countByStatus(mongo: Mongo): Promise<StatusCounts> {
  const rows = await mongo.aggregate(dossiers, tallyRow, [
    { $match: { tally: { $gt: '' } } },
    { $group: { _id: '$tally', dossiers: { $sum: 1 }, oldestAt: { $min: '$waitingSince' } } },
  ]);
  const tallies = rows.map((row) => ({ ...row, each: countsIn(row._id) }));
  const countOf = (status: VerificationStatus) =>
    tallies.reduce((sum, { each, dossiers: count }) => sum + (each.get(status) ?? 0) * count, 0);
  const waiting = rows.flatMap(({ oldestAt }) => oldestAt?.getTime() ?? []);
  return {
    counts: Object.fromEntries(
      verificationStatuses.map((status) => [status, countOf(status)]),
    ) as StatusCounts['counts'],
    oldestSubmittedAt: waiting.length > 0 ? new Date(Math.min(...waiting)) : undefined,
  };
}

/** The latest verification of each player who has one. */
export async function findLatest(mongo: Mongo, playerIds: readonly string[]): Promise<Found[]> {
  const found = await mongo.find(dossiers, { _id: { $in: [...playerIds] } });
  return found.flatMap((dossier) => {
    const verification = latestVerification(dossier);
    return verification ? [{ dossier, verification }] : [];
  });
}
