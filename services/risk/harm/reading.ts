/** Players as operators see them: limits, exclusions, harm score, interventions, and open alerts. */
import { common, Refusal } from '@fairline/proto/contract';
import type { HarmScore, harmRoutes } from '@fairline/proto/risk/harm';
import type { z } from 'zod';
import { countOpenOf } from '../alerts/store.ts';
import type { Risk } from '../config.ts';
import { listExclusions } from '../exclusions/commands.ts';
import { levelsInForce, readLevel } from '../levels/commands.ts';
import { listLimits } from '../limits/commands.ts';
import { isKnown } from '../players/peers.ts';
import { forever } from '../players/permit.ts';
import { findExcluded } from '../players/store.ts';
import { interventionsOf, scoreOf } from '../store-interventions.ts';
import { scoresOf } from './store.ts';

const interventionsShown = 50;

type PlayerReply = z.input<typeof harmRoutes.riskPlayer.reply>;
type Summary = z.input<typeof harmRoutes.riskSummaries.reply>['items'][number];

/** A player's risk data. If risk has none, wallet decides whether the player exists. */
export async function readPlayer({ db, bus, clock }: Risk, playerId: string): Promise<PlayerReply> {
  const now = clock.now();
  const [limits, exclusions, score, interventions, open, riskLevel] = await Promise.all([
    listLimits(db, playerId, now),
    listExclusions(db, playerId, now),
    scoreOf(db, playerId),
    interventionsOf(db, playerId, interventionsShown),
    countOpenOf(db, [playerId]),
    readLevel(db, playerId, now),
  ]);
  const isBlank =
    !score &&
    riskLevel.version === 0 &&
    limits.length + exclusions.length + interventions.length + (open.get(playerId) ?? 0) === 0;
  if (isBlank && !(await isKnown(bus, playerId))) throw new Refusal(common.notFound);
  const harm: HarmScore = {
    score: score?.score ?? 0,
    markers: score?.markers ?? [],
    computedAt: (score?.computedAt ?? now).toISOString(),
  };
  return {
    playerId,
    limits,
    exclusions,
    harm,
    interventions: interventions.map(({ createdAt, answer, ...one }) => ({
      ...one,
      ...(answer && { answer }),
      createdAt: createdAt.toISOString(),
    })),
    openAlerts: open.get(playerId) ?? 0,
    riskLevel,
  };
}

export async function readSummaries({ db, clock }: Risk, playerIds: readonly string[]): Promise<Summary[]> {
  const [scores, excluded, open, levels] = await Promise.all([
    scoresOf(db, playerIds),
    findExcluded(db, playerIds, clock.now()),
    countOpenOf(db, playerIds),
    levelsInForce(db, playerIds),
  ]);
  return [...new Set(playerIds)].map((playerId) => {
    const score = scores.find((one) => one.playerId === playerId);
    const until = excluded.get(playerId);
    return {
      playerId,
      harmScore: score?.score ?? 0,
      isAtRisk: score?.atRiskSince != null,
      excludedUntil: until === undefined ? null : until >= forever ? ('permanent' as const) : until.toISOString(),
      openAlerts: open.get(playerId) ?? 0,
      riskLevel: levels.get(playerId) ?? ('low' as const),
    };
  });
}
