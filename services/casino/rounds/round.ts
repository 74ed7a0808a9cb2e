/**
 * The rules of a round: which wagers are accepted, how it is drawn, what each step asks of wallet, and how it is shown.
 * Pure: seeds, time and ids are arguments, so the same row always plays the same round.
 */

import type { Player } from '@fairline/chassis/http/identity';
import { seededDraws } from '@fairline/games/draws';
import type { Moments, Play } from '@fairline/games/game';
import { atRiskMinor } from '@fairline/proto/at-risk';
import { fairnessRefusals } from '@fairline/proto/casino/fairness';
import { gameRefusals } from '@fairline/proto/casino/games';
import { type Round, type roundEvents, roundRefusals, roundStatuses, wagers } from '@fairline/proto/casino/rounds';
import { common, type Infer, Refusal, refusalWithCode } from '@fairline/proto/contract';
import type { Jurisdiction } from '@fairline/proto/countries';
import type { HandAction } from '@fairline/proto/games/blackjack';
import { catalogue, type GameId } from '@fairline/proto/games/catalogue';
import { casinoProfiles, mostStakeMinor } from '@fairline/proto/games/profiles';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { z } from 'zod';
import type { Version } from '../catalogue/catalogue.ts';

/** Statuses as stored: a refused round took no stake and is shown to nobody. */
export const storedStatuses = [...roundStatuses, 'refused'] as const;

/** The time that wallet has to answer a step. After it the sweep asks again. */
export const stepTimeoutMs = 2_000;
export const askAgainMs = 3_000;
/** A hand without an action for this long stands automatically. */
export const standAfterMs = 24 * 60 * 60 * 1_000;

/** The games whose rounds stay open between the player's actions. */
const handGames: ReadonlySet<GameId> = new Set(['professional-blackjack']);

/** A stored refusal: only the code if the message follows from it, and the whole refusal if it came from wallet. */
export const KeptRefusal = z.object({
  code: z.string(),
  status: z.number().exactOptional(),
  detail: z.string().exactOptional(),
  params: z.record(z.string(), z.unknown()).exactOptional(),
});
export type KeptRefusal = z.infer<typeof KeptRefusal>;

/** The first outcome of a call, as stored under its key. `step` is the wallet step that the call requested. */
export const CallOutcome = z.union([
  z.object({ round: z.string(), step: z.number().exactOptional() }),
  z.object({ refusal: KeptRefusal }),
  z.object({ waitMs: z.number() }),
]);

/** A call to play a round under its key. */
export interface Reservation {
  scope: string;
  key: string;
  fingerprint: string;
  refusal: KeptRefusal | null;
  id: string;
  playerId: string;
  book: Player['book'];
  jurisdiction: Jurisdiction;
  gameId: GameId;
  version: number;
  wager: unknown;
  stakeMinor: number;
  paceMs: number;
  isHand: boolean;
}

export const reservationStates = [
  'reused',
  'repeated',
  'unseeded',
  'stale',
  'refused',
  'inactive',
  'round_open',
  'too_soon',
  'reserved',
] as const;

export interface Reserved {
  state: (typeof reservationStates)[number];
  outcome: z.infer<typeof CallOutcome> | null;
  seedId: string | null;
  clientSeed: string | null;
  nonce: number | null;
  sessionId: string | null;
  /** When the round was reserved. */
  at: Date;
}

/** The inputs of a round; the same inputs always give the same result. */
export interface Source {
  id: string;
  playerId: string;
  sessionId: string;
  gameId: GameId;
  version: number;
  book: Player['book'];
  jurisdiction: Jurisdiction;
  wager: unknown;
  firstStakeMinor: number;
  stakeMinor: number;
  seedId: string;
  clientSeed: string;
  nonce: number;
  actions: HandAction[];
  createdAt: Date;
}

/** A step that wallet took. */
export interface TakenStep {
  source: Source;
  step: number;
  currency: PlayCurrencyCode;
  play: Play<unknown>;
  jackpotMinor: number;
  /** The expected mean and variance that the monitor compares the round with. */
  moments: Moments;
  /** The part of the stake that was at risk. */
  atRiskMinor: number;
}

/** Reads a wager by the schema of its game. Refuses with messages by field. */
export function readWager(gameId: GameId, wager: unknown): unknown {
  const result = wagers[gameId].safeParse(wager);
  if (result.success) return result.data;
  const errors: Record<string, string> = Object.create(null);
  for (const issue of result.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const name of names) {
      const field = ['wager', ...name].join('.');
      errors[field] ??= issue.code === 'unrecognized_keys' ? `Unknown field ${field}` : issue.message;
    }
  }
  throw new Refusal(
    { ...common.invalidRequest, message: Object.values(errors)[0] ?? common.invalidRequest.message },
    undefined,
    errors,
  );
}

/** A reservation of a round, with a refusal if the wager breaks a limit of the game, of the jurisdiction or of the house. */
export function reservationOf(
  { game, gameId, version, rules }: Version,
  player: Player,
  wager: unknown,
  { maxWinMinor, now }: { maxWinMinor: number; now: Date },
): Omit<Reservation, 'scope' | 'key' | 'fingerprint' | 'id'> {
  const { totalMinor, boundMinor } = game.stakeOf(wager);
  const { minMinor, category, ...limits } = catalogue[gameId];
  const maxMinor = Math.min(limits.maxMinor, mostStakeMinor(player, category, now));
  const refuse = (): KeptRefusal | null => {
    if (boundMinor < minMinor || boundMinor > maxMinor)
      return {
        code: roundRefusals.wagerOutOfRange.code,
        params: { minimumMinor: minMinor, maximumMinor: maxMinor, stakeMinor: boundMinor },
      };
    if (game.maxWinMinor(rules, wager) > maxWinMinor)
      return { code: roundRefusals.maxPayout.code, params: { maximumMinor: maxWinMinor } };
    return null;
  };
  return {
    refusal: refuse(),
    playerId: player.id,
    book: player.book,
    jurisdiction: player.jurisdiction,
    gameId,
    version,
    wager,
    stakeMinor: totalMinor,
    paceMs: casinoProfiles[player.jurisdiction].paceMs[category],
    isHand: handGames.has(gameId),
  };
}

/** Plays a round from its seeds, with these actions. */
export function playOut(
  { game, rules }: Version,
  serverSeed: string,
  { wager, clientSeed, nonce }: Source,
  actions: readonly HandAction[],
): Play<unknown> {
  return game.play(rules, wager, seededDraws({ serverSeed, clientSeed, nonce }), actions);
}

/** The result that the monitor adds up: the return per unit of the first stake. Stakes of later steps are subtracted from the payout. */
export function returnOf(
  { firstStakeMinor }: Pick<Source, 'firstStakeMinor'>,
  { stakeMinor, payoutMinor }: { stakeMinor: number; payoutMinor: number },
): number {
  return (payoutMinor - (stakeMinor - firstStakeMinor)) / firstStakeMinor;
}

/** The part of the stake that is at risk. Where no bet can cover another's outcomes, it is all of it, with the stakes that actions added. */
export function atRiskOf({ game, rules }: Pick<Version, 'game' | 'rules'>, wager: unknown, stakeMinor: number): number {
  return game.outcomes ? atRiskMinor(stakeMinor, game.outcomes(rules, wager)) : stakeMinor;
}

/** The outcome of a closed round. Only wallet knows the payment of the jackpot pool. */
export function outcomeWith(play: Play<unknown>, jackpotMinor: number): unknown {
  return jackpotMinor > 0 ? { ...(play.outcome as object), jackpotMinor } : play.outcome;
}

/** The event of a round's end. A void pays back the wager. */
export function settledEvent(
  {
    id: roundId,
    playerId,
    gameId,
    version: gameVersion,
    jurisdiction,
    book,
    createdAt,
  }: Pick<Source, 'id' | 'playerId' | 'gameId' | 'version' | 'jurisdiction' | 'book' | 'createdAt'>,
  currency: PlayCurrencyCode,
  wagerMinor: number,
  payoutMinor: number,
  end: { status: 'settled'; atRiskMinor: number } | { status: 'void' },
): Infer<typeof roundEvents.roundSettled.data> {
  return {
    roundId,
    playerId,
    gameId,
    gameVersion,
    currency,
    ...end,
    wagerMinor,
    payoutMinor,
    jurisdiction,
    book,
    createdAt: createdAt.toISOString(),
  };
}

export function refusalOf({ code, status, detail, params }: KeptRefusal): Refusal {
  if (status !== undefined && detail !== undefined) return Refusal.from({ code, status, detail, params });
  return new Refusal(refusalWithCode(code, gameRefusals, roundRefusals, fairnessRefusals), params);
}

export const keptRefusal = ({ code, status, message: detail, params }: Refusal): KeptRefusal => ({
  code,
  status,
  detail,
  ...(params && { params }),
});

/** Whether the caller may retry under the same key: a temporary refusal is not an outcome. */
export const isPassing = ({ status }: Refusal) => status === 429 || status === 503;

/** A round as its player sees it. */
export function toRound(
  source: Omit<Source, 'playerId' | 'sessionId' | 'book' | 'firstStakeMinor' | 'seedId'>,
  state: {
    status: Round['status'];
    currency: PlayCurrencyCode;
    payoutMinor: number;
    outcome: unknown;
    settledAt: Date | null;
  },
  seed: { serverSeedHash: string; serverSeed: string | null },
): Round {
  return {
    id: source.id,
    gameId: source.gameId,
    gameVersion: source.version,
    status: state.status,
    // It was parsed by the game's schema before it was stored.
    wager: source.wager as Round['wager'],
    wagerMinor: source.stakeMinor,
    payoutMinor: state.payoutMinor,
    currency: state.currency,
    outcome: state.outcome as Round['outcome'],
    actions: source.actions,
    serverSeedHash: seed.serverSeedHash,
    ...(seed.serverSeed && { serverSeed: seed.serverSeed }),
    clientSeed: source.clientSeed,
    nonce: source.nonce,
    jurisdiction: source.jurisdiction,
    createdAt: source.createdAt.toISOString(),
    ...(state.settledAt && { settledAt: state.settledAt.toISOString() }),
  };
}
