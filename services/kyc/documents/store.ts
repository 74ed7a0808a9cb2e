/** Queries of dossiers. */
import type { Mongo } from '@fairline/chassis/documents/mongo';
import { type Dossier, dossiers, type StoredDocument } from './dossier.ts';
import { type Profile, profiles } from './profile.ts';

export function getDossier(mongo: Mongo, playerId: string): Promise<Dossier | undefined> {
  return mongo.get(dossiers, playerId);
}

export function getProfile(mongo: Mongo, playerId: string): Promise<Profile | undefined> {
  return mongo.get(profiles, playerId);
}

/** The profiles of these players, by player. */
export async function getProfiles(mongo: Mongo, playerIds: readonly string[]): Promise<ReadonlyMap<string, Profile>> {
  const found = await mongo.find(profiles, { _id: { $in: [...playerIds] } });
  return new Map(found.map((profile) => [profile._id, profile]));
}

/** A document with its dossier. */
export async function findDocument(
  mongo: Mongo,
  id: string,
): Promise<{ dossier: Dossier; document: StoredDocument } | undefined> {
  const [dossier] = await mongo.find(dossiers, { 'documents.id': id }, { limit: 1 });
  const document = dossier?.documents.find((one) => one.id === id);
  return dossier && document && { dossier, document };
}

export async function isFileNamed(mongo: Mongo, fileId: string): Promise<boolean> {
  return (await mongo.model(dossiers).exists({ 'documents.blob.id': fileId })) !== null;
}

/** Dossiers with a document key that none of these master keys wraps. */
export function findWrappedOtherwise(mongo: Mongo, keyIds: readonly string[], atMost: number): Promise<Dossier[]> {
  return mongo.find(
    dossiers,
    { documents: { $elemMatch: { 'blob.keyId': { $exists: true, $nin: [...keyIds] } } } },
    { limit: atMost },
  );
}

export function findDue(mongo: Mongo, now: Date, atMost: number): Promise<Dossier[]> {
  return mongo.find(dossiers, { dueAt: { $lte: now } }, { sort: { dueAt: 1 }, limit: atMost });
}

export function findScreeningDue(mongo: Mongo, now: Date, atMost: number): Promise<Dossier[]> {
  return mongo.find(dossiers, { 'screeningDue.at': { $lte: now } }, { sort: { 'screeningDue.at': 1 }, limit: atMost });
}

/** Dossiers of an earlier release, which have no tally. */
export function findUncounted(mongo: Mongo, atMost: number): Promise<Dossier[]> {
  return mongo.find(dossiers, { tally: { $exists: false } }, { limit: atMost });
}
