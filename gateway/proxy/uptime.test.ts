/** Counting the uptime while Redis does not answer, and afterwards. */
import type { Redis } from '@fairline/chassis/storage/redis';
import { expect, it } from 'vitest';
import { UptimeCounter } from './uptime.ts';

/** A fake Redis with the commands for counting, which can be switched off. */
function openCounts() {
  const [counts, firsts] = [new Map<string, number>(), new Map<string, string>()];
  const state = { isDown: false, counts, firsts };
  const multi = () => {
    const steps: (() => void)[] = [];
    const chain = {
      set: (key: string, value: string) => add(() => firsts.has(key) || firsts.set(key, value)),
      incrby: (key: string, by: number) => add(() => counts.set(key, (counts.get(key) ?? 0) + by)),
      expire: () => chain,
      exec: async () => {
        if (state.isDown) throw new Error('connection is closed');
        for (const step of steps) step();
      },
    };
    const add = (step: () => void) => {
      steps.push(step);
      return chain;
    };
    return chain;
  };
  const setDown = (isDown: boolean) => {
    state.isDown = isDown;
  };
  return { counts, firsts, setDown, redis: { multi } as never as Redis };
}

it('counts an outage of Redis once it answers again, by the hour of each check', async () => {
  const { redis, counts, firsts, setDown } = openCounts();
  const counter = new UptimeCounter(redis);
  const at = (minute: number) => new Date(Date.UTC(1970, 0, 1, 0, minute));
  await counter.count(true, at(10));
  setDown(true);
  for (const minute of [50, 70, 80])
    await expect(counter.count(false, at(minute))).rejects.toThrow('connection is closed');
  setDown(false);
  await counter.count(true, at(90));
  await counter.count(true, at(130));
  expect(Object.fromEntries(counts)).toEqual({
    'uptime:all:0': 2,
    'uptime:up:0': 1,
    'uptime:all:1': 3,
    'uptime:up:1': 1,
    'uptime:all:2': 1,
    'uptime:up:2': 1,
  });
  expect(firsts.get('uptime:first:1')).toBe(at(70).toISOString());
});

it('forgets what is older than a day', async () => {
  const { redis, counts, setDown } = openCounts();
  const counter = new UptimeCounter(redis);
  setDown(true);
  await expect(counter.count(false, new Date(0))).rejects.toThrow();
  setDown(false);
  await counter.count(true, new Date(24 * 60 * 60_000));
  expect([...counts.keys()]).toEqual(['uptime:all:24', 'uptime:up:24']);
});
