/**
 * The verification level of a player, and the jurisdiction after a move. Events of kyc decide the level: approved documents and no open screening match. An operator who verifies
 * by hand passes the same checks.
 */
import { DeadLetter } from '@fairline/chassis/messaging/inbox';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { userEvents, userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { type Jurisdiction, jurisdictionOf } from '@fairline/proto/countries';
import { type KycAssessment, screeningRefusals } from '@fairline/proto/screening';
import {
  lockPlayer,
  markLevelDecided,
  readDecided,
  readKycAssessment,
  recordHistory,
  saveKycAssessment,
  setPermit,
} from '../users/store.ts';
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

/** Whether the decision is the latest one. Of two at the same instant the restrictive one counts. */
function isLatest({ at, level }: Pick<LevelDecision, 'at' | 'level'>, decidedAt: Date | null): boolean {
  return decidedAt === null || at > decidedAt || (at.getTime() === decidedAt.getTime() && level === 'unverified');
}

/** Decides the level of a player whose row is locked. */
export async function decideLevel(tx: Tx, before: Player, decision: LevelDecision): Promise<Player> {
  await markLevelDecided(tx, before.id, decision.at);
  return applyDecision(tx, before, decision);
}

/**
 * Sets level and jurisdiction. Wallet raises its limits on the event. Wallet is also requested to bind the new permit, and the sweep `bind`
 * repeats the request until wallet confirms it.
 */
async function applyDecision(
  tx: Tx,
  before: Player,
  { level, cause, at, operatorId, reason, jurisdiction = before.jurisdiction }: LevelDecision,
): Promise<Player> {
  if (before.level === level && before.jurisdiction === jurisdiction) return before;
  const player = await setPermit(tx, before.id, { status: before.status, level, jurisdiction }, at);
  const { id, status } = player;
  const params = { from: before.level, to: level, cause, ...(reason !== undefined && { reason }) };
  await recordHistory(
    tx,
    id,
    { kind: 'verification_changed', ...(operatorId !== undefined && { operatorId }), params },
    at,
  );
  await publish(tx, userEvents.verificationChanged, id, player.version, {
    playerId: id,
    status,
    level,
    jurisdiction,
    cause,
  });
  return player;
}

/** An event of kyc about a player. `ends`: it ends the verified level. */
interface KycNews {
  playerId: string;
  version: number;
  at: Date;
  assessment: Pick<KycAssessment, 'approved' | 'matches'>;
  operatorId: string | undefined;
  ends?: boolean;
  /** When the newest approved proof of address was uploaded. */
  addressProvenAt?: string | undefined;
  reason?: string;
}

/**
 * The level that an event of kyc asks for; undefined if it asks for none. An open match ends the verified level, and the approval raises it again once the match is cleared.
 * Players who were verified without documents in an earlier release keep their level until one of their documents is decided.
 */
function levelAskedBy({
  assessment: { approved, matches },
  ends,
}: Pick<KycNews, 'assessment' | 'ends'>): Player['level'] | undefined {
  if (matches.length > 0) return 'unverified';
  if (approved) return 'verified';
  return ends ? 'unverified' : undefined;
}

/**
 * Applies events of kyc, whichever order they arrive in: an older version of a dossier changes no level. What restricts counts at once, even after a later decision of an operator,
 * who could not know of it. A proof of address decides the jurisdiction by its own age, whatever decides the level. Demo accounts, which are shared, and erased accounts keep their level.
 */
export async function applyKyc(tx: Tx, installation: Jurisdiction, news: readonly KycNews[]): Promise<void> {
  // Always in the same order, so that batches of two instances never deadlock.
  const ordered = news.toSorted((one, other) =>
    one.playerId === other.playerId ? one.version - other.version : one.playerId < other.playerId ? -1 : 1,
  );
  for (const { playerId, version, at, assessment, operatorId, reason, addressProvenAt, ...event } of ordered) {
    const player = await lockPlayer(tx, playerId);
    const decided = await readDecided(tx, playerId);
    if (!player || !decided) throw new DeadLetter('a decision about a player who does not exist');
    const isNews = await saveKycAssessment(tx, playerId, version, assessment);
    if (player.demo || player.erased) continue;
    const asked = isNews ? levelAskedBy({ assessment, ...event }) : undefined;
    const level = asked === 'verified' && !isLatest({ at, level: asked }, decided.levelDecidedAt) ? undefined : asked;
    // A proof of address from before a move says nothing about the new country.
    const isProven =
      addressProvenAt !== undefined && (decided.movedAt === null || new Date(addressProvenAt) >= decided.movedAt);
    const jurisdiction = isProven ? jurisdictionOf(player.country, installation) : player.jurisdiction;
    const decision = {
      level: level ?? player.level,
      cause: 'documents',
      at,
      operatorId,
      jurisdiction,
      ...(reason !== undefined && { reason }),
    } as const;
    await (level === undefined ? applyDecision : decideLevel)(tx, player, decision);
  }
}

/** Refuses to verify a player by hand whom kyc has not approved, or has a match about: the same checks as an approval in kyc. Call it with the player locked. */
export async function requireIdentified(tx: Tx, playerId: string): Promise<void> {
  const assessment = await readKycAssessment(tx, playerId);
  if (assessment && assessment.matches.length > 0)
    throw new Refusal(screeningRefusals.match, { kinds: assessment.matches.join(',') });
  if (!assessment?.approved) throw new Refusal(userRefusals.notIdentified);
}
