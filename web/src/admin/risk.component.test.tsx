/** The risk alerts in their states: loaded and failed, filtered, each role, assigned, and changed by another operator meanwhile. */
import { staffRoutes, UserSummary } from '@fairline/proto/auth/staff';
import { Alert, alertRefusals, alertRoutes } from '@fairline/proto/risk/alerts';
import { harmRoutes } from '@fairline/proto/risk/harm';
import { ruleRoutes } from '@fairline/proto/risk/rules';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../testing/network.ts';
import { renderAsOperator } from '../testing/page.tsx';
import { newId, sample } from '../testing/sample.ts';
import { RiskPage } from './risk.tsx';

const alert = sample(Alert, {
  type: 'shared_device',
  severity: 'high',
  status: 'open',
  description: 'Two players on one device',
  version: 7,
});

beforeEach(() => {
  network.answer(alertRoutes.alerts, { items: [alert] });
  network.answerAll(
    staffRoutes.colleagues,
    staffRoutes.summaries,
    harmRoutes.riskSummaries,
    ruleRoutes.rules,
    alertRoutes.alertEvents,
  );
});

const show = (role?: 'auditor' | 'trader', at = '/admin/risk') =>
  renderAsOperator(<RiskPage />, { at, path: '/admin/risk/:part?' }, role);

async function closeAlert() {
  const shown = show();
  await shown.user.click(await screen.findByRole('button', { name: /^Resolve:/ }));
  const dialog = await screen.findByRole('dialog');
  await shown.user.click(within(dialog).getByRole('button', { name: 'Resolve' }));
  return dialog;
}

it('shows a placeholder until the alerts are read', async () => {
  const release = network.hold(alertRoutes.alerts);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(alertRoutes.alerts, { items: [alert] });
  release();
  expect(await screen.findByText('Two players on one device')).toBeDefined();
});

it('offers a retry when the alerts cannot be read', async () => {
  network.fail(alertRoutes.alerts);
  const { user } = show();
  expect(await screen.findByText('Alerts could not be loaded')).toBeDefined();
  network.answer(alertRoutes.alerts, { items: [alert] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Two players on one device')).toBeDefined();
});

it('says that there is no alert, and clears the filters that hide them', async () => {
  network.answer(alertRoutes.alerts);
  const { user, address } = show(undefined, '/admin/risk?severity=low&status=open');
  expect(await screen.findByText('No risk alerts found')).toBeDefined();
  expect(
    network.sent(alertRoutes.alerts).some(({ query }) => query.severity === 'low' && query.status === 'open'),
  ).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(() => expect(address()).toBe('/admin/risk'));
});

it('names the player of an alert and links to their page', async () => {
  const userId = newId();
  network.answer(alertRoutes.alerts, { items: [{ ...alert, userId }] });
  const player = sample(UserSummary, { id: userId, firstName: 'Ada', lastName: 'Player', email: 'ada@example.com' });
  network.answer(staffRoutes.summaries, { items: [player] });
  show();
  const link = await screen.findByRole('link', { name: 'Ada Player · ada@example.com' });
  expect(link.getAttribute('href')).toBe(`/admin/users/${userId}?tab=safe-play`);
});

it('offers no action to a read-only role', async () => {
  show('auditor');
  expect(await screen.findByText('Your role can view alerts but not change them.')).toBeDefined();
  expect(await screen.findByText('Two players on one device')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Resolve:/ })).toBeNull();
});

it('is closed to a role without access to risk', async () => {
  show('trader');
  expect(await screen.findByText('Your role may not see this page')).toBeDefined();
});

it('starts an investigation without a question, with the loaded version', async () => {
  network.answer(alertRoutes.changeAlert, { ...alert, status: 'investigating' });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /^Investigate/ }));
  await waitFor(() =>
    expect(network.sent(alertRoutes.changeAlert)[0]?.body).toEqual({ status: 'investigating', version: 7 }),
  );
});

it('asks before it closes an alert', async () => {
  network.answer(alertRoutes.changeAlert, { ...alert, status: 'resolved' });
  const dialog = await closeAlert();
  expect(within(dialog).getByText('This closes the alert. It cannot be opened again.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says that another operator changed the alert', async () => {
  network.refuse(alertRoutes.changeAlert, alertRefusals.changed, { version: 8 });
  const dialog = await closeAlert();
  expect(await within(dialog).findByText('Another operator changed this alert')).toBeDefined();
});

it('keeps an operator from closing an alert about their own decision', async () => {
  network.refuse(alertRoutes.changeAlert, alertRefusals.own);
  const dialog = await closeAlert();
  expect(await within(dialog).findByText('You cannot close an alert about your own decision')).toBeDefined();
});

it('adds no empty note', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /^Add note/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Add note' }));
  expect(within(dialog).getByText('Please write a note')).toBeDefined();
  expect(network.sent(alertRoutes.changeAlert)).toEqual([]);
});
