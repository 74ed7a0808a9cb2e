/** Fixtures are announced when they come on offer, begin and end, so that lists of fixtures are refetched. On real servers. */
import { eventually } from '@fairline/chassis/testing';
import { type Change, offerChange } from '@fairline/proto/live/stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage, StagedFixture } from '../testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

it('announces a fixture when it comes on offer, begins and ends, and no change of its prices', async () => {
  // The first publication of the offer announces nothing.
  await stage.fixture();
  const announced: Change[] = [];
  const listening = stage.world.nats.subscribe(offerChange, {
    callback: (_error, message) => void announced.push(message.json()),
  });
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

it('announces nothing that was on offer before, where another instance takes over', async () => {
  const fixture = await stage.fixture();
  const announced: Change[] = [];
  const listening = stage.world.nats.subscribe(offerChange, {
    callback: (_error, message) => void announced.push(message.json()),
  });
  await stage.world.nats.flush();
  const before = stage.instances;
  stage.instances = [await stage.start()];
  await Promise.all(before.map((instance) => instance.stop()));
  await fixture.odds([2_100, 1_700]);
  await stage.showsPrice(fixture, 2_100);
  await stage.shows(fixture, 'active');
  expect(announced).toEqual([]);
  await fixture.change('live');
  await eventually(
    () => announced,
    ({ length }) => length > 0,
  );
  expect(announced.map(({ id }) => id)).toEqual([fixture.id]);
  listening.unsubscribe();
});
