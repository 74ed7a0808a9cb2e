/** The comparison of rounds with wallet: the job, which continues where it stopped, and the full one of `make integrity`. */
import type { Operator } from '@fairline/chassis/http/identity';
import { asOperator, asPlayer, eventually } from '@fairline/chassis/testing';
import type { Round } from '@fairline/proto/casino/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';
import { compareAllRounds } from './integrity.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(async () => {
  await stage?.close();
});

const games = (): Operator => ({ ...asOperator('games'), provenAt: stage.clock.now().toISOString() });
const voidRound = (id: string) =>
  stage.call('POST', `/api/admin/casino/rounds/${id}/void`, {
    as: games(),
    body: { reason: 'the feed of the wheel was wrong' },
  });

async function openHand(as = asPlayer()): Promise<Round> {
  for (;;) {
    const round = await stage.round('professional-blackjack', { as });
    if (round.status === 'open') return round;
  }
}

describe('the comparison with wallet', () => {
  const mismatches = async () =>
    (await stage.world.db.query('select round_id as id from compare_again where ours is not null order by 1')).rows.map(
      ({ id }) => id as string,
    );
  const metrics = async () => {
    const texts = await Promise.all(
      stage.instances.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()),
    );
    return Math.max(...texts.map((text) => Number(/^fairline_round_mismatches\S* (\d+)$/m.exec(text)?.[1] ?? 0)));
  };

  it('counts what does not agree until it does; open hands and voids are looked at again', async () => {
    const as = asPlayer();
    const [round, hand] = [await stage.round('premium-roulette', { as }), await openHand(as)];
    const known = stage.wallet.rounds.get(round.id);
    if (!known) throw new Error('wallet does not know the round');
    stage.wallet.rounds.set(round.id, { ...known, paidMinor: known.paidMinor + 1 });
    stage.clock.push(61_000);
    expect(await eventually(mismatches, (ids) => ids.length > 0)).toEqual([round.id]);
    await eventually(metrics, (count) => count === 1);
    await eventually(
      async () =>
        (await stage.world.db.query('select from compare_again where round_id = $1', [hand.id])).rowCount === 1,
    );
    stage.wallet.rounds.set(round.id, known);
    await eventually(metrics, (count) => count === 0);
    await voidRound(hand.id);
    stage.wallet.rounds.set(hand.id, { ...known, roundId: hand.id, stakedMinor: 1_000, status: 'closed' });
    stage.clock.push(61_000);
    expect(await eventually(mismatches, (ids) => ids.length > 0)).toEqual([hand.id]);
    stage.wallet.rounds.set(hand.id, { ...known, roundId: hand.id, stakedMinor: 1_000, status: 'void' });
    await eventually(async () => (await stage.world.db.query('select from compare_again')).rowCount === 0);
  });

  it('compares every round anew for `make integrity`, and names those that do not agree', async () => {
    const round = await stage.round();
    const known = stage.wallet.rounds.get(round.id);
    if (!known) throw new Error('wallet does not know the round');
    const all = Number((await stage.world.db.query('select count(*) from rounds')).rows[0].count);
    expect(await compareAllRounds(stage.world.env)).toEqual({
      holds: true,
      line: `✓ rounds of casino agree with wallet (${all} checked)`,
    });
    stage.wallet.rounds.set(round.id, { ...known, stakedMinor: known.stakedMinor + 1 });
    expect(await compareAllRounds(stage.world.env)).toEqual({
      holds: false,
      line: expect.stringMatching(`^✗ .*, first offenders: ${round.id}$`),
    });
    stage.wallet.rounds.set(round.id, known);
  });
});
