/** What becomes of claims when their player is excluded from play. */
import { randomUUID } from 'node:crypto';
import { asPlayer } from '@fairline/chassis/testing';
import { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, Stage } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe('an exclusion', () => {
  const exclude = (playerId: string, { at = stage.clock.now(), id = randomUUID() as string } = {}) => {
    const exclusionId = randomUUID();
    const data = { exclusionId, playerId, kind: 'self_exclusion', permanent: true };
    return stage.publishAt(exclusionEvents.playerExcluded.subject, exclusionId, 1, data, { id, at });
  };

  it('cancels what waits and what was opted into, once, and keeps a bonus that was given', async () => {
    const as = asPlayer();
    const given = await stage.wagering({}, as);
    const freeBet = await stage.claimed(await stage.freeBet(), as);
    await stage.becomes(freeBet, 'active');
    const optIn = await stage.claimed(await stage.promotion({ type: 'cashback', reward: { value: 10, wageringFactor: 1 } }), as);
    const other = await stage.claimed(await stage.promotion());
    const waiting = await stage.claimed(await stage.promotion());
    stage.clock.advance(1_000);
    const id = randomUUID();
    for (let repeat = 0; repeat < 3; repeat++) await exclude(as.id, { id });
    await exclude(waiting.as.id);
    await exclude(waiting.as.id);
    await stage.becomes(waiting, 'cancelled');
    await stage.becomes(optIn, 'cancelled');
    await stage.settled();
    expect((await stage.published(optIn.id)).filter(([name]) => name === 'ClaimEnded')).toMatchObject([
      ['ClaimEnded', { reason: 'excluded', status: 'cancelled' }],
    ]);
    expect(await stage.read(given)).toMatchObject({ status: 'active' });
    expect(await stage.read(freeBet)).toMatchObject({ status: 'active' });
    expect(await stage.read(other)).toMatchObject({ status: 'claimed' });
    await stage.deposit(waiting.as, 10_000);
    await stage.settled();
    expect(stage.peers.asked.filter(([, id]) => id === waiting.id)).toEqual([]);
  });

  it('whose event comes late leaves later claims alone', async () => {
    const claim = await stage.claimed(await stage.promotion());
    await exclude(claim.as.id, { at: new Date(stage.clock.now().getTime() - dayMs) });
    await stage.settled();
    expect(await stage.read(claim)).toMatchObject({ status: 'claimed' });
  });
});
