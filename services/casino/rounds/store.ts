/** Queries that take a round from its reservation to its end. Frequent steps process a batch in one round trip and return a result per item. */
import type { Database, Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, oneOf, type Row, text, texts, uuid } from '@fairline/chassis/storage/rows';
import { roundEvents } from '@fairline/proto/casino/rounds';
import { jurisdictions } from '@fairline/proto/countries';
import { HandAction } from '@fairline/proto/games/blackjack';
import { playCurrencies } from '@fairline/proto/money';
import { z } from 'zod';
import { bookKinds, gameId } from '../columns.ts';
import {
  askAgainMs,
  CallOutcome,
  type KeptRefusal,
  outcomeWith,
  type Reservation,
  type Reserved,
  reservationStates,
  returnOf,
  type Source,
  settledEvent,
  standAfterMs,
  storedStatuses,
  type TakenStep,
} from './round.ts';

/** A game session ends after this time without a round. */
export const sessionIdleMs = 30 * 60 * 1_000;

const reservedRow = {
  place: integer,
  state: oneOf(reservationStates),
  outcome: nullable(json(CallOutcome)),
  seedId: nullable(uuid),
  clientSeed: nullable(text),
  nonce: nullable(integer),
  sessionId: nullable(uuid),
};

/** Reserves rounds and answers in the order of the items. Each item must be of another player. */
export async function reserveRounds(db: Database, at: Date, items: readonly Reservation[]): Promise<Reserved[]> {
  const given = items.map((item, place) => ({
    place,
    scope: item.scope,
    key: item.key,
    fingerprint: item.fingerprint,
    refusal: item.refusal && { refusal: item.refusal },
    id: item.id,
    player_id: item.playerId,
    book: item.book,
    jurisdiction: item.jurisdiction,
    game_id: item.gameId,
    version: item.version,
    wager: item.wager,
    stake_minor: item.stakeMinor,
    pace_ms: item.paceMs,
    is_hand: item.isHand,
  }));
  const rows = await db.rows(
    reservedRow,
    'select place, state, outcome, "seedId", "clientSeed", nonce, "sessionId" from reserve_rounds($1, $2, $3, $4)',
    [at, JSON.stringify(given), askAgainMs, sessionIdleMs],
  );
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
  return items.map((_, place) => {
    const row = byPlace.get(place);
    if (!row) throw new Error(`reserve_rounds returned nothing for call ${place}`);
    return { ...row, at };
  });
}

const placeRow = { place: integer };

/** Records steps and publishes the events of rounds that closed. Returns the indexes of the steps that were still requested. */
export async function recordSteps(db: Database, at: Date, items: readonly TakenStep[]): Promise<Set<number>> {
  const given = items.map(({ source, step, currency, play, jackpotMinor, moments, atRiskMinor }, place) => ({
    place,
    id: source.id,
    session_id: source.sessionId,
    game_id: source.gameId,
    version: source.version,
    book: source.book,
    step,
    currency,
    closes: !play.isOpen,
    first_stake_minor: source.firstStakeMinor,
    stake_minor: play.stakeMinor,
    payout_minor: play.payoutMinor,
    jackpot_minor: jackpotMinor,
    outcome: play.isOpen ? null : outcomeWith(play, jackpotMinor),
    act_at: play.isOpen ? new Date(at.getTime() + standAfterMs) : null,
    event: play.isOpen
      ? null
      : settledEvent(source, currency, play.stakeMinor, play.payoutMinor + jackpotMinor, {
          status: 'settled',
          atRiskMinor,
        }),
    returned: returnOf(source, play),
    expected: moments.mean,
    variance: moments.variance,
  }));
  const rows = await db.rows(placeRow, 'select record_steps as place from record_steps($1, $2, $3, $4)', [
    at,
    JSON.stringify(given),
    roundEvents.roundSettled.subject,
    roundEvents.jackpotWon.subject,
  ]);
  db.wakeRelay();
  return new Set(rows.map(({ place }) => place));
}

const actions = { ...texts, read: (value: unknown) => z.array(HandAction).parse(value) };

export const storedRow = {
  id: uuid,
  playerId: uuid,
  sessionId: uuid,
  gameId,
  version: integer,
  book: oneOf(bookKinds),
  jurisdiction: oneOf(jurisdictions),
  currency: nullable(oneOf(playCurrencies)),
  status: oneOf(storedStatuses),
  wager: json(z.unknown()),
  firstStakeMinor: integer,
  stakeMinor: integer,
  payoutMinor: integer,
  jackpotMinor: integer,
  seedId: uuid,
  clientSeed: text,
  nonce: integer,
  serverSeedHash: text,
  serverSeed: nullable(text),
  actions,
  step: integer,
  askedStep: nullable(integer),
  askedActions: actions,
  outcome: nullable(json(z.unknown())),
  refusals: json(z.record(z.string(), z.unknown())),
  events: integer,
  createdAt: instant,
  settledAt: nullable(instant),
  voidedAt: nullable(instant),
  voidedBy: nullable(uuid),
  voidedReason: nullable(text),
};
export type StoredRound = Row<typeof storedRow>;

/** The columns of a round `r` and its seed `s`. */
export const storedColumns = `r.id, r.player_id as "playerId", r.session_id as "sessionId", r.game_id as "gameId", r.version, r.book, r.jurisdiction, r.currency,
  r.status, r.wager, r.first_stake_minor as "firstStakeMinor", r.stake_minor as "stakeMinor", r.payout_minor as "payoutMinor",
  r.jackpot_minor as "jackpotMinor", r.seed_id as "seedId", s.client_seed as "clientSeed", r.nonce, s.hash as "serverSeedHash", s.server_seed as "serverSeed",
  r.actions, r.step, r.asked_step as "askedStep", r.asked_actions as "askedActions", r.outcome, r.refusals, r.events, r.created_at as "createdAt",
  r.settled_at as "settledAt", r.voided_at as "voidedAt", r.voided_by as "voidedBy", r.voided_reason as "voidedReason"`;

export function lockRound(tx: Tx, id: string): Promise<StoredRound | undefined> {
  return tx.row(
    storedRow,
    `select ${storedColumns} from rounds r join seeds s on s.id = r.seed_id where r.id = $1 for no key update of r`,
    [id],
  );
}

/** Stores the next step, with its actions, before wallet is asked for it. */
export async function askStep(
  tx: Tx,
  { id, step }: StoredRound,
  asked: readonly HandAction[],
  at: Date,
): Promise<void> {
  const againAt = new Date(at.getTime() + askAgainMs);
  await tx.run('update rounds set asked_step = $2, asked_actions = $3, act_at = $4 where id = $1', [
    id,
    step + 1,
    asked,
    againAt,
  ]);
}

/** Applies actions that move no money. */
export async function takeActions(tx: Tx, { id }: StoredRound, taken: readonly HandAction[], at: Date): Promise<void> {
  await tx.run('update rounds set actions = actions || $2::text[], act_at = $3 where id = $1', [
    id,
    taken,
    new Date(at.getTime() + standAfterMs),
  ]);
}

/** Stores that wallet refused a step. The first step ends the round without a stake; a later one leaves the hand as it was. */
export async function refuseStep(
  tx: Tx,
  { id, playerId, createdAt }: Source,
  step: number,
  refusal: KeptRefusal,
  at: Date,
): Promise<void> {
  // The minimum time between rounds counts played rounds only.
  if (step === 0)
    await tx.run('update players set last_round_at = null where player_id = $1 and last_round_at = $2', [
      playerId,
      createdAt,
    ]);
  await tx.run(
    `update rounds set status = case when $2 = 0 then 'refused' else 'open' end, step = $2, asked_step = null, asked_actions = '{}',
       act_at = case when $2 = 0 then null else $4::timestamptz end, refusals = refusals || jsonb_build_object($2::int, $3::jsonb)
     where id = $1 and asked_step = $2`,
    [id, step, JSON.stringify(refusal), new Date(at.getTime() + standAfterMs)],
  );
}

/** Withdraws a step that wallet was too busy to decide, and frees its key for another try. Does nothing if the sweep has requested the step as well. */
export async function withdrawStep(
  tx: Tx,
  { id, playerId, createdAt }: Source,
  step: number,
  askedAt: Date,
  key: { scope: string; key: string },
): Promise<void> {
  if (step === 0)
    await tx.run('update players set last_round_at = null where player_id = $1 and last_round_at = $2', [
      playerId,
      createdAt,
    ]);
  const withdrawn = await tx.run(
    `update rounds set status = case when $2 = 0 then 'refused' else 'open' end, asked_step = null, asked_actions = '{}',
       act_at = case when $2 = 0 then null else $4::timestamptz end
     where id = $1 and asked_step = $2 and act_at = $3`,
    [id, step, new Date(askedAt.getTime() + askAgainMs), new Date(askedAt.getTime() + standAfterMs)],
  );
  if (withdrawn > 0) await tx.run('delete from idempotency where scope = $1 and key = $2', [key.scope, key.key]);
}

/** Claims rounds with a step that got no reply. Each is due again once wallet has had its time. */
export async function claimUnanswered(db: Queries, at: Date, limit: number): Promise<StoredRound[]> {
  return claimRounds(db, at, limit, `status = 'open' and asked_step is not null`);
}

/** Claims open hands that stand automatically, because they had no action for too long. */
export function claimIdleHands(db: Queries, at: Date, limit: number): Promise<StoredRound[]> {
  return claimRounds(db, at, limit, `status = 'open' and asked_step is null`);
}

/** Claims due rounds of one kind. Each is due again once wallet has had its time. */
export function claimRounds(db: Queries, at: Date, limit: number, which: string): Promise<StoredRound[]> {
  return db.rows(
    storedRow,
    `with due as (select id from rounds where act_at <= $1 and ${which} order by act_at limit $3 for no key update skip locked)
     update rounds r set act_at = $2 from due d, seeds s where r.id = d.id and s.id = r.seed_id returning ${storedColumns}`,
    [at, new Date(at.getTime() + askAgainMs), limit],
  );
}
