/**
 * The verification level of a player, and the jurisdiction after a move. Operators decide the level, and reviews of documents decide both by events of kyc.
 * The decision that was made last counts, in whatever order decisions arrive.
 */
import { DeadLetter } from '@fairline/chassis/messaging/inbox';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { userEvents } from '@fairline/proto/auth/users';
import { type Jurisdiction, jurisdictionOf } from '@fairline/proto/countries';
import { lockPlayer, markLevelDecided, readDecided, recordHistory, setPermit } from '../users/store.ts';
import type { Player } from '../users/user.ts';

interface LevelDecision {
  level: Player['level'];
  cause: 'operator' | 'documents';
  at: Date;
  /** Undefined if no operator decided: documents expired, or a provider approved them. */
  operatorId: string | undefined;
  reason?: string;
  /** Without it the jurisdiction stays. */
  jurisdiction?: Jurisdiction;
}

type Reviewed = Omit<LevelDecision, 'cause' | 'jurisdiction'> & { playerId: string; addressProvenAt?: string | undefined };

/** Whether the decision is the latest one. Of two at the same instant the restrictive one counts. */
function isLatest({ at, level }: Pick<LevelDecision, 'at' | 'level'>, decidedAt: Date | null): boolean {
  return decidedAt === null || at > decidedAt || (at.getTime() === decidedAt.getTime() && level === 'unverified');
}

/**
 * Sets the level of a player whose row is locked. Wallet raises its limits on the event. Wallet is also requested to bind the new permit, and the sweep `bind`
 * repeats the request until wallet confirms it.
 */
export async function decideLevel(
  tx: Tx,
  before: Player,
  { level, cause, at, operatorId, reason, jurisdiction = before.jurisdiction }: LevelDecision,
): Promise<Player> {
  await markLevelDecided(tx, before.id, at);
  if (before.level === level && before.jurisdiction === jurisdiction) return before;
  const player = await setPermit(tx, before.id, { status: before.status, level, jurisdiction }, at);
  const { id, status } = player;
  const params = { from: before.level, to: level, cause, ...(reason !== undefined && { reason }) };
  await recordHistory(tx, id, { kind: 'verification_changed', ...(operatorId !== undefined && { operatorId }), params }, at);
  await publish(tx, userEvents.verificationChanged, id, player.version, { playerId: id, status, level, jurisdiction, cause });
  return player;
}

/** Applies the decisions of document reviews. Demo accounts, which are shared, and erased accounts stay unchanged. */
export async function decideByDocuments(tx: Tx, installation: Jurisdiction, decisions: readonly Reviewed[]): Promise<void> {
  // Always in the same order, so that batches of two instances never deadlock.
  const ordered = decisions.toSorted((one, other) => (one.playerId < other.playerId ? -1 : 1));
  for (const { playerId, addressProvenAt, ...decision } of ordered) {
    const player = await lockPlayer(tx, playerId);
    const decided = await readDecided(tx, playerId);
    if (!player || !decided) throw new DeadLetter('a decision about a player who does not exist');
    if (player.demo || player.erased || !isLatest(decision, decided.levelDecidedAt)) continue;
    // A proof of address from before a move says nothing about the new country.
    const isProven = addressProvenAt !== undefined && (decided.movedAt === null || new Date(addressProvenAt) >= decided.movedAt);
    const jurisdiction = isProven ? jurisdictionOf(player.country, installation) : player.jurisdiction;
    await decideLevel(tx, player, { ...decision, cause: 'documents', jurisdiction });
  }
}
