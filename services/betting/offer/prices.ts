/**
 * The current prices, in Redis: one hash per fixture. A market's prices are replaced only by a message with a higher sequence.
 * A watermark states the instant up to which they are complete. It expires with the feed's heartbeat timeout; without it nothing is on offer.
 */
import type { Redis } from '@fairline/chassis/storage/redis';
import { common, Refusal } from '@fairline/proto/contract';
import type { Book } from './catalogue.ts';
import type { MarketPrices } from './market.ts';
import {
  decodeHash,
  decodeMarket,
  decodeWatermark,
  encodeOwn,
  encodeUpdate,
  encodeWatermark,
  type FieldText,
  marketFields,
  marketsOfFields,
  ownField,
  type PriceUpdate,
  sequenceOf,
  stopField,
  type VersionedPrices,
  type Watermark,
} from './price-codec.ts';
import type { PriceSeal } from './price-seal.ts';

/** The store of prices, and the seal that writes and reads them. */
export interface PriceBoard {
  readonly redis: Redis;
  readonly seal: PriceSeal;
}

/** The keys in Redis. They contain the id of the seal's key, because prices sealed with another key cannot be opened. */
export function keysOf({ keyId }: PriceSeal) {
  return {
    watermark: `feed:${keyId}:watermark`,
    changes: `feed:${keyId}:changes`,
    revision: `feed:${keyId}:revision`,
    book: (fixtureId: string) => `feed:${keyId}:fixture:${fixtureId}`,
  };
}

/** Compare-and-set per field, atomic: a value begins with its sequence. Changed fields get the next revision, so that readers find them. */
const compareAndSet = `
local moved = {}
for at = 2, #ARGV, 3 do
  local known = redis.call('hget', KEYS[1], ARGV[at])
  if not known or tonumber(string.match(known, '^%d+')) < tonumber(ARGV[at + 1]) then
    redis.call('hset', KEYS[1], ARGV[at], ARGV[at + 1] .. '|' .. ARGV[at + 2])
    moved[#moved + 1] = ARGV[at]
  end
end
if #moved == 0 then return 0 end
local revision = redis.call('incr', KEYS[3])
for _, field in ipairs(moved) do redis.call('zadd', KEYS[2], revision, ARGV[1] .. '|' .. field) end
return #moved`;

/** How long the prices of a fixture that is over can still be read. */
const overSeconds = 60 * 60;

export async function setPrices({ redis, seal }: PriceBoard, updates: readonly PriceUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  const keys = keysOf(seal);
  const pipeline = redis.pipeline();
  for (const [fixtureId, ofFixture] of Map.groupBy(updates, (update) => update.fixtureId)) {
    const values = ofFixture.flatMap((update) => encodeUpdate(seal, update));
    pipeline.eval(compareAndSet, 3, keys.book(fixtureId), keys.changes, keys.revision, fixtureId, ...values);
  }
  await run(pipeline);
}

export interface OwnPricesOfMarket {
  fixtureId: string;
  marketId: string;
  /** Null if the feed's prices apply again. */
  own: VersionedPrices | null;
}

/** Puts our own prices beside the feed's, or removes them; readers get both together. */
export async function setOwn({ redis, seal }: PriceBoard, ownPrices: readonly OwnPricesOfMarket[]): Promise<void> {
  if (ownPrices.length === 0) return;
  const keys = keysOf(seal);
  const pipeline = redis.pipeline();
  for (const { fixtureId, marketId, own } of ownPrices) {
    pipeline.eval(
      setOne,
      3,
      keys.book(fixtureId),
      keys.changes,
      keys.revision,
      fixtureId,
      ownField(marketId),
      encodeOwn(seal, marketId, own),
    );
  }
  await run(pipeline);
}

const setOne = `
if (redis.call('hget', KEYS[1], ARGV[2]) or '') == ARGV[3] then return 0 end
if ARGV[3] == '' then redis.call('hdel', KEYS[1], ARGV[2]) else redis.call('hset', KEYS[1], ARGV[2], ARGV[3]) end
redis.call('zadd', KEYS[2], redis.call('incr', KEYS[3]), ARGV[1] .. '|' .. ARGV[2])
return 1`;

/** Lets the prices of fixtures that are over expire. */
export async function endPrices({ redis, seal }: PriceBoard, fixtureIds: readonly string[]): Promise<void> {
  if (fixtureIds.length === 0) return;
  const keys = keysOf(seal);
  const pipeline = redis.pipeline();
  for (const id of fixtureIds) pipeline.eval(endOne, 2, keys.book(id), keys.changes, id, overSeconds);
  await run(pipeline);
}

const endOne = `
for _, field in ipairs(redis.call('hkeys', KEYS[1])) do redis.call('zrem', KEYS[2], ARGV[1] .. '|' .. field) end
return redis.call('expire', KEYS[1], ARGV[2])`;

export async function writeWatermark({ redis, seal }: PriceBoard, watermark: Watermark): Promise<void> {
  await redis.set(keysOf(seal).watermark, encodeWatermark(seal, watermark), 'PX', watermark.livesMs);
}

/** False if the watermark is gone or of another recovery: then prices may be lost as well. */
export async function renewWatermark({ redis, seal }: PriceBoard, watermark: Watermark): Promise<boolean> {
  return (
    (await redis.eval(
      renewOwn,
      1,
      keysOf(seal).watermark,
      watermark.recovery,
      encodeWatermark(seal, watermark),
      watermark.livesMs,
    )) === 1
  );
}

const renewOwn = `
local known = redis.call('get', KEYS[1])
if not known or string.match(known, '^[^|]+') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** The instant up to which prices are complete; null while they are incomplete or cannot be read. */
export async function readWatermark({ redis, seal }: PriceBoard): Promise<Date | null> {
  const text = await redis.get(keysOf(seal).watermark).catch(() => null);
  return decodeWatermark(seal, text)?.until ?? null;
}

/** Removes the watermark; if a recovery is given, only the watermark of that recovery. */
export async function removeWatermark({ redis, seal }: PriceBoard, recovery?: string): Promise<void> {
  const { watermark } = keysOf(seal);
  if (recovery === undefined) await redis.del(watermark);
  else await redis.eval(removeOwn, 1, watermark, recovery);
}

const removeOwn = `
local known = redis.call('get', KEYS[1])
if known and string.match(known, '^[^|]+') == ARGV[1] then redis.call('del', KEYS[1]) end
return 0`;

/** Prices of markets, with the watermark at the time of reading. */
export interface PricesRead {
  /** The prices include every message received until then; null while the feed is down, and then no market has prices. */
  until: Date | null;
  /** Contains every market that was asked for; undefined for a market without prices. */
  markets: ReadonlyMap<string, MarketPrices | undefined>;
}

/** Reads the prices of these markets. The watermark is read first, so the prices are at least as new as it states. */
export async function readPrices(
  { redis, seal }: PriceBoard,
  wanted: readonly { fixtureId: string; marketId: string }[],
): Promise<PricesRead> {
  const keys = keysOf(seal);
  const pipeline = redis.pipeline().get(keys.watermark);
  const markets = [...new Map(wanted.map(({ fixtureId, marketId }) => [marketId, fixtureId]))];
  for (const [marketId, fixtureId] of markets)
    pipeline.hmget(keys.book(fixtureId), stopField(null), ...marketFields(marketId));
  const [watermark, ...values] = await run(pipeline);
  const until = decodeWatermark(seal, watermark as string | null)?.until ?? null;
  return {
    until,
    markets: new Map(
      markets.map(([marketId], at) => {
        const [stopOfAll, ...fields] = values[at] as FieldText[];
        return [marketId, until ? decodeMarket(seal, marketId, stopOfAll, fields) : undefined];
      }),
    ),
  };
}

export interface PriceNews {
  recovery: string | null;
  revision: number;
  books: Map<string, Book>;
}

/** Reads the prices that changed since the reader's position; after another recovery, all of them. If Redis is unreachable, the feed counts as down. */
export function readNewPrices(
  board: PriceBoard,
  since: { recovery: string | null; revision: number },
): Promise<PriceNews> {
  return readNews(board, since).catch(() => ({ recovery: null, revision: since.revision, books: new Map() }));
}

async function readNews(
  { redis, seal }: PriceBoard,
  since: { recovery: string | null; revision: number },
): Promise<PriceNews> {
  const keys = keysOf(seal);
  const [watermark, ranked] = (await run(
    redis.pipeline().get(keys.watermark).zrangebyscore(keys.changes, `(${since.revision}`, '+inf', 'WITHSCORES'),
  )) as [string | null, string[]];
  const recovery = decodeWatermark(seal, watermark)?.recovery ?? null;
  const another = recovery !== null && recovery !== since.recovery;
  const changed = another
    ? ((await failAsUnavailable(redis.zrangebyscore(keys.changes, '-inf', '+inf', 'WITHSCORES'))) as string[])
    : ranked;
  const fields = Map.groupBy(
    changed.filter((_, at) => at % 2 === 0),
    (member) => member.slice(0, member.indexOf('|')),
  );
  const revision = Number(changed.at(-1) ?? (another ? 0 : since.revision));
  const moved = [...fields].map(
    ([id, members]) =>
      [id, another ? 'all' : marketsOfFields(members.map((member) => member.slice(member.indexOf('|') + 1)))] as const,
  );
  return { recovery, revision, books: await booksOf({ redis, seal }, moved) };
}

/** The last prices of a fixture, even if they are no longer complete; `feedUp` tells whether they are. */
export async function readLastPrices(
  { redis, seal }: PriceBoard,
  fixtureId: string,
): Promise<{ feedUp: boolean; markets: Book['markets'] }> {
  const keys = keysOf(seal);
  const [watermark, hash] = await run(redis.pipeline().get(keys.watermark).hgetall(keys.book(fixtureId)));
  return {
    feedUp: decodeWatermark(seal, watermark as string | null) !== undefined,
    markets: decodeHash(seal, hash as Record<string, string>).markets,
  };
}

/** Reads all prices of each fixture, or those of the markets that changed. */
async function booksOf(
  { redis, seal }: PriceBoard,
  moved: readonly (readonly [fixtureId: string, markets: 'all' | readonly string[]])[],
): Promise<Map<string, Book>> {
  if (moved.length === 0) return new Map();
  const keys = keysOf(seal);
  const pipeline = redis.pipeline();
  for (const [id, markets] of moved) {
    if (markets === 'all') pipeline.hgetall(keys.book(id));
    else pipeline.hmget(keys.book(id), stopField(null), ...markets.flatMap(marketFields));
  }
  const found = await run(pipeline);
  return new Map(
    moved.map(([id, markets], at) => [
      id,
      markets === 'all'
        ? decodeHash(seal, (found[at] ?? {}) as Record<string, string>)
        : partIn(seal, markets, (found[at] ?? []) as FieldText[]),
    ]),
  );
}

function partIn(seal: PriceSeal, ids: readonly string[], [stopOfAll, ...values]: readonly FieldText[]): Book {
  const of = (at: number) => values.slice(3 * at, 3 * at + 3);
  return {
    part: true,
    sequence: Math.max(sequenceOf(stopOfAll), ...ids.flatMap((_, at) => of(at).slice(0, 2).map(sequenceOf))),
    markets: new Map(
      ids.flatMap((id, at) => {
        const prices = decodeMarket(seal, id, stopOfAll, of(at));
        return prices ? [[id, prices] as const] : [];
      }),
    ),
  };
}

async function run(pipeline: ReturnType<Redis['pipeline']>): Promise<unknown[]> {
  const replies = (await failAsUnavailable(pipeline.exec())) ?? [];
  return replies.map(([error, value]) => {
    if (error) throw new Refusal(common.unavailable);
    return value;
  });
}

/** If Redis is unreachable, the call is refused `unavailable` and can be repeated. */
function failAsUnavailable<T>(reply: Promise<T>): Promise<T> {
  return reply.catch(() => {
    throw new Refusal(common.unavailable);
  });
}
