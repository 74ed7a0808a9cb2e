/**
 * Frames of the live stream, the queries a change touches, and the fixtures to request.
 * Pure, so every rule is a row in frames.test.ts.
 */
import { Id } from '@fairline/proto/contract';
import { type Change, type FixtureViewers, jackpotChange, type Prices, streamRules } from '@fairline/proto/live/stream';

export type Frame =
  | { event: 'ready' }
  | { event: 'changes'; changes: Change[] }
  | { event: 'prices'; prices: Prices[] }
  | { event: 'viewers'; viewers: FixtureViewers[] };

/** Parses one message of the stream; null if this page does not know its type. */
export function frameOf(event: string | undefined, data: string): Frame | null {
  if (event === 'ready') return { event };
  if (event !== 'changes' && event !== 'prices' && event !== 'viewers') return null;
  const list: unknown = JSON.parse(data);
  if (!Array.isArray(list)) return null;
  if (event === 'viewers') return { event, viewers: list as FixtureViewers[] };
  return event === 'changes' ? { event, changes: list as Change[] } : { event, prices: list as Prices[] };
}

/** The bare name of an event, however the stream spells its type: "evt.wallet.BalanceChanged.v1" is BalanceChanged. */
export function eventName(type: string): string {
  return /([A-Z][A-Za-z]*)(?:\.v\d+)?$/.exec(type)?.[1] ?? type;
}

/**
 * A player's query keys begin with the service that answers them; prices keep the betting catalogue fresh instead.
 * A lost bet moves no money, so betting figures are refetched with the bets too.
 */
const playerScopes: Record<string, string[][]> = {
  auth: [['auth']],
  wallet: [['wallet']],
  betting: [
    ['betting', 'bets'],
    ['wallet', 'stats'],
  ],
  casino: [
    ['casino', 'rounds'],
    ['casino', 'session'],
    ['casino', 'stats'],
    ['casino', 'fairness'],
    ['casino', 'recent'],
  ],
  promotions: [['promotions']],
  support: [['support', 'tickets']],
  kyc: [['kyc']],
  risk: [['risk'], ['wallet', 'stats']],
};

/** Chats are fetched separately: a message of a chat changes no ticket. */
const isChatEvent = (type: string) => type.startsWith('evt.support.Chat');

/** The query keys to refetch after a change. */
export function touchedBy(change: Change, audience: 'player' | 'operator'): string[][] {
  if (change.type === jackpotChange) return [['casino', 'jackpot']];
  const service = /^evt\.(\w+)\./.exec(change.type)?.[1] ?? '';
  const scopes = playerScopes[service];
  if (!scopes) return [];
  if (isChatEvent(change.type))
    return audience === 'operator' ? [['admin', 'support', 'chats']] : [['support', 'chats']];
  return audience === 'operator' ? [['admin', service]] : scopes;
}

/** The fixtures a tab shows. */
export interface Wish {
  fixtures: readonly string[];
  /** Whether the tab is hidden. */
  hidden: boolean;
}

/** Fixtures to request from the stream: those of all tabs, visible ones first; earlier ones stay up to the maximum. Invalid ids are left out, because the server would refuse the whole stream. */
export function chooseFixtures(asked: readonly string[], wishes: Iterable<Wish>): string[] {
  const all = [...wishes].sort((one, other) => Number(one.hidden) - Number(other.hidden));
  const now = [...new Set(all.flatMap(({ fixtures }) => fixtures))].filter((id) => Id.safeParse(id).success);
  const kept = asked.filter((id) => !now.includes(id));
  return [...now, ...kept].slice(0, streamRules.maxFixtures);
}
