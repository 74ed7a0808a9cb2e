/** Reads of the lobby: its games with their player counts, and observed against computed returns. Answers that are the same for everybody are cached for some seconds. */
import type { Game, GameDetail, Returns } from '@fairline/proto/casino/games';
import { common, Refusal } from '@fairline/proto/contract';
import { GameId, gameIds } from '@fairline/proto/games/catalogue';
import { firstIdAt } from '@fairline/proto/periods';
import type { CasinoContext } from '../catalogue/context.ts';
import { boundsOf, type Live, toDetail, toGame } from '../catalogue/game.ts';
import { alpha, rangeOf } from '../monitor/monitor.ts';
import { resultsOf } from '../monitor/store.ts';
import { Cached } from './cached.ts';
import type { Jackpots } from './jackpots.ts';
import { reportedMoney } from './money.ts';
import * as store from './store.ts';

const playingMs = 5 * 60_000;
const cachedMs = 5_000;
/** The lobby shows the pool of the reporting currency. */
const shownCurrency = 'USD';

export class Lobby {
  private readonly context: CasinoContext;
  private readonly jackpots: Jackpots;
  private readonly players: Cached<Map<GameId, number>>;
  private readonly comparisons: Cached<Returns[]>;

  constructor(context: CasinoContext, jackpots: Jackpots) {
    this.context = context;
    this.jackpots = jackpots;
    this.players = new Cached(context.clock, cachedMs, async () => {
      const since = new Date(context.clock.now().getTime() - playingMs);
      return new Map(
        (await store.playersSince(context.db, firstIdAt(since))).map(({ gameId, players }) => [gameId, players]),
      );
    });
    this.comparisons = new Cached(context.clock, cachedMs, () => compareReturns(context));
  }

  async games(): Promise<Game[]> {
    const { catalogue } = this.context;
    const live = await this.live();
    return gameIds.flatMap((id) => {
      const state = catalogue.game(id);
      return state ? [toGame(state, catalogue.version(id, state.version), live(id))] : [];
    });
  }

  async game(id: string): Promise<GameDetail> {
    const { catalogue, maxWinMinor } = this.context;
    const parsed = GameId.safeParse(id);
    const state = parsed.success ? catalogue.game(parsed.data) : undefined;
    if (!state) throw new Refusal(common.notFound);
    return toDetail(state, catalogue.version(state.id, state.version), (await this.live())(state.id), maxWinMinor);
  }

  /** By game, then by version. */
  returns(): Promise<Returns[]> {
    return this.comparisons.get();
  }

  private async live(): Promise<(id: GameId) => Live> {
    const [players, jackpotMinor] = await Promise.all([this.players.get(), this.jackpots.of(shownCurrency)]);
    return (id) => ({ players: players.get(id) ?? 0, jackpotMinor });
  }
}

async function compareReturns(context: CasinoContext): Promise<Returns[]> {
  const [results, money] = await Promise.all([resultsOf(context.db), reportedMoney(context, null)]);
  return results.map(({ gameId, version, ...sums }) => {
    const own = money.filter((row) => row.gameId === gameId && row.version === version);
    const sumOf = (key: 'wageredMinor' | 'paidMinor') => own.reduce((sum, row) => sum + row[key], 0);
    const range = rangeOf(sums, boundsOf(context.catalogue.version(gameId, version)));
    return {
      gameId,
      version,
      rounds: sums.rounds,
      wageredMinor: sumOf('wageredMinor'),
      paidMinor: sumOf('paidMinor'),
      ...range,
      alpha,
    };
  });
}
