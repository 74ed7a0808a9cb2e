/**
 * Code that casino's tests share: two instances of the service, and a wallet that takes steps, refuses them, does not answer or answers late.
 * The wallet uses the real message server; nothing of the service is replaced.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import type { Clock } from '@fairline/chassis/process/clock';
import type { Running } from '@fairline/chassis/run';
import { asPlayer, openWorld, type World } from '@fairline/chassis/testing';
import { Round } from '@fairline/proto/casino/rounds';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import type { GameId } from '@fairline/proto/games/catalogue';
import { exchangeRequests } from '@fairline/proto/wallet/exchange';
import { ledgerRefusals, ledgerRequests } from '@fairline/proto/wallet/ledger';
import { start } from './main.ts';

/** The real time, which a test may advance. */
export class PushedClock implements Clock {
  private aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  push(ms: number): void {
    this.aheadMs += ms;
  }
}

export type AskedStep = Infer<typeof ledgerRequests.play.input>;
type KnownRound = Infer<typeof ledgerRequests.roundsOf.output>['rounds'][number];
/** `takes without an answer`: the step is taken, but its answer is lost. */
type Manner = 'takes' | 'does not answer' | 'takes without an answer' | Refusal;

/** A fake wallet. The same step of a round always has the same outcome, another body for it is refused, and a test sets its behaviour per player. */
export class StagedWallet {
  readonly asked: AskedStep[] = [];
  readonly rounds = new Map<string, KnownRound>();
  readonly voided: string[] = [];
  /** The amount in the jackpot pool. */
  poolMinor = 250_000_000;
  /** Whether it has exchange rates; without a rate an amount has the value 0. */
  hasRates = true;
  /** Players to whom it pays the pool in any round. */
  readonly winners = new Set<string>();
  private readonly manners = new Map<string, Manner>();
  private readonly decided = new Map<string, { body: string; reply: unknown }>();

  constructor({ nats }: World) {
    const serve = (subject: string, answer: (input: never) => unknown) =>
      nats.subscribe(subject, {
        callback: (_error, message) => {
          const reply = answer(message.json<{ input: never }>().input);
          if (reply !== undefined) message.respond(JSON.stringify(reply));
        },
      });
    serve(ledgerRequests.play.subject, (step: AskedStep) => this.play(step));
    serve(ledgerRequests.voidRound.subject, (round: { roundId: string; playerId: string }) => this.voidRound(round));
    serve(ledgerRequests.roundsOf.subject, ({ ids }: { ids: string[] }) => ({
      ok: { rounds: ids.flatMap((id) => this.rounds.get(id) ?? []) },
    }));
    serve(exchangeRequests.worth.subject, ({ amounts }: { amounts: { amountMinor: number }[] }) => ({
      ok: { currency: 'USD', amountsMinor: amounts.map(({ amountMinor }) => (this.hasRates ? amountMinor : 0)) },
    }));
    serve(ledgerRequests.jackpots.subject, () => ({
      ok: { items: [{ currency: 'USD', amountMinor: this.poolMinor, contributedMinor: 0 }] },
    }));
  }

  /** Sets its behaviour towards a player from now on. */
  meet(playerId: string, manner: Manner): void {
    this.manners.set(playerId, manner);
  }

  stepsOf(playerId: string): AskedStep[] {
    return this.asked.filter((step) => step.playerId === playerId);
  }

  private play(step: AskedStep): unknown {
    this.asked.push(step);
    const manner = this.manners.get(step.playerId) ?? 'takes';
    if (manner === 'does not answer') return undefined;
    // A temporary refusal is no outcome.
    if (manner instanceof Refusal && manner.status === 503) return wire(manner);
    const key = `${step.roundId}:${step.step}`;
    const body = JSON.stringify(step);
    const known = this.decided.get(key);
    if (known && known.body !== body) return wire(new Refusal(common.keyReused));
    const reply = known?.reply ?? this.decide(step, manner instanceof Refusal ? manner : null);
    this.decided.set(key, { body, reply });
    return manner === 'takes without an answer' ? undefined : reply;
  }

  private decide(
    { roundId, playerId, step, stakeMinor, payoutMinor, closes, jackpot }: AskedStep,
    refusal: Refusal | null,
  ): unknown {
    const round = this.rounds.get(roundId) ?? {
      roundId,
      status: 'open' as const,
      step: -1,
      stakedMinor: 0,
      paidMinor: 0,
      jackpotMinor: 0,
    };
    if (round.status !== 'open') return wire(new Refusal(ledgerRefusals.roundStep));
    // A step without a stake is never refused.
    if (refusal && stakeMinor > 0) {
      this.rounds.set(roundId, { ...round, step, status: step === 0 ? 'refused' : 'open' });
      return wire(refusal);
    }
    const jackpotMinor = jackpot?.wins || this.winners.has(playerId) ? this.poolMinor : 0;
    const status = closes ? 'closed' : 'open';
    this.rounds.set(roundId, {
      roundId,
      status,
      step,
      stakedMinor: round.stakedMinor + stakeMinor,
      paidMinor: payoutMinor,
      jackpotMinor,
    });
    return { ok: { roundId, step, currency: 'USD', bonusMinor: 0, ...(jackpotMinor > 0 && { jackpotMinor }) } };
  }

  private voidRound({ roundId, playerId }: { roundId: string; playerId: string }): unknown {
    const manner = this.manners.get(playerId);
    if (manner === 'does not answer') return undefined;
    const round = this.rounds.get(roundId);
    if (!round) return wire(new Refusal(common.notFound));
    const movedMinor = round.status === 'void' ? 0 : round.stakedMinor - round.paidMinor - round.jackpotMinor;
    this.rounds.set(roundId, { ...round, status: 'void' });
    this.voided.push(roundId);
    return { ok: { roundId, movedMinor } };
  }
}

function wire({ code, status, message: detail, params }: Refusal): unknown {
  return { refusal: { code, status, detail, ...(params && { params }) } };
}

export const refusals = {
  poor: new Refusal(ledgerRefusals.insufficientBalance),
  capped: new Refusal(ledgerRefusals.bonusMaxStake, { maxStakeMinor: 500, currency: 'USD', max: '5.00 USD' }),
  excluded: new Refusal(ledgerRefusals.excluded),
  limited: new Refusal(ledgerRefusals.limitExceeded, { limit: 'bet_amount', limitMinor: 100, remainingMinor: 0 }),
  inactive: new Refusal(ledgerRefusals.accountNotActive, { status: 'suspended' }),
  stopped: new Refusal(ledgerRefusals.stopped),
};

/** A valid wager of each game. */
export const wagersOf = {
  'mega-fortune-slots': { lines: 9, betPerLineMinor: 100 },
  'premium-roulette': { bets: [{ type: 'red', amountMinor: 1_000 }] },
  'professional-blackjack': { amountMinor: 1_000 },
  'elite-baccarat': { bets: [{ type: 'banker', amountMinor: 1_000 }] },
  'prize-lottery': { tickets: [{ numbers: [1, 2, 3, 4, 5, 6], stakeMinor: 5_000 }] },
} as const satisfies Record<GameId, unknown>;

interface Called {
  status: number;
  body: never;
}

export interface PlayOptions {
  as?: Player;
  key?: string;
  url?: string | undefined;
  wager?: unknown;
}

/** Two instances with a fake wallet, and common steps of tests. */
export class Stage {
  readonly world: World;
  readonly clock = new PushedClock();
  readonly wallet: StagedWallet;
  instances: Running[] = [];

  private constructor(world: World) {
    this.world = world;
    this.wallet = new StagedWallet(world);
  }

  static async open(): Promise<Stage> {
    const world = await openWorld('casino', new URL('main.ts', import.meta.url).href, {
      SEED_KEY: randomBytes(32).toString('base64url'),
    });
    const stage = new Stage(world);
    stage.instances = [await stage.start(), await stage.start()];
    return stage;
  }

  start(extra: Record<string, string> = {}): Promise<Running> {
    return start({ ...this.world.env, ...extra }, this.clock);
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
    await this.world.close();
  }

  get urls(): string[] {
    return this.instances.map(({ httpUrl }) => httpUrl);
  }

  call(
    method: string,
    path: string,
    { url = this.urls[0] ?? '', ...options }: Parameters<World['call']>[3] & { url?: string | undefined } = {},
  ): Promise<Called> {
    return this.world.call(url, method, path, options);
  }

  /** Plays a round: by default roulette, 10.00 on red. */
  play(
    gameId: GameId = 'premium-roulette',
    { as = asPlayer(), key = randomUUID(), url, wager = wagersOf[gameId] }: PlayOptions = {},
  ): Promise<Called> {
    return this.call('POST', `/api/casino/games/${gameId}/rounds`, { as, key, url, body: { wager } });
  }

  /** Plays a round and returns it; fails if it is refused. */
  async round(gameId?: GameId, options?: PlayOptions): Promise<Round> {
    const { status, body } = await this.play(gameId, options);
    if (status !== 201) throw new Error(`the round was not played: ${status} ${JSON.stringify(body)}`);
    return Round.parse(body);
  }

  act(
    as: Player,
    roundId: string,
    action: string,
    { key = randomUUID(), after, url }: { key?: string; after?: number; url?: string | undefined } = {},
  ): Promise<Called> {
    return this.call('POST', `/api/casino/rounds/${roundId}/actions`, {
      as,
      key,
      url,
      body: { action, ...(after !== undefined && { after }) },
    });
  }

  get(path: string, as: Player, url?: string): Promise<Called> {
    return this.call('GET', `/api/casino${path}`, { as, url });
  }

  /** The events of an aggregate, oldest first. */
  async events(aggregate: string): Promise<{ type: string; version: number; data: Record<string, unknown> }[]> {
    const { rows } = await this.world.db.query(
      'select type, version::int, data from outbox where subject = $1 order by version, seq',
      [aggregate],
    );
    return rows.map(({ type, version, data }) => ({ type: String(type).split('.')[2] ?? '', version, data }));
  }
}
