/** Two instances of promotions with a fake wallet and auth, for tests of offers, the operators' side, points and cashback. The tests insert claims as rows of their own. */

import { randomUUID } from 'node:crypto';
import type { Caller, Operator } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { asOperator, asPlayer, openWorld, SetClock, type World } from '@fairline/chassis/testing';
import { userRequests } from '@fairline/proto/auth/users';
import { type Infer, Refusal } from '@fairline/proto/contract';
import type { PromotionForm } from '@fairline/proto/promotions/offers';
import { promotionsPublishes } from '@fairline/proto/promotions/publishes';
import { dayMs } from '@fairline/proto/time';
import { grantRefusals, grantRequests } from '@fairline/proto/wallet/grants';
import { type Promotions, promotionsConfig } from './config.ts';
import { start } from './main.ts';

export type Grant = Infer<typeof grantRequests.grant.input>;
type Eligible = Infer<typeof grantRequests.bonusEligibility.output>;
type Loss = { stakedMinor: number; returnedMinor: number };

/** A fake wallet that pays each grant once per claim id. */
export class StagedWallet {
  readonly paid = new Map<string, Grant>();
  /** Every request for a grant, repeats included. */
  readonly asked: Grant[] = [];
  /** By player, or by player and the start of the period. */
  readonly losses = new Map<string, Loss>();
  readonly spans: { from: string; to: string; playerIds: string[] }[] = [];
  readonly eligibility = new Map<string, Partial<Eligible>>();
  /** How it answers grants: with a refusal or no reply, before or after it paid. */
  manner: 'pays' | 'does not reply' | 'pays without a reply' | Refusal = 'pays';
  isDown = false;
  /** Claims that were forfeited before they were granted; they are never granted. */
  readonly forgotten = new Set<string>();
  /** An earlier request that arrives just before the forfeit of its claim. */
  paysLate = false;

  constructor({ nats }: World) {
    const serve = (subject: string, answer: (input: never) => unknown) =>
      nats.subscribe(subject, {
        callback: (_error, message) => {
          const reply = answer(message.json<{ input: never }>().input);
          if (reply !== undefined) message.respond(JSON.stringify(reply));
        },
      });
    serve(grantRequests.grant.subject, (grant: Grant) => this.grant(grant));
    serve(grantRequests.forfeit.subject, ({ claimId }: { claimId: string }) => this.forfeit(claimId));
    serve(grantRequests.bonusEligibility.subject, ({ playerId }: { playerId: string }) =>
      this.isDown ? undefined : { ok: this.eligibleOf(playerId) },
    );
    serve(grantRequests.netLosses.subject, (span: { from: string; to: string; playerIds: string[] }) =>
      this.netLosses(span),
    );
    serve(userRequests.person.subject, ({ playerId }: { playerId: string }) => ({ ok: personOf(playerId) }));
  }

  private grant(grant: Grant): unknown {
    this.asked.push(grant);
    if (this.manner === 'does not reply') return undefined;
    const refusal = this.forgotten.has(grant.claimId) ? new Refusal(grantRefusals.bonusForfeited) : this.manner;
    // A claim that was paid stays paid, even if the player may get nothing now.
    if (typeof refusal === 'object' && (refusal.status === 503 || !this.paid.has(grant.claimId))) {
      const { code, status, message: detail } = refusal;
      return { refusal: { code, status, detail } };
    }
    this.paid.set(grant.claimId, grant);
    return this.manner !== 'pays without a reply' ? { ok: { claimId: grant.claimId, granted: true } } : undefined;
  }

  /** Cash that was paid stays. */
  private forfeit(claimId: string): unknown {
    const late = this.asked.find((grant) => grant.claimId === claimId);
    if (this.paysLate && late) this.paid.set(claimId, late);
    if (!this.paid.has(claimId)) this.forgotten.add(claimId);
    return { ok: { claimId, forfeitedMinor: 0 } };
  }

  private eligibleOf(playerId: string): Eligible {
    return {
      currency: 'EUR',
      book: 'real',
      mayPlay: true,
      limitReached: false,
      approvedDeposits: 0,
      ...this.eligibility.get(playerId),
    };
  }

  private netLosses(span: { from: string; to: string; playerIds: string[] }): unknown {
    this.spans.push(span);
    if (this.isDown) return undefined;
    const players = span.playerIds.map((playerId) => ({
      playerId,
      currency: 'EUR',
      ...(this.losses.get(`${playerId} ${span.from}`) ??
        this.losses.get(playerId) ?? { stakedMinor: 0, returnedMinor: 0 }),
    }));
    return { ok: { players } };
  }
}

const personOf = (playerId: string) => ({
  playerId,
  country: 'US',
  jurisdiction: 'open',
  currency: 'EUR',
  level: 'unverified',
  status: 'active',
  registeredAt: '2026-01-01T00:00:00.000Z',
  demo: false,
  personKeys: [],
});

interface NewClaim {
  promotionId: string;
  playerId?: string;
  type: string;
  status?: string;
  waitingFor?: 'deposit' | 'operator';
  claimedAt: Date;
  expiresAt?: Date;
  endedAt?: Date;
  bonusMinor?: number;
  convertedMinor?: number;
}

type CallOptions = { as?: Caller; body?: unknown; key?: string; at?: 0 | 1 };

export class Desk {
  declare readonly world: World;
  declare readonly wallet: StagedWallet;
  declare readonly instances: Running[];
  /** The context of a third instance without entry points, for use cases that other subjects or jobs call. */
  declare readonly context: Promotions;
  readonly clock = new SetClock(new Date('2026-03-10T12:00:00.000Z'));

  static async open(extra: Record<string, string> = {}): Promise<Desk> {
    const desk = new Desk();
    const world = await openWorld('promotions', new URL('main.ts', import.meta.url).href, extra);
    const wallet = new StagedWallet(world);
    const service = await Service.open(
      'promotions',
      world.env,
      promotionsConfig,
      new URL('main.ts', import.meta.url).href,
      desk.clock,
    );
    const { db, bus, log, clock, config } = service;
    const context: Promotions = { db, bus, log, clock, costLimitMinor: config.PROMOTION_COST_LIMIT_MINOR };
    const instances = [
      await start(world.env, desk.clock),
      await start(world.env, desk.clock),
      await service.start({ publishes: promotionsPublishes }),
    ];
    return Object.assign(desk, { world, wallet, instances, context });
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
    await this.world.close();
  }

  call(method: string, path: string, { as, body, key, at = 0 }: CallOptions = {}) {
    const options = { ...(as && { as }), ...(body !== undefined && { body }), ...(key && { key }) };
    return this.world.call(this.instances[at]?.httpUrl ?? '', method, path, options);
  }

  get(path: string, as: Caller, at: 0 | 1 = 0) {
    return this.call('GET', path, { as, at });
  }

  /** An operator of finance who has just proven who they are. */
  operator(changes: Partial<Operator> = {}): Operator {
    return { ...asOperator('finance'), provenAt: this.clock.now().toISOString(), ...changes };
  }

  /** A valid form: a deposit bonus of 100 places, 50.00 at most each. */
  form(changes: Partial<PromotionForm> = {}): PromotionForm {
    const now = this.clock.now().getTime();
    return {
      name: 'Spring match',
      description: 'Half of a deposit on top',
      type: 'deposit_bonus',
      status: 'active',
      startsAt: new Date(now - dayMs).toISOString(),
      endsAt: new Date(now + 30 * dayMs).toISOString(),
      terms: 'The terms of this promotion',
      eligibility: { newUsersOnly: false, countries: [], sports: [] },
      reward: { type: 'percentage', value: 50, maxAmountMinor: 5_000, currency: 'USD', wageringFactor: 10 },
      maxClaims: 100,
      ...changes,
    };
  }

  /** A promotion written by an operator of its own. */
  async promotion(changes: Partial<PromotionForm> = {}): Promise<{ id: string }> {
    const { status, body } = await this.call('POST', '/api/admin/promotions', {
      as: this.operator(),
      body: this.form(changes),
    });
    if (status !== 201) throw new Error(`the promotion was not created: ${status} ${JSON.stringify(body)}`);
    return body as { id: string };
  }

  async player(changes: { country?: string; level?: string; status?: string; demo?: boolean; deposits?: number } = {}) {
    const player = asPlayer();
    const { country = 'US', level = 'unverified', status = 'active', demo = false, deposits = 0 } = changes;
    await this.world.db.query(
      `insert into players (player_id, country, jurisdiction, currency, level, status, demo, registered_at, version, deposits, keys_at, keys_due_at)
       values ($1, $2, 'open', 'EUR', $3, $4, $5, $6, 1, $7, $6, $6)`,
      [player.id, country, level, status, demo, this.clock.now(), deposits],
    );
    return player;
  }

  /** A claim as it is stored, with its place taken. Returns its id. */
  async claim({
    promotionId,
    playerId = randomUUID(),
    type,
    status = 'active',
    waitingFor,
    claimedAt,
    expiresAt,
    endedAt,
    ...amounts
  }: NewClaim): Promise<string> {
    const id = randomUUID();
    const { bonusMinor = 0, convertedMinor = null } = amounts;
    await this.world.db.query(
      `insert into claims (id, promotion_id, player_id, type, status, waiting_for, claimed_at, expires_at, started_at, ended_at, country, jurisdiction, currency, terms,
         bonus_minor, granted, converted_minor)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'US', 'open', 'EUR', '{}', $11, $12, $13)`,
      [
        id,
        promotionId,
        playerId,
        type,
        status,
        waitingFor ?? null,
        claimedAt,
        expiresAt ?? new Date(claimedAt.getTime() + 30 * dayMs),
        waitingFor ? null : claimedAt,
        endedAt ?? null,
        bonusMinor,
        bonusMinor > 0,
        convertedMinor,
      ],
    );
    await this.world.db.query('update promotions set claimed = claimed + 1 where id = $1', [promotionId]);
    return id;
  }

  /** Data of the events of a type, oldest first. */
  async published(name: string): Promise<Record<string, unknown>[]> {
    const { rows } = await this.world.db.query('select data from outbox where type = $1 order by seq', [
      `evt.promotions.${name}.v1`,
    ]);
    return rows.map(({ data }) => data as Record<string, unknown>);
  }
}
