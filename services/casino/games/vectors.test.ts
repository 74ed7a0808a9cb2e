/** The vectors, which never change, and the examples of FAIRNESS.md: seeds, bytes, numbers and results of rounds of every game. */
import { readFileSync } from 'node:fs';
import { outcomes, roundStatuses, wagers } from '@fairline/proto/casino/rounds';
import { Refusal } from '@fairline/proto/contract';
import { BlackjackHand } from '@fairline/proto/games/blackjack';
import { GameId, gameIds } from '@fairline/proto/games/catalogue';
import type { RouletteBet } from '@fairline/proto/games/roulette';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Draws, seededDraws, seedHash } from './draws.ts';
import { gameOf } from './registry.ts';
import { coveredBy } from './roulette.ts';

const Example = z.object({
  game: GameId,
  nonce: z.int(),
  rules: z.unknown(),
  wager: z.unknown(),
  actions: z.array(z.enum(['hit', 'stand', 'double', 'split'])),
  integers: z.array(z.tuple([z.int(), z.int()])),
  outcome: z.unknown(),
  stakeMinor: z.int(),
  payoutMinor: z.int(),
});
const Vector = Example.extend({
  note: z.string(),
  serverSeed: z.string(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  firstBytes: z.string(),
  isOpen: z.boolean(),
  winsJackpot: z.boolean(),
});

const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const vectors = z.array(Vector).parse(JSON.parse(textOf('vectors.json')));

/** Draws that record their results. */
function recorded(draws: Draws) {
  const integers: [number, number][] = [];
  const integer = (n: number) => {
    const result = draws.integer(n);
    integers.push([n, result]);
    return result;
  };
  return { integers, draws: { integer } };
}

function playExample({
  game: id,
  rules,
  wager,
  actions,
  ...seeds
}: z.infer<typeof Example> & { serverSeed: string; clientSeed: string }) {
  const game = gameOf(id);
  const { integers, draws } = recorded(seededDraws(seeds));
  return { ...game.play(game.rules.parse(rules), wagers[id].parse(wager), draws, actions), integers };
}

/** Sets of so many pockets, none further apart than two rows of the table. */
const nearSets = (size: number) =>
  Array.from({ length: 37 }, (_, first) => first).flatMap((first) =>
    Array.from({ length: 32 }, (_, bits) => [
      first,
      ...[1, 2, 3, 4, 5].filter((step) => bits & (1 << (step - 1))).map((step) => first + step),
    ]).filter((numbers) => numbers.length === size && Math.max(...numbers) <= 36),
  );

function isOnTable(bet: RouletteBet): boolean {
  try {
    return coveredBy(bet).length > 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

describe('vectors', () => {
  it.each(vectors.map((vector) => [`${vector.game} ${vector.nonce}: ${vector.note}`, vector] as const))(
    '%s',
    (_, vector) => {
      const { integers, outcome, stakeMinor, payoutMinor, isOpen, winsJackpot } = vector;
      expect(seedHash(vector.serverSeed)).toBe(vector.serverSeedHash);
      const numbers = seededDraws(vector);
      const block = Array.from({ length: 8 }, () =>
        numbers
          .integer(2 ** 32)
          .toString(16)
          .padStart(8, '0'),
      );
      expect(block.join('')).toBe(vector.firstBytes);
      expect(playExample(vector)).toEqual({ integers, outcome, stakeMinor, payoutMinor, isOpen, winsJackpot });
      expect(outcomes[vector.game].safeParse(outcome).success).toBe(true);
    },
  );
});

describe('FAIRNESS.md', () => {
  const text = textOf('FAIRNESS.md');
  const seed =
    /server seed `([0-9a-f]{64})`, whose hash is `([0-9a-f]{64})`, and the client seed `([\w-]+)`/.exec(text) ??
    expect.fail('no seeds');
  const [, serverSeed = '', hash, clientSeed = ''] = seed;
  const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) =>
    Example.parse(JSON.parse(json)),
  );

  it('states the hash, the first block, its first number and an integer of it', () => {
    expect(seedHash(serverSeed)).toBe(hash);
    const draws = () => seededDraws({ serverSeed, clientSeed, nonce: 1 });
    const first = draws().integer(2 ** 32);
    expect(text).toContain(`0x${first.toString(16)} = ${first}, and \`integer(37)\` of it is ${draws().integer(37)}`);
    expect(text).toContain(vectors.find(({ nonce }) => nonce === 1)?.firstBytes ?? 'no vector');
  });

  it.each(examples.map((example) => [`${example.game} ${example.nonce}`, example] as const))(
    'has a true example: %s',
    (_, example) => {
      const { integers, stakeMinor } = example;
      const { jackpotMinor = 0, ...outcome } = example.outcome as { jackpotMinor?: number };
      const played = playExample({ ...example, serverSeed, clientSeed });
      expect(played).toEqual({
        integers,
        outcome,
        stakeMinor,
        payoutMinor: example.payoutMinor - jackpotMinor,
        isOpen: false,
        winsJackpot: jackpotMinor > 0,
      });
      expect(outcomes[example.game].safeParse(example.outcome).success).toBe(true);
    },
  );

  it('states how often a number is skipped', () => {
    const rows = [...text.matchAll(/^\| (\d+) +\|[^|]+\| (\S+) % +\|$/gm)].map(([, n, share = '']) => ({
      n: Number(n),
      share,
    }));
    expect(rows.map(({ n }) => n)).toEqual([37, 312, 1_000_000, 1_000_000_000]);
    for (const { n, share } of rows)
      expect(share).toBe(((100 * (2 ** 32 % n)) / 2 ** 32).toFixed(share.split('.')[1]?.length));
  });

  it('names each status of a hand and of a round', () => {
    for (const status of [...BlackjackHand.shape.status.options, ...roundStatuses])
      expect(text).toMatch(new RegExp(`^\\| (.*, )?${status}(,| +\\|)`, 'm'));
  });

  it('counts the roulette sets that are on the table', () => {
    for (const [type, size] of [
      ['split', 2],
      ['street', 3],
      ['corner', 4],
      ['line', 6],
    ] as const) {
      const counted = Number(new RegExp(`^\\| ${type} +\\|[^|]+\\| (\\d+) +\\|$`, 'm').exec(text)?.[1]);
      expect([type, counted]).toEqual([
        type,
        nearSets(size).filter((value) => isOnTable({ type, value, amountMinor: 100 })).length,
      ]);
    }
  });

  it('has an example of every game and of the jackpot', () => {
    expect(examples.filter(({ outcome }) => (outcome as { jackpotMinor?: number }).jackpotMinor)).toHaveLength(1);
    expect([...new Set(examples.map(({ game }) => game))].sort()).toEqual([...gameIds].sort());
  });
});
