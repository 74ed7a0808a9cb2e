/** The games as operators see them: figures of real money in the reporting currency, versions, returns, why a game is paused, and pending changes. */
import type { Operator } from '@fairline/chassis/http/identity';
import { type OperatorGame, rtpBounds } from '@fairline/proto/casino/desk';
import type { Game, Returns } from '@fairline/proto/casino/games';
import { common, Refusal } from '@fairline/proto/contract';
import type { GameId } from '@fairline/proto/games/catalogue';
import { dayStart } from '@fairline/proto/periods';
import type { GameState, Version } from '../catalogue/catalogue.ts';
import type { CasinoContext } from '../catalogue/context.ts';
import { parSheetPath, roundedRtp } from '../catalogue/game.ts';
import type { Lobby } from '../lobby/lobby.ts';
import { type ReportedMoney, reportedMoney } from '../lobby/money.ts';
import { toGameChange } from './change.ts';
import { pendingChanges } from './store.ts';

export async function operatorGames(context: CasinoContext, lobby: Lobby, reader: Operator): Promise<OperatorGame[]> {
  const { db, catalogue, clock } = context;
  const now = clock.now();
  const [games, returns, waiting, total, today] = await Promise.all([
    lobby.games(),
    lobby.returns(),
    pendingChanges(db),
    reportedMoney(context, null),
    reportedMoney(context, dayStart(now)),
  ]);
  return games.map((game) => {
    const change = waiting.find(({ gameId }) => gameId === game.id);
    const lastAt = total.filter(({ gameId }) => gameId === game.id).map((money) => money.lastAt.getTime());
    return {
      ...describeGame(game, catalogue.game(game.id), catalogue.versionsOf(game.id), returns),
      ...figuresOf(game.id, total),
      today: figuresOf(game.id, today),
      ...(lastAt.length > 0 && { lastPlayedAt: new Date(Math.max(...lastAt)).toISOString() }),
      ...(change && { change: toGameChange(change, reader, now) }),
    };
  });
}

export async function operatorGame(
  context: CasinoContext,
  lobby: Lobby,
  reader: Operator,
  id: GameId,
): Promise<OperatorGame> {
  const found = (await operatorGames(context, lobby, reader)).find((game) => game.id === id);
  if (!found) throw new Refusal(common.notFound);
  return found;
}

function describeGame(
  game: Game,
  state: GameState | undefined,
  versions: readonly Version[],
  returns: readonly Returns[],
) {
  const compared = returns.find(({ gameId, version }) => gameId === game.id && version === game.version);
  const { pausedBy, pausedReason, pausedAt } = state ?? {};
  const rules = versions[0]?.game;
  return {
    ...game,
    activePlayers: game.players,
    rtpEditable: rules?.solve !== undefined,
    ...(rules?.solve && { rtpReach: rules.reach ?? rtpBounds }),
    ...(pausedBy && {
      paused: { by: pausedBy, reason: pausedReason ?? '', at: (pausedAt ?? new Date(0)).toISOString() },
    }),
    ...(compared && { returns: compared }),
    versions: versions
      .toSorted((one, other) => other.version - one.version)
      .map(({ version, rtp, publishedAt, publishedBy }) => ({
        version,
        rtp: roundedRtp(rtp),
        publishedAt: publishedAt.toISOString(),
        publishedBy,
        parSheet: parSheetPath(game.id, version),
      })),
  };
}

function figuresOf(id: GameId, money: readonly ReportedMoney[]) {
  const own = money.filter(({ gameId }) => gameId === id);
  const sum = (of: (row: ReportedMoney) => number) => own.reduce((total, row) => total + of(row), 0);
  const [wageredMinor, paidMinor] = [sum((row) => row.wageredMinor), sum((row) => row.paidMinor)];
  return { rounds: sum(({ rounds }) => rounds), wageredMinor, paidMinor, ggrMinor: wageredMinor - paidMinor };
}
