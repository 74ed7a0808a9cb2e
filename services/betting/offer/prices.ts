/**
 * The prices of now, in Redis: one hash per fixture, each market in it set only by a message with a higher sequence.
 * A watermark that expires with the feed's heartbeat timeout states up to which instant they are complete; without it nothing is on offer.
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

const watermarkKey = 'feed:watermark';
const changedKey = 'feed:changes';
const revisionKey = 'feed:revision';
const bookKey = (fixtureId: string) => `feed:fixture:${fixtureId}`;

/** Compare and set per field, in one step: a value begins with its sequence. What moved goes to the head of what readers have not seen. */
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

export async function setPrices(redis: Redis, updates: readonly PriceUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  const pipeline = redis.pipeline();
  for (const [fixtureId, ofFixture] of Map.groupBy(updates, (update) => update.fixtureId)) {
    pipeline.eval(compareAndSet, 3, bookKey(fixtureId), changedKey, revisionKey, fixtureId, ...ofFixture.flatMap(encodeUpdate));
  }
  await run(pipeline);
}

export interface OwnWord {
  fixtureId: string;
  marketId: string;
  /** Null where the feed's hold again. */
  own: VersionedPrices | null;
}

/** Puts prices of our own beside the feed's, or takes them away; whoever reads prices reads them together. */
export async function setOwn(redis: Redis, words: readonly OwnWord[]): Promise<void> {
  if (words.length === 0) return;
  const pipeline = redis.pipeline();
  for (const { fixtureId, marketId, own } of words) {
    pipeline.eval(setOne, 3, bookKey(fixtureId), changedKey, revisionKey, fixtureId, ownField(marketId), encodeOwn(own));
  }
  await run(pipeline);
}

const setOne = `
if (redis.call('hget', KEYS[1], ARGV[2]) or '') == ARGV[3] then return 0 end
if ARGV[3] == '' then redis.call('hdel', KEYS[1], ARGV[2]) else redis.call('hset', KEYS[1], ARGV[2], ARGV[3]) end
redis.call('zadd', KEYS[2], redis.call('incr', KEYS[3]), ARGV[1] .. '|' .. ARGV[2])
return 1`;

/** Lets the prices of fixtures that are over run out. */
export async function endPrices(redis: Redis, fixtureIds: readonly string[]): Promise<void> {
  if (fixtureIds.length === 0) return;
  const pipeline = redis.pipeline();
  for (const id of fixtureIds) pipeline.eval(endOne, 2, bookKey(id), changedKey, id, overSeconds);
  await run(pipeline);
}

const endOne = `
for _, field in ipairs(redis.call('hkeys', KEYS[1])) do redis.call('zrem', KEYS[2], ARGV[1] .. '|' .. field) end
return redis.call('expire', KEYS[1], ARGV[2])`;

export async function writeWatermark(redis: Redis, watermark: Watermark): Promise<void> {
  await redis.set(watermarkKey, encodeWatermark(watermark), 'PX', watermark.livesMs);
}

/** False where the watermark is gone or another recovery's: then the prices may be gone as well. */
export async function renewWatermark(redis: Redis, watermark: Watermark): Promise<boolean> {
  return (await redis.eval(renewOwn, 1, watermarkKey, watermark.recovery, encodeWatermark(watermark), watermark.livesMs)) === 1;
}

const renewOwn = `
local known = redis.call('get', KEYS[1])
if not known or string.match(known, '^[^|]+') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** The instant up to which prices are complete; null while they are not, or cannot be read. */
export async function readWatermark(redis: Redis): Promise<Date | null> {
  return untilOf(await redis.get(watermarkKey).catch(() => null));
}

function untilOf(text: string | null): Date | null {
  return text === null ? null : decodeWatermark(text).until;
}

/** That of one recovery only, where one is named. */
export async function removeWatermark(redis: Redis, recovery?: string): Promise<void> {
  if (recovery === undefined) await redis.del(watermarkKey);
  else await redis.eval(removeOwn, 1, watermarkKey, recovery);
}

const removeOwn = `
local known = redis.call('get', KEYS[1])
if known and string.match(known, '^[^|]+') == ARGV[1] then redis.call('del', KEYS[1]) end
return 0`;

/** Prices of whole markets as they were read. */
export interface PricesRead {
  /** Everything received until then is in them; null while the feed is down, and then there are none. */
  until: Date | null;
  /** Of each market that was asked for, one without prices too. */
  markets: ReadonlyMap<string, MarketPrices | undefined>;
}

/** The prices of these markets; what they are known to be whole by is read before them. */
export async function readPrices(redis: Redis, wanted: readonly { fixtureId: string; marketId: string }[]): Promise<PricesRead> {
  const pipeline = redis.pipeline().get(watermarkKey);
  const markets = [...new Map(wanted.map(({ fixtureId, marketId }) => [marketId, fixtureId]))];
  for (const [marketId, fixtureId] of markets) pipeline.hmget(bookKey(fixtureId), stopField(null), ...marketFields(marketId));
  const [watermark, ...values] = await run(pipeline);
  const until = untilOf(watermark as string | null);
  return {
    until,
    markets: new Map(
      markets.map(([marketId], at) => {
        const [stopOfAll, ...fields] = values[at] as FieldText[];
        return [marketId, until ? decodeMarket(stopOfAll, fields) : undefined];
      }),
    ),
  };
}

export interface PriceNews {
  recovery: string | null;
  revision: number;
  books: Map<string, Book>;
}

/** What changed since a reader last looked; after another recovery, everything. A lost server counts as a feed that is down. */
export function newPrices(redis: Redis, since: { recovery: string | null; revision: number }): Promise<PriceNews> {
  return readNews(redis, since).catch(() => ({ recovery: null, revision: since.revision, books: new Map() }));
}

async function readNews(redis: Redis, since: { recovery: string | null; revision: number }): Promise<PriceNews> {
  const [watermark, ranked] = (await run(redis.pipeline().get(watermarkKey).zrangebyscore(changedKey, `(${since.revision}`, '+inf', 'WITHSCORES'))) as [
    string | null,
    string[],
  ];
  const recovery = watermark === null ? null : decodeWatermark(watermark).recovery;
  const another = recovery !== null && recovery !== since.recovery;
  const changed = another ? ((await available(redis.zrangebyscore(changedKey, '-inf', '+inf', 'WITHSCORES'))) as string[]) : ranked;
  const fields = Map.groupBy(
    changed.filter((_, at) => at % 2 === 0),
    (member) => member.slice(0, member.indexOf('|')),
  );
  const revision = Number(changed.at(-1) ?? (another ? 0 : since.revision));
  const moved = [...fields].map(
    ([id, members]) => [id, another ? 'all' : marketsOfFields(members.map((member) => member.slice(member.indexOf('|') + 1)))] as const,
  );
  return { recovery, revision, books: await booksOf(redis, moved) };
}

/** The prices of a fixture as they were last, whether they hold or not; and whether they do. */
export async function lastPrices(redis: Redis, fixtureId: string): Promise<{ heard: boolean; markets: Book['markets'] }> {
  const [heard, hash] = await run(redis.pipeline().get(watermarkKey).hgetall(bookKey(fixtureId)));
  return { heard: heard !== null, markets: decodeHash(hash as Record<string, string>).markets };
}

/** Of each fixture all prices, or those of the markets that moved. */
async function booksOf(redis: Redis, moved: readonly (readonly [fixtureId: string, markets: 'all' | readonly string[]])[]): Promise<Map<string, Book>> {
  if (moved.length === 0) return new Map();
  const pipeline = redis.pipeline();
  for (const [id, markets] of moved) {
    if (markets === 'all') pipeline.hgetall(bookKey(id));
    else pipeline.hmget(bookKey(id), stopField(null), ...markets.flatMap(marketFields));
  }
  const found = await run(pipeline);
  return new Map(
    moved.map(([id, markets], at) => [
      id,
      markets === 'all' ? decodeHash((found[at] ?? {}) as Record<string, string>) : partIn(markets, (found[at] ?? []) as FieldText[]),
    ]),
  );
}

function partIn(ids: readonly string[], [stopOfAll, ...values]: readonly FieldText[]): Book {
  const of = (at: number) => values.slice(3 * at, 3 * at + 3);
  return {
    part: true,
    sequence: Math.max(sequenceOf(stopOfAll), ...ids.flatMap((_, at) => of(at).slice(0, 2).map(sequenceOf))),
    markets: new Map(
      ids.flatMap((id, at) => {
        const prices = decodeMarket(stopOfAll, of(at));
        return prices ? [[id, prices] as const] : [];
      }),
    ),
  };
}

async function run(pipeline: ReturnType<Redis['pipeline']>): Promise<unknown[]> {
  const replies = (await available(pipeline.exec())) ?? [];
  return replies.map(([error, value]) => {
    if (error) throw new Refusal(common.unavailable);
    return value;
  });
}

/** A lost server is nobody's fault at the door: the call can be repeated. */
function available<T>(reply: Promise<T>): Promise<T> {
  return reply.catch(() => {
    throw new Refusal(common.unavailable);
  });
}
