/** The deliveries of the data monitor in their states: loaded, failed, a service that does not answer, and dead letters that are retried. */
import { DeadLetter, Deliveries, deliveryRefusals, deliveryRoutes } from '@fairline/proto/risk/deliveries';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../testing/network.ts';
import { renderAsOperator } from '../testing/page.tsx';
import { sample } from '../testing/sample.ts';
import { MonitorPage } from './monitor.tsx';

const deadLetter = sample(DeadLetter, {
  id: 'wallet-1',
  consumer: 'bets',
  subject: 'evt.betting.BetSettled.v1',
  error: 'column is missing',
});
const wallet = sample(Deliveries, {
  dead: 1,
  deadLetters: [deadLetter],
  inbox: { applied: 95, failing: 3, failed: 2 },
  outbox: { pending: 4, published: 120 },
});
const services = [{ service: 'wallet', deliveries: wallet }, { service: 'risk' }];

beforeEach(() => {
  network.answer(deliveryRoutes.deliveries, { services });
  network.answer(deliveryRoutes.serviceDeliveries, wallet);
});

const show = (role?: 'auditor' | 'trader', at = '/admin/monitor') =>
  renderAsOperator(<MonitorPage />, { at, path: '/admin/monitor/:part?/:id?' }, role);

it('shows a placeholder, then the services and the newest failed event', async () => {
  const release = network.hold(deliveryRoutes.deliveries);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(deliveryRoutes.deliveries, { services });
  release();
  expect((await screen.findAllByText(/BetSettled/)).length).toBeGreaterThan(0);
  expect(screen.getByText('column is missing')).toBeDefined();
  expect(screen.getByRole('tab', { name: /Deliveries\s*1/ })).toBeDefined();
});

it('offers a retry when the deliveries cannot be read', async () => {
  network.fail(deliveryRoutes.deliveries, 'offline');
  const { user } = show();
  expect(await screen.findByText('Deliveries could not be loaded')).toBeDefined();
  network.answer(deliveryRoutes.deliveries, { services });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('column is missing')).toBeDefined();
});

it('says that there are no failed events', async () => {
  network.answer(deliveryRoutes.deliveries, { services: [{ service: 'wallet', deliveries: sample(Deliveries) }] });
  show();
  expect(await screen.findByRole('table')).toBeDefined();
  expect(screen.queryByText('column is missing')).toBeNull();
});

it('is closed to a role that may not read the system', async () => {
  show('trader');
  expect(await screen.findByText('Your role may not see this page')).toBeDefined();
  expect(network.sent(deliveryRoutes.deliveries)).toEqual([]);
});

it('redirects an unknown tab to the deliveries', async () => {
  const { address } = show(undefined, '/admin/monitor/nothing');
  await waitFor(() => expect(address()).toBe('/admin/monitor'));
});

it('opens a service with its dead letters', async () => {
  show(undefined, '/admin/monitor?of=wallet');
  const sheet = await screen.findByRole('dialog');
  expect(await within(sheet).findByText('column is missing')).toBeDefined();
});

it('says that a dead letter failed again', async () => {
  network.refuse(deliveryRoutes.retryDelivery, deliveryRefusals.failedAgain, { error: 'still missing' });
  const { user } = show();
  await user.click((await screen.findAllByRole('button', { name: /^Retry/ }))[0] as HTMLElement);
  expect((await screen.findAllByText(/It failed again: still missing/)).length).toBeGreaterThan(0);
});
