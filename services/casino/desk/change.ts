/** A requested RTP of a game: which one is possible, and how the request is shown. Pure. */
import { mayApprove, type Requester } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import { parSheetOf } from '@fairline/games/par/sheet';
import { casinoDeskRefusals, type changeStatuses, type GameChange } from '@fairline/proto/casino/desk';
import type { GameRules } from '@fairline/proto/casino/games';
import { common, Refusal } from '@fairline/proto/contract';
import type { GameId } from '@fairline/proto/games/catalogue';
import { fieldMessages } from '@fairline/proto/texts';
import type { z } from 'zod';
import type { Version } from '../catalogue/catalogue.ts';
import { roundedRtp } from '../catalogue/game.ts';

/** A row of the table of requests. */
export interface Change {
  id: string;
  gameId: GameId;
  fromVersion: number;
  fromRtp: number;
  rtp: number;
  solvedRtp: number;
  rules: z.infer<typeof GameRules>;
  parSheet: string;
  reason: string;
  status: (typeof changeStatuses)[number];
  requester: Requester;
  requestedAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  rejectionReason: string | null;
  version: number | null;
}

/** The rules solved for this RTP, with the version they replace. Refuses a game whose RTP is fixed by its rules, and an RTP out of its reach. */
export function solveReturn(
  { game, gameId, version, rtp: fromRtp }: Version,
  asked: number,
): Pick<Change, 'fromVersion' | 'fromRtp' | 'rtp' | 'solvedRtp' | 'rules' | 'parSheet'> {
  if (!game.solve) throw new Refusal(casinoDeskRefusals.rtpFixedByRules);
  const rtp = roundedRtp(asked);
  if (game.reach && (rtp < game.reach.lowest || rtp > game.reach.highest))
    throw new Refusal(casinoDeskRefusals.rtpOutOfReach, { ...game.reach });
  if (rtp === roundedRtp(fromRtp))
    throw new Refusal(common.invalidRequest, undefined, { rtp: fieldMessages.rtpUnchanged });
  const rules = game.solve(rtp);
  const solvedRtp = game.returns(rules)[0]?.rtp;
  if (solvedRtp === undefined) throw new Error(`${gameId} has no bet`);
  return { fromVersion: version, fromRtp, rtp, solvedRtp, rules, parSheet: parSheetOf(game, rules) };
}

export function toGameChange(change: Change, reader: Operator, now: Date): GameChange {
  const {
    id,
    requester,
    requestedAt,
    decidedAt,
    version,
    fromRtp,
    solvedRtp,
    rules: _rules,
    parSheet: _parSheet,
    ...rest
  } = change;
  return {
    ...rest,
    changeId: id,
    fromRtp: roundedRtp(fromRtp),
    solvedRtp: roundedRtp(solvedRtp),
    ...(version !== null && { version }),
    requestedBy: requester.operatorId,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    mayApprove: change.status === 'pending' && mayApprove(reader, requester, requestedAt, now),
  };
}
