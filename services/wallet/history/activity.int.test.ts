/** The activity of a player that their statement shows: a month by product, the lifetime, and the months with play. */
import { randomUUIDv7 } from 'node:crypto';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import { usePlayerServers, world } from '../players/testing-players.ts';
import { publishBet, stakeOf } from '../testing.ts';

usePlayerServers();

describe('the activity', () => {
  /** Ids of transfers come from the database's clock. */
  const months = () => {
    const now = new Date();
    const nameOf = (back: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 5)).toISOString().slice(0, 7);
    return { now, current: nameOf(0), last: nameOf(1), nameOf };
  };
  const idIn = (month: string) => {
    const hex = Date.parse(`${month}-05T00:00:00Z`).toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUIDv7().slice(15)}`;
  };
  const activityOf = (playerId: string, month: string) => world.ask(playerRequests.activity, { playerId, month });
  /** Stakes whose transfers and bets were made this many days ago. */
  const stakedBefore = (playerId: string, days: number, count: number, reference = randomUUIDv7()) =>
    world.db.query(
      `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
       select $1, uuidv7(make_interval(days => -$2::int)), 'stake', 'USD', -1, 0, $4, now() - make_interval(days => $2::int) from generate_series(1, $3::int)`,
      [playerId, days, count, reference],
    );

  it('counts a month by product, and the lifetime', async () => {
    const { now, current, last } = months();
    world.clock.set(now);
    const playerId = await world.player();
    const bet = stakeOf(playerId, { betId: idIn(current), stakeMinor: 1_000, potentialPayoutMinor: 9_000 });
    await world.ask(ledgerRequests.stake, bet);
    const earlier = stakeOf(playerId, { betId: idIn(last), stakeMinor: 500 });
    await world.ask(ledgerRequests.stake, earlier);
    const round = {
      roundId: idIn(current),
      step: 0,
      gameId: 'professional-blackjack' as const,
      stakeMinor: 300,
      payoutMinor: 200,
      closes: true,
    };
    await world.ask(ledgerRequests.play, { ...round, playerId });
    await publishBet(world, 'betSettled', bet, { dueMinor: 700, version: 1 });
    await world.settled();
    const activity = await activityOf(playerId, current);
    expect(activity).toMatchObject({
      currency: 'USD',
      month: { stakedMinor: 1_300, openStakeMinor: 0, returnedMinor: 900, netMinor: -400, depositedMinor: 0 },
      lifetime: { stakedMinor: 1_800, openStakeMinor: 500, returnedMinor: 900, netMinor: -400 },
      months: [current],
    });
    expect(activity.month.byProduct?.casino).toMatchObject({ stakedMinor: 300, returnedMinor: 200 });
    await world.db.query(
      `insert into transfers select player_id, $2, kind, currency, amount_minor, balance_after_minor, reference, created_at from transfers
       where player_id = $1 and reference = $3`,
      [playerId, idIn(last), earlier.betId],
    );
    expect(await activityOf(playerId, last)).toMatchObject({
      month: { stakedMinor: 500, openStakeMinor: 500 },
      months: [current, last],
    });
  });

  it('names each month with a stake once, also after months without one', async () => {
    const playerId = await world.player();
    const { nameOf } = months();
    for (const back of [2, 5, 6, 14])
      await world.db.query(
        `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
         values ($1, $2, 'stake', 'USD', -1, 0, $1, now()), ($1, $3, 'stake', 'USD', -1, 0, $1, now())`,
        [playerId, idIn(nameOf(back)), idIn(nameOf(back))],
      );
    expect((await activityOf(playerId, nameOf(0))).months).toEqual([2, 5, 6, 14].map(nameOf));
  });

  it('leaves bets of other months out of a month, however many there are', async () => {
    const { now, current } = months();
    world.clock.set(now);
    const playerId = await world.player();
    await world.ask(ledgerRequests.stake, stakeOf(playerId, { betId: idIn(current), stakeMinor: 700 }));
    for (const days of [400, 200, 100]) await stakedBefore(playerId, days, 100);
    const activity = await activityOf(playerId, current);
    expect(activity.month).toMatchObject({ stakedMinor: 700 });
    expect(activity.months).toHaveLength(4);
  });
});
