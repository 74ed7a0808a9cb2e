/** Figures of settled bets: bets from before an upgrade are counted in steps, while others are posted, and the proof compares the figures with the stakes. */
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import { openWallet, publishBet, stakeOf, tamperBooks, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const rows = async (text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows;
const step = async (most: number) => (await rows('select count_closed($1) as done', [most]))[0].done as boolean;
const counted = async () =>
  (
    await rows(
      'select coalesce(sum(wagered_minor), 0)::int as wagered, coalesce(sum(paid_minor), 0)::int as paid from closed_minutes',
    )
  )[0];
const broken = async () => (await proveWhole(world.env)).lines.filter((line) => !line.startsWith('✓'));
/** The job's lock: while this connection holds it, only this connection counts. */
const alone = (mode: 'lock' | 'unlock') => rows(`select pg_advisory_${mode}(hashtext('wallet fold'))`);

it('counts older bets so many at a time, each once, also where one changes meanwhile', async () => {
  const playerId = await world.player();
  const bets = Array.from({ length: 7 }, () =>
    stakeOf(playerId, { stakeMinor: 100, potentialPayoutMinor: 1_000 }),
  ).sort((one, other) => (one.betId < other.betId ? -1 : 1));
  for (const bet of bets) await world.ask(ledgerRequests.stake, bet);
  const [first, second, third] = bets as [(typeof bets)[0], (typeof bets)[0], (typeof bets)[0]];
  const last = bets.at(-1) as typeof first;
  for (const bet of bets.slice(0, -1))
    await publishBet(world, 'betSettled', bet, { dueMinor: bet === first ? 250 : 0, version: 1 });
  await world.settled();
  await alone('lock');
  await rows('delete from closings');
  await rows('delete from closed_minutes');
  await rows(`delete from marks where reader = 'closed'`);
  // A row of a release that did not store the bet's id.
  await rows(
    `insert into closings (at, currency, wagered_minor, paid_minor, free_minor) values (now(), 'USD', 100, 0, 0)`,
  );
  expect(await step(2)).toBe(false);
  expect(await counted()).toEqual({ wagered: 200, paid: 250 });
  expect(await broken()).toEqual([]);
  // Bets behind the mark, before it, and still open.
  await publishBet(world, 'betResettled', second, { dueMinor: 300, version: 2 });
  await publishBet(world, 'betResettled', third, { dueMinor: 400, version: 2 });
  await publishBet(world, 'betSettled', last, { dueMinor: 50, version: 1 });
  await world.settled();
  expect(await broken()).toEqual([]);
  expect([await step(2), await step(2)]).toEqual([false, false]);
  expect(await counted()).toEqual({ wagered: 600, paid: 950 });
  expect(await broken()).toEqual([]);
  expect(await step(2)).toBe(true);
  expect(await counted()).toEqual({ wagered: 700, paid: 1_000 });
  expect(await rows('select from closings')).toEqual([]);
  await publishBet(world, 'betResettled', last, { dueMinor: 0, version: 2 });
  await world.settled();
  expect(await broken()).toEqual([]);
  expect(await step(2)).toBe(true);
  expect(await counted()).toEqual({ wagered: 700, paid: 950 });
  await alone('unlock');
});

it('a figure that is no bet’s is found by the whole proof', async () => {
  await tamperBooks(
    world,
    'update closed_minutes set paid_minor = paid_minor + 7 where minute = (select min(minute) from closed_minutes)',
  );
  expect(await broken()).toEqual([expect.stringMatching(/figures equal their bets .* USD$/)]);
  await tamperBooks(
    world,
    'update closed_minutes set paid_minor = paid_minor - 7 where minute = (select min(minute) from closed_minutes)',
  );
  expect(await broken()).toEqual([]);
});
