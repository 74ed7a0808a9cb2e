/** Fixtures that come on offer, begin and end are announced, so that lists of fixtures follow, on real servers. */
import { eventually } from '@fairline/chassis/testing';
import { type Change, offerChange } from '@fairline/proto/gateway';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage, StagedFixture } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

it('announces a fixture when it comes on offer, begins and ends, and no change of its prices', async () => {
  const announced: Change[] = [];
  const listening = stage.world.nats.subscribe(offerChange, { callback: (_error, message) => void announced.push(message.json()) });
  await stage.world.nats.flush();
  const fixture = new StagedFixture(stage.world);
  const times = (count: number) =>
    eventually(
      () => announced.filter(({ id }) => id === fixture.id),
      ({ length }) => length >= count,
    );
  await fixture.change('upcoming');
  const [first] = await times(1);
  expect(first).toEqual({ type: offerChange, id: fixture.id, version: expect.any(Number) });
  for (const oddsMilli of [2_100, 2_200, 2_300]) {
    await fixture.odds([oddsMilli, 1_700]);
    await stage.showsPrice(fixture, oddsMilli);
  }
  await fixture.change('live');
  await times(2);
  await fixture.change('ended');
  expect(await times(3)).toHaveLength(3);
  listening.unsubscribe();
});
