/** Use cases of play settings, of stakes that other services publish, and of the statement of activity. */
import type { Received } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { betEvents } from '@fairline/proto/betting/bets';
import type { roundEvents } from '@fairline/proto/casino/rounds';
import type { Infer } from '@fairline/proto/contract';
import { monthResetsAt } from '@fairline/proto/periods';
import type { PlaySettings, Statement } from '@fairline/proto/risk/sessions';
import type { Activity } from '@fairline/proto/wallet/players';
import type { Risk } from '../config.ts';
import { confirmPermit } from '../players/commands.ts';
import { readActivity } from '../players/peers.ts';
import { initialSettings } from '../players/permit.ts';
import {
  findPlayer,
  lockPlayer,
  lockPlayers,
  makePlayers,
  raiseVersion,
  setChecks,
  setSettings,
} from '../players/store.ts';
import { allowedSettings, changeInterval, gapMs, joinStakes, type Playing } from './session.ts';
import * as store from './store.ts';

export async function readSettings({ db }: Risk, { id, jurisdiction }: Playing): Promise<PlaySettings> {
  return allowedSettings((await findPlayer(db, id))?.settings ?? initialSettings, jurisdiction);
}

/** Changes the settings. A shorter interval of checks applies before the reply, a longer one from the next session or acknowledgement on. */
export async function changeSettings(
  risk: Risk,
  { id: playerId, jurisdiction }: Playing,
  wanted: PlaySettings,
): Promise<PlaySettings> {
  const settings = allowedSettings(wanted, jurisdiction);
  const permitVersion = await risk.db.tx(async (tx) => {
    const now = risk.clock.now();
    const player = await lockPlayer(tx, playerId, now);
    await setSettings(tx, playerId, settings);
    const interval = changeInterval(player.checkMinutes, settings.realityCheckMinutes);
    const isSame = interval.checkMinutes === player.checkMinutes;
    if (isSame && interval.nextMinutes === player.nextMinutes) return player.permitVersion;
    await setChecks(tx, playerId, { ...interval, acknowledgedAt: player.acknowledgedAt }, now);
    return isSame ? player.permitVersion : raiseVersion(tx, playerId, now);
  });
  await confirmPermit(risk, playerId, permitVersion);
  return settings;
}

interface Stake {
  playerId: string;
  at: Date;
}

type Accepted = Received<Infer<typeof betEvents.betAccepted.data>>;
type Played = Received<Infer<typeof roundEvents.roundSettled.data>>;

export const stakesOfBets = (events: readonly Accepted[]): Stake[] =>
  events.map(({ data, at }) => ({ playerId: data.playerId, at }));
/** Stakes of settled rounds; void rounds do not count. */
export const stakesOfRounds = (events: readonly Played[]): Stake[] =>
  events
    .filter(({ data }) => data.status === 'settled')
    .map(({ data, at }) => ({
      playerId: data.playerId,
      at: data.createdAt === undefined ? at : new Date(data.createdAt),
    }));

/** Adds stakes to sessions, in any order. A first stake creates the player's row, so that wallet gets the initial interval of reality checks. */
export async function countStakes({ clock }: Risk, tx: Tx, stakes: readonly Stake[]): Promise<void> {
  if (stakes.length === 0) return;
  const byPlayer = Map.groupBy(stakes, ({ playerId }) => playerId);
  const playerIds = [...byPlayer.keys()].sort();
  const now = clock.now();
  await makePlayers(tx, playerIds, now);
  await lockPlayers(tx, playerIds);
  const reaches = playerIds.map((playerId) => reachOf(playerId, byPlayer.get(playerId) ?? []));
  const known = Map.groupBy(await store.spansNear(tx, reaches), ({ playerId }) => playerId);
  const joined = playerIds.flatMap((playerId) => {
    const times = (byPlayer.get(playerId) ?? []).map(({ at }) => at);
    return joinStakes(known.get(playerId) ?? [], times).map((span) => ({ playerId, ...span }));
  });
  const kept = new Set(joined.map(({ playerId, startedAt }) => `${playerId} ${startedAt.getTime()}`));
  const gone = [...known.values()]
    .flat()
    .filter(({ playerId, startedAt }) => !kept.has(`${playerId} ${startedAt.getTime()}`));
  await store.dropSpans(tx, gone);
  await store.saveSpans(tx, joined);
  const lately = joined.filter(({ lastStakeAt }) => now.getTime() - lastStakeAt.getTime() < gapMs);
  await store.lookSoon(tx, [...new Set(lately.map(({ playerId }) => playerId))], now);
}

function reachOf(playerId: string, stakes: readonly Stake[]): store.Reach {
  const times = stakes.map(({ at }) => at.getTime());
  return { playerId, from: new Date(Math.min(...times) - gapMs), until: new Date(Math.max(...times) + gapMs) };
}

/** The statement: wallet's figures and the sessions that risk has counted. */
export async function readStatement(risk: Risk, playerId: string, asked: string | undefined): Promise<Statement> {
  const month = asked ?? risk.clock.now().toISOString().slice(0, 7);
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const [activity, played, all] = await Promise.all([
    readActivity(risk.bus, playerId, month),
    store.playedBetween(risk.db, playerId, from, monthResetsAt(from)),
    store.playedBetween(risk.db, playerId, null, null),
  ]);
  const { currency, months } = activity;
  return {
    currency,
    month,
    ...figuresOf(activity.month),
    ...played,
    lifetime: { ...figuresOf(activity.lifetime), ...all },
    months,
  };
}

const nothing = { stakedMinor: 0, openStakeMinor: 0, returnedMinor: 0, netMinor: 0 };
const figuresOf = ({ byProduct = { sports: nothing, casino: nothing }, ...figures }: Activity['month']) => ({
  ...figures,
  byProduct,
});
