/**
 * Live betting on the demo feed: the share of bets at the displayed price that are accepted, by sport, and the mean value of late bets by a bot that bets as soon as a price moves.
 * The picks are seeded. Refusals at placement (409) are counted apart, because the player is shown the new price at once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bet } from '@fairline/proto/betting/bets';
import type { Fixture } from '@fairline/proto/betting/offer';
import { withoutMargin } from '@fairline/proto/margin';
import { startPlatform } from '../local/platform/platform.ts';
import { newPlayer } from './bets.ts';
import type { Bench, Row } from './row.ts';
import { type Moved, openScreen, type Screen, type Shown } from './workers/screen.ts';

const tries = 200;
const everyMs = 200;
const stakeMinor = 100;
const players = 20;
const seed = 20_261_122;

export const liveBets: Bench = {
  title: 'live bets accepted, late bets',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      logLevel: 'warn',
      environment: { WELCOME_BONUS_MINOR: '100000000' },
      log,
    });
    const { url } = platform;
    try {
      const tokens: string[] = [];
      while (tokens.length < players) tokens.push(await newPlayer(url));
      const sports = await waitForLiveSports(url);
      const screen = await openScreen(url, tokens[0] as string);
      const bettor = new Bettor(url, tokens, screen);
      const honest = await placeAtScreen(bettor, sports);
      const late = await betLate(bettor, screen);
      screen.close();
      return [...rowsOf(honest, log), ...lateRows(late, log)];
    } finally {
      await platform.stop();
    }
  },
};

interface Tried {
  sport: string;
  outcome: 'accepted' | 'rejected' | 'refused' | 'other';
  /** Only for an accepted bet: the expected gain per unit of stake, by the fair chances right after acceptance. */
  value?: number;
}

async function waitForLiveSports(url: string): Promise<string[]> {
  for (const deadline = Date.now() + 120_000; ; await pause(500)) {
    const { items } = (await (await fetch(`${url}/api/betting/fixtures?live=true`)).json()) as { items: Fixture[] };
    const sports = [...new Set(items.map(({ sport }) => sport))].sort();
    if (sports.length === 6) return sports;
    if (Date.now() > deadline) throw new Error(`only ${sports.join(', ')} are live`);
  }
}

class Bettor {
  private readonly url: string;
  private readonly tokens: readonly string[];
  readonly live: Screen;
  private turn = 0;

  constructor(url: string, tokens: readonly string[], screen: Screen) {
    this.url = url;
    this.tokens = tokens;
    this.live = screen;
  }

  private async ask(
    method: string,
    path: string,
    { token, body }: { token: string; body?: object },
  ): Promise<{ status: number; body: Bet }> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    };
    const response = await fetch(this.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: (await response.json()) as Bet };
  }

  async bet({ sport, marketId, selectionId, oddsMilli }: Shown, pricePolicy: 'better' | 'any'): Promise<Tried> {
    const token = this.tokens[this.turn++ % this.tokens.length] as string;
    const body = { type: 'single', stakeMinor, currency: 'USD', pricePolicy, legs: [{ selectionId, oddsMilli }] };
    const placed = await this.ask('POST', '/api/betting/bets', { token, body });
    if (placed.status === 409) return { sport, outcome: 'refused' };
    if (placed.status !== 201) return { sport, outcome: 'other' };
    for (const deadline = Date.now() + 15_000; Date.now() < deadline; await pause(100)) {
      const { body: bet } = await this.ask('GET', `/api/betting/bets/${placed.body.id}`, { token });
      if (bet.status === 'rejected') return { sport, outcome: 'rejected' };
      if (bet.status !== 'pending')
        return { sport, outcome: 'accepted', value: worthOf(bet.oddsMilli, this.live.pricesOf(marketId), selectionId) };
    }
    return { sport, outcome: 'other' };
  }
}

function worthOf(oddsMilli: number, prices: readonly { id: string; oddsMilli: number }[], selectionId: string): number {
  const fair = withoutMargin(
    prices.map((price) => 1_000 / price.oddsMilli),
    'proportional',
  );
  return (oddsMilli / 1_000) * (fair[prices.findIndex(({ id }) => id === selectionId)] ?? 0) - 1;
}

/** Bets as players do: on a displayed selection at its price, with the default price policy, each sport in turn. */
async function placeAtScreen(bettor: Bettor, sports: readonly string[]): Promise<Tried[]> {
  const random = randomFrom(seed);
  const underway: Promise<Tried>[] = [];
  for (let at = 0; at < tries; at++) {
    const shown = bettor.live.shown(sports[at % sports.length] as string);
    const pick = shown[Math.floor(random() * shown.length)];
    if (pick) underway.push(bettor.bet(pick, 'better'));
    await pause(everyMs);
  }
  return Promise.all(underway);
}

/** Bets on selections whose price has just fallen, alternately at the old price and at any price. */
async function betLate(bettor: Bettor, { onMove }: Screen): Promise<Tried[]> {
  const underway: Promise<Tried>[] = [];
  const bet = ({ before, after }: Moved) => {
    if (underway.length >= tries || after.oddsMilli >= before.oddsMilli) return;
    underway.push(underway.length % 2 === 0 ? bettor.bet(before, 'better') : bettor.bet(after, 'any'));
  };
  onMove(bet);
  for (const deadline = Date.now() + 60_000; underway.length < tries && Date.now() < deadline; ) await pause(100);
  onMove(() => undefined);
  return Promise.all(underway);
}

function count(tried: readonly Tried[], outcome: Tried['outcome']): number {
  return tried.filter((one) => one.outcome === outcome).length;
}

/** Accepted bets in per cent of those that were accepted or rejected; a refusal at placement does not count. */
function acceptedShare(tried: readonly Tried[]): number {
  const [accepted, rejected] = [count(tried, 'accepted'), count(tried, 'rejected')];
  return (100 * accepted) / Math.max(accepted + rejected, 1);
}

function split(tried: readonly Tried[]): string {
  return `${count(tried, 'accepted')} accepted, ${count(tried, 'rejected')} rejected, ${count(tried, 'refused')} refused with 409, ${count(tried, 'other')} other`;
}

function rowsOf(tried: readonly Tried[], log: (line: string) => void): Row[] {
  log(`bets at the price on screen: ${split(tried)}`);
  const bySport = [...Map.groupBy(tried, ({ sport }) => sport)].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [sport, own] of bySport) log(`  ${sport}: ${split(own)}`);
  return [
    { name: 'live bets accepted', value: acceptedShare(tried), unit: '%' },
    ...bySport.map(([sport, own]) => ({ name: `live bets accepted, ${sport}`, value: acceptedShare(own), unit: '%' })),
  ];
}

function lateRows(tried: readonly Tried[], log: (line: string) => void): Row[] {
  log(`late bets: ${split(tried)}`);
  const values = tried.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return [
    {
      name: 'late bets, mean value',
      value: (100 * values.reduce((sum, value) => sum + value, 0)) / Math.max(values.length, 1),
      unit: '% of the stake',
    },
  ];
}

/** Mulberry32, seeded, so that every run makes the same picks from the same screen. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
