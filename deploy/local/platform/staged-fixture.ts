/**
 * Test fixtures beside those of the feed: a test can publish any message about them, in any order.
 * The feed keeps running; its heartbeats keep all fixtures on offer.
 */
import { randomUUID } from 'node:crypto';
import { type BetSettlement, type FeedMessage, feedSubject, type LegResult } from '@fairline/proto/feed';
import type { Voice } from './voice.ts';

export interface StagedMarket {
  readonly id: string;
  readonly selections: readonly { readonly id: string; readonly outcome: string; readonly oddsMilli: number }[];
}

type Unsent<T> = T extends FeedMessage ? Omit<T, 'sequence' | 'at' | 'fixtureId'> : never;

/** A fixture that starts in twelve hours, with two-way markets. */
export class StagedFixture {
  readonly id = randomUUID();
  readonly markets: readonly StagedMarket[];
  private readonly feed: Voice;
  private sequence = 0;

  private constructor(feed: Voice, markets: readonly (readonly [number, number])[]) {
    this.feed = feed;
    const sides = (prices: readonly number[]) =>
      prices.map((oddsMilli, place) => ({ id: randomUUID(), outcome: ['home', 'away'][place] as string, oddsMilli }));
    this.markets = markets.map((prices) => ({ id: randomUUID(), selections: sides(prices) }));
  }

  /** Publishes a new fixture, with a market for each pair of prices. */
  static async announce(feed: Voice, ...markets: readonly (readonly [number, number])[]): Promise<StagedFixture> {
    const fixture = new StagedFixture(feed, markets);
    await fixture.offer();
    return fixture;
  }

  private async offer(): Promise<void> {
    await this.fixture('upcoming');
    for (const [place, { id, selections }] of this.markets.entries()) {
      const line = place === 0 ? null : 4 * place + 2;
      const kept = {
        id,
        type: line === null ? ('moneyline' as const) : ('total' as const),
        name: `Market ${place + 1}`,
        lineQuarters: line,
        sortOrder: place,
      };
      const sides = selections.map((selection) => ({ ...selection, name: selection.outcome, active: true }));
      await this.publish({
        kind: 'odds_change',
        market: { ...kept, status: 'active', marginBp: 500, selections: sides },
      });
    }
  }

  /** Ends the fixture: suspends all bets and publishes the results of its markets, one per side. */
  async end(
    certainty: BetSettlement['certainty'],
    results: readonly (readonly [LegResult, LegResult])[],
  ): Promise<void> {
    await this.publish({ kind: 'bet_stop', marketId: null });
    await this.fixture('ended');
    for (const [place, market] of results.entries()) await this.settle(place, certainty, market);
  }

  async settle(
    place: number,
    certainty: BetSettlement['certainty'],
    results: readonly [LegResult, LegResult],
  ): Promise<void> {
    const { id, selections } = this.markets[place] as StagedMarket;
    const outcomes = selections.map(({ id: selectionId }, side) => ({
      selectionId,
      result: results[side] as LegResult,
    }));
    await this.publish({ kind: 'bet_settlement', marketId: id, certainty, outcomes });
  }

  async rollBack(place: number): Promise<void> {
    await this.publish({ kind: 'rollback_bet_settlement', marketId: (this.markets[place] as StagedMarket).id });
  }

  private fixture(status: 'upcoming' | 'ended'): Promise<void> {
    const startsAt = new Date(Date.now() + 12 * 60 * 60 * 1_000).toISOString();
    const competition = { id: 'staged', name: 'Staged League', country: 'GB' };
    const teams = { homeTeam: `Reds ${this.id.slice(0, 4)}`, awayTeam: 'Blues' };
    return this.publish({
      kind: 'fixture_change',
      sport: { id: 'soccer', name: 'Soccer' },
      competition,
      ...teams,
      startsAt,
      status,
      score: null,
      paceMilli: 1_000,
    });
  }

  private async publish(message: Unsent<FeedMessage>): Promise<void> {
    const whole = {
      ...message,
      fixtureId: this.id,
      sequence: ++this.sequence,
      at: new Date().toISOString(),
    } as FeedMessage;
    await this.feed.publish(feedSubject(whole), whole, `${this.id}:${whole.sequence}`);
  }
}
