/**
 * Code that the tests of claims and wagering share: two instances of promotions with a fake auth and wallet that reply, refuse or do not reply, as the test sets it.
 * The fakes are reached over the real message server; no part of the service itself is replaced.
 */

import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { asOperator, asPlayer, eventually, openWorld, SetClock, type World } from '@fairline/chassis/testing';
import { userRequests } from '@fairline/proto/auth/users';
import { betEvents } from '@fairline/proto/betting/bets';
import { roundEvents } from '@fairline/proto/casino/rounds';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { eventStream } from '@fairline/proto/processes';
import { Claim } from '@fairline/proto/promotions/claims';
import type { PromotionForm } from '@fairline/proto/promotions/offers';
import { durableName, services } from '@fairline/proto/services';
import { dayMs } from '@fairline/proto/time';
import { grantRefusals, grantRequests } from '@fairline/proto/wallet/grants';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { start } from './main.ts';

type Person = Infer<typeof userRequests.person.output>;
type Eligible = Infer<typeof grantRequests.bonusEligibility.output>;
type Grant = Infer<typeof grantRequests.grant.input>;

/** Fakes of auth and wallet. A claim is granted once, and converted or forfeited once, never both. */
export class Peers {
  readonly persons = new Map<string, Partial<Person>>();
  readonly eligible = new Map<string, Partial<Eligible>>();
  readonly grants = new Map<string, Grant>();
  readonly converted = new Map<string, number>();
  readonly forfeited = new Map<string, number>();
  /** Every request about a claim, repeats included, by verb and claim. */
  readonly asked: [string, string][] = [];
  /** Verbs that get no reply; with `after`, only once the request has taken effect. */
  readonly unanswered = new Map<string, 'before' | 'after'>();
  /** What those requests asked for. */
  private readonly lost: unknown[] = [];
  /** Refusals by player, of grants. */
  readonly refusals = new Map<string, Refusal>();

  constructor({ nats }: World) {
    const serve = (subject: string, answer: (input: never) => unknown) =>
      nats.subscribe(subject, {
        callback: (_error, message) => {
          const verb = subject.split('.').at(-1) ?? '';
          const { input } = message.json<{ input: never }>();
          if (this.unanswered.get(verb) === 'before') return void this.lost.push(input);
          const reply = this.replyOf(() => answer(input));
          if (!this.unanswered.has(verb)) message.respond(JSON.stringify(reply));
        },
      });
    serve(userRequests.person.subject, ({ playerId }: { playerId: string }) => this.personOf(playerId));
    serve(grantRequests.bonusEligibility.subject, ({ playerId }: { playerId: string }) => this.eligibleOf(playerId));
    serve(grantRequests.grant.subject, (grant: Grant) => this.give(grant));
    serve(grantRequests.convert.subject, ({ claimId }: { claimId: string }) => this.end(claimId, 'convert'));
    serve(grantRequests.forfeit.subject, ({ claimId }: { claimId: string }) => this.end(claimId, 'forfeit'));
  }

  private replyOf(answer: () => unknown): unknown {
    try {
      return { ok: answer() };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, status, message: detail, params } = error;
      return { refusal: { code, status, detail, ...(params && { params }) } };
    }
  }

  /** A grant request without a reply that arrives late. */
  lostGrant(claimId: string): Grant | undefined {
    return this.lost.find((input) => (input as Grant).claimId === claimId) as Grant | undefined;
  }

  private personOf(playerId: string): Person {
    const registered = {
      country: 'US',
      jurisdiction: 'open',
      currency: 'USD',
      level: 'unverified',
      status: 'active',
      demo: false,
    } as const;
    return {
      playerId,
      ...registered,
      registeredAt: '2026-01-01T00:00:00.000Z',
      personKeys: [],
      ...this.persons.get(playerId),
    };
  }

  private eligibleOf(playerId: string): Eligible {
    return {
      currency: 'USD',
      book: 'real',
      mayPlay: true,
      limitReached: false,
      approvedDeposits: 0,
      ...this.eligible.get(playerId),
    };
  }

  give(grant: Grant): unknown {
    this.asked.push(['grant', grant.claimId]);
    const refusal = this.refusals.get(grant.playerId);
    if (refusal) throw refusal;
    if (this.forfeited.has(grant.claimId)) throw new Refusal(grantRefusals.bonusForfeited);
    const known = this.grants.get(grant.claimId);
    if (known && JSON.stringify(known) !== JSON.stringify(grant)) throw new Refusal(common.keyReused);
    this.grants.set(grant.claimId, grant);
    return { claimId: grant.claimId, granted: true };
  }

  private end(claimId: string, verb: 'convert' | 'forfeit'): unknown {
    this.asked.push([verb, claimId]);
    const [own, other] = verb === 'convert' ? [this.converted, this.forfeited] : [this.forfeited, this.converted];
    if (other.has(claimId))
      throw new Refusal(verb === 'convert' ? grantRefusals.bonusForfeited : grantRefusals.bonusConverted);
    if (verb === 'convert' && !this.grants.has(claimId)) throw new Refusal(grantRefusals.bonusUnknown);
    const amountMinor = own.get(claimId) ?? this.grants.get(claimId)?.amountMinor ?? 0;
    own.set(claimId, amountMinor);
    return { claimId, [verb === 'convert' ? 'convertedMinor' : 'forfeitedMinor']: amountMinor };
  }
}

const startedAt = new Date('2026-11-20T12:00:00.000Z');

interface Called {
  status: number;
  body: never;
}

interface BetChanges {
  betId?: string;
  stakeMinor?: number;
  closedStakeMinor?: number;
  dueMinor?: number;
  status?: 'won' | 'lost' | 'void' | 'accepted' | 'half_won' | 'cashed_out';
  version?: number;
  book?: 'real' | 'play';
  placedAt?: Date;
  oddsMilli?: number;
  sports?: string[];
  freeBetClaimId?: string;
  atRiskMinor?: number;
  id?: string;
}

interface RoundChanges {
  roundId?: string;
  status?: 'settled' | 'void';
  version?: number;
  createdAt?: Date;
  atRiskMinor?: number;
}

export class Stage {
  readonly clock = new SetClock(startedAt);
  readonly world: World;
  readonly peers: Peers;
  instances: Running[] = [];

  private constructor(world: World) {
    this.world = world;
    this.peers = new Peers(world);
  }

  static async open(): Promise<Stage> {
    const stage = new Stage(await openWorld('promotions', new URL('main.ts', import.meta.url).href));
    stage.instances = [await stage.start(), await stage.start()];
    return stage;
  }

  start(): Promise<Running> {
    return start(this.world.env, this.clock);
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
    await this.world.close();
  }

  call(
    method: string,
    path: string,
    { at = 0, ...options }: Parameters<World['call']>[3] & { at?: number } = {},
  ): Promise<Called> {
    return this.world.call(this.instances[at]?.httpUrl ?? '', method, path, options);
  }

  /** An active promotion: a deposit bonus of 100 % up to 100.00 with 5x wagering, unless the test changes it. */
  async promotion({
    reward,
    eligibility,
    ...changes
  }: Partial<Omit<PromotionForm, 'reward' | 'eligibility'>> & {
    reward?: object;
    eligibility?: object;
  } = {}): Promise<string> {
    const id = randomUUIDv7();
    const now = this.clock.now().getTime();
    const {
      type = 'deposit_bonus',
      status = 'active',
      startsAt = new Date(now - dayMs).toISOString(),
      endsAt = new Date(now + 90 * dayMs).toISOString(),
    } = changes;
    await this.world.db.query(
      `insert into promotions (id, name, description, type, status, starts_at, ends_at, terms, eligibility, reward, wagering, max_claims, created_at, updated_at)
       values ($1, 'Match', 'A bonus', $2, $3, $4, $5, 'Terms', $6, $7, $8, $9, now(), now())`,
      [
        id,
        type,
        status,
        startsAt,
        endsAt,
        JSON.stringify({ newUsersOnly: false, countries: [], sports: [], ...eligibility }),
        JSON.stringify({
          type: 'percentage',
          value: 100,
          maxAmountMinor: 10_000,
          currency: 'USD',
          wageringFactor: 5,
          ...reward,
        }),
        changes.wagering ? JSON.stringify(changes.wagering) : null,
        changes.maxClaims ?? null,
      ],
    );
    return id;
  }

  freeBet(changes: Parameters<Stage['promotion']>[0] = {}): Promise<string> {
    return this.promotion({
      type: 'free_bet',
      ...changes,
      reward: { type: 'fixed_amount', value: 2_500, maxAmountMinor: undefined, wageringFactor: 1, ...changes.reward },
    });
  }

  claim(
    promotionId: string,
    { as = asPlayer(), key = randomUUID(), at = 0 }: { as?: Player; key?: string; at?: number } = {},
  ): Promise<Called> {
    return this.call('POST', `/api/promotions/${promotionId}/claim`, { as, key, at });
  }

  /** A claim that was made. */
  async claimed(promotionId: string, as: Player = asPlayer()): Promise<Claim & { as: Player }> {
    const { status, body } = await this.claim(promotionId, { as });
    if (status !== 201) throw new Error(`not claimed: ${status} ${JSON.stringify(body)}`);
    return { ...Claim.parse(body), as };
  }

  /** A claim with a bonus of 100.00 that its player wagers; 500.00 are required. */
  async wagering(
    changes: Parameters<Stage['promotion']>[0] = {},
    as: Player = asPlayer(),
  ): Promise<Claim & { as: Player }> {
    const claim = await this.claimed(await this.promotion(changes), as);
    this.clock.advance(1_000);
    await this.deposit(as, 10_000);
    await this.becomes(claim, 'active');
    return { ...(await this.read(claim)), as };
  }

  async read({ id, as }: { id: string; as: Player }): Promise<Claim> {
    const { body } = await this.call('GET', '/api/promotions/claims', { as });
    const found = (body as { items: Claim[] }).items.find((claim) => claim.id === id);
    if (!found) throw new Error(`no claim ${id}`);
    return found;
  }

  becomes(claim: { id: string; as: Player }, status: Claim['status']): Promise<Claim> {
    return eventually(
      () => this.read(claim),
      (read) => read.status === status,
    );
  }

  async cancel({ id, as }: { id: string; as: Player }, { key = randomUUID(), at = 0 } = {}): Promise<Called> {
    return this.call('POST', `/api/promotions/claims/${id}/cancel`, { as, key, at });
  }

  operator(role: Parameters<typeof asOperator>[0] = 'finance') {
    return { ...asOperator(role), provenAt: this.clock.now().toISOString() };
  }

  async deposit(
    as: Player,
    amountMinor: number,
    changes: { at?: Date; id?: string; currency?: string; book?: 'real' | 'play' } = {},
  ): Promise<void> {
    const { at = this.clock.now(), id = randomUUID() as string, ...rest } = changes;
    const paymentId = randomUUIDv7();
    const data = {
      paymentId,
      playerId: as.id,
      type: 'deposit',
      amountMinor,
      currency: 'USD',
      method: 'visa',
      book: 'real',
      ...rest,
    };
    await this.publishAt(paymentEvents.depositApproved.subject, paymentId, 2, data, { id, at });
  }

  /** Publishes an event with a time of its own. */
  async publishAt(
    type: string,
    subject: string,
    version: number,
    data: unknown,
    { id = randomUUID() as string, at = this.clock.now() } = {},
  ): Promise<void> {
    const envelope = {
      specversion: '1.0',
      id,
      source: '/test',
      type,
      subject,
      time: at.toISOString(),
      datacontenttype: 'application/json',
      version,
      data,
    };
    await this.world.nats.request(type, JSON.stringify(envelope), { timeout: 20_000 });
  }

  /** Publishes that a bet was decided; by default one of 50.00 at 2.00 that lost. */
  async bet(
    as: Player,
    changes: BetChanges = {},
    name: 'betSettled' | 'betVoided' | 'betResettled' | 'betAtRiskChanged' = 'betSettled',
  ): Promise<string> {
    const {
      betId = randomUUIDv7(),
      stakeMinor = 5_000,
      closedStakeMinor = 0,
      dueMinor = 0,
      status = 'lost',
      version = 3,
      book = 'real',
      id = randomUUID(),
    } = changes;
    const {
      placedAt = this.clock.now(),
      oddsMilli = 2_000,
      sports = ['football'],
      freeBetClaimId,
      atRiskMinor,
    } = changes;
    const wager = {
      placedAt: placedAt.toISOString(),
      oddsMilli,
      sports,
      ...(freeBetClaimId && { freeBetClaimId }),
      ...(atRiskMinor !== undefined && { atRiskMinor }),
    };
    const data = {
      betId,
      playerId: as.id,
      currency: 'USD',
      version,
      stakeMinor,
      dueMinor,
      closedStakeMinor,
      status,
      book,
      wager,
    };
    await this.world.publish(betEvents[name].subject, betId, version, data, id);
    return betId;
  }

  async round(
    as: Player,
    gameId: string,
    wagerMinor: number,
    {
      roundId = randomUUIDv7() as string,
      status = 'settled',
      version = 1,
      createdAt = this.clock.now(),
      ...rest
    }: RoundChanges = {},
  ): Promise<string> {
    const data = {
      roundId,
      playerId: as.id,
      gameId,
      gameVersion: 1,
      currency: 'USD',
      status,
      wagerMinor,
      payoutMinor: 0,
      jurisdiction: 'open',
      book: 'real',
    };
    await this.world.publish(roundEvents.roundSettled.subject, roundId, version, {
      ...data,
      ...rest,
      createdAt: createdAt.toISOString(),
    });
    return roundId;
  }

  /** Waits until every published event has been consumed. */
  async settled(): Promise<void> {
    const waitingOf = async (durable: string) => {
      const reply = await this.world.nats.request(`$JS.API.CONSUMER.INFO.${eventStream}.${durable}`);
      const { num_pending, num_ack_pending } = reply.json<{ num_pending: number; num_ack_pending: number }>();
      return num_pending + num_ack_pending;
    };
    await eventually(
      async () =>
        (
          await Promise.all(services.promotions.consumes.map((event) => waitingOf(durableName('promotions', event))))
        ).reduce((a, b) => a + b, 0),
      (waiting) => waiting === 0,
    );
  }

  async sql<T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.world.db.query(text, values)).rows as T[];
  }

  /** Data of the events of an aggregate, oldest first, with their names. */
  async published(aggregate: string): Promise<[string, Record<string, unknown>][]> {
    const rows = await this.sql<{ type: string; data: Record<string, unknown> }>(
      'select type, data from outbox where subject = $1 order by version, seq',
      [aggregate],
    );
    return rows.map(({ type, data }) => [type.split('.')[2] ?? '', data]);
  }

  async deadLetters(): Promise<unknown[]> {
    return this.sql('select consumer, error from dead_letters');
  }
}
