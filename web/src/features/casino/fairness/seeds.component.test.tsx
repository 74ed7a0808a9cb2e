/** The seeds of the next round: the client seed is chosen before the first round, from then on by a rotation. */
import { fairnessRefusals, fairnessRoutes, NextSeed } from '@fairline/proto/casino/fairness';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { network } from '../../../testing/network.ts';
import { renderAsPlayer } from '../../../testing/page.tsx';
import { sample } from '../../../testing/sample.ts';
import { Seeds } from './seeds.tsx';

const seed = (clientSeed: string, nonce: number) => sample(NextSeed, { clientSeed, nonce });
const show = (nonce: number) => {
  network.answer(fairnessRoutes.fairness, seed('made-for-me', nonce));
  network.answer(fairnessRoutes.pastSeeds, { items: [], nextCursor: null });
  return renderAsPlayer(<Seeds />, { at: '/casino/fairness' });
};

it('lets the player choose the client seed before the first round, in its own alphabet', async () => {
  network.answer(fairnessRoutes.chooseClientSeed, seed('mine-1', 1));
  const { user } = show(1);
  await user.type(await screen.findByLabelText('Your own client seed'), 'not allowed!');
  await user.click(screen.getByRole('button', { name: 'Use this seed' }));
  expect(await screen.findByText('1 to 64 letters, digits, - and _')).toBeDefined();
  expect(network.sent(fairnessRoutes.chooseClientSeed)).toEqual([]);
  await user.clear(screen.getByLabelText('Your own client seed'));
  await user.type(screen.getByLabelText('Your own client seed'), 'mine-1');
  network.answer(fairnessRoutes.fairness, seed('mine-1', 1));
  await user.click(screen.getByRole('button', { name: 'Use this seed' }));
  expect(await screen.findByText('mine-1')).toBeDefined();
  expect(network.sent(fairnessRoutes.chooseClientSeed).map(({ body }) => body)).toEqual([{ clientSeed: 'mine-1' }]);
  expect(screen.queryByRole('button', { name: 'Rotate and reveal' })).toBeNull();
});

it('offers the rotation once a round was played, also if that happened meanwhile', async () => {
  network.refuse(fairnessRoutes.chooseClientSeed, fairnessRefusals.clientSeedUsed);
  const { user } = show(1);
  await user.type(await screen.findByLabelText('Your own client seed'), 'late');
  network.answer(fairnessRoutes.fairness, seed('made-for-me', 2));
  await user.click(screen.getByRole('button', { name: 'Use this seed' }));
  expect(await screen.findByText('A round was played with this client seed. Rotate to choose another')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Rotate and reveal' })).toBeDefined();
  expect(screen.getByLabelText('New client seed (optional)')).toBeDefined();
});
