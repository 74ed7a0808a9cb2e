/** Risk alerts from raised to closed, their audit records, permissions, and the operators' view of a player's safe play. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page as Reply } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import type { Alert } from '@fairline/proto/risk/alerts';
import type { AuditRecord } from '@fairline/proto/risk/audit';
import type { Client } from '../client.ts';
import { expect, expectAccessible, signInOperator, test } from '../page.ts';

const banner = /^\d+ critical alert\(s\) require immediate attention$/;

/** A player with an adjustment that raises a high alert. */
async function requestAdjustment(client: Client) {
  const player = await client.register({ firstName: 'Rita', lastName: 'Novak' });
  return { player, raise: () => client.adjust(player.id, 500_000, 'Settlement of a complaint') };
}

/** Waits for the alert of a player and returns it. */
async function alertOf(client: Client, playerId: string): Promise<Alert> {
  const token = await client.operator('compliance');
  const read = () =>
    client.expect<Reply<Alert>>(200, 'GET', `/api/admin/risk/alerts?userId=${playerId}&type=large_adjustment`, {
      token,
    });
  await expect.poll(async () => (await read()).items.length).toBe(1);
  return (await read()).items[0] as Alert;
}

test('works an alert from raised to closed and records each step in the audit log', async ({ visitor, client }) => {
  const { player, raise } = await requestAdjustment(client);
  const page = await visitor();
  await signInOperator(page, 'compliance', `/admin/risk?player=${player.id}&type=large_adjustment`);
  await expect(page.getByText('No risk alerts found')).toBeVisible();
  await raise();
  const card = page.getByRole('article', { name: 'Large adjustment' });
  await expect(card).toBeVisible();
  await expect(card.getByText('Rita Novak')).toBeVisible();
  await expect(card.getByText('5,000.00')).toHaveCount(2);
  await expect(card.getByText('High', { exact: true })).toBeVisible();
  await expect(card.getByText('Open', { exact: true })).toBeVisible();
  await expect(card.getByText('Unassigned')).toBeVisible();
  const screened = { kind: 'sanctions', outcome: 'match' };
  const token = await client.operator('compliance');
  await client.expect(201, 'POST', `/api/admin/kyc/${await client.submitDocuments(player)}/aml-checks`, {
    token,
    body: screened,
  });
  await expect(page.getByText(banner)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Risk Management \d+ critical or high alerts$/ })).toBeVisible();
  await expectAccessible(page);

  await expect(card.getByRole('button', { name: /^False positive/ })).toHaveCount(0);
  await card.getByRole('button', { name: /^Assign to me/ }).click();
  await expect(card.getByRole('button', { name: /^Unassign/ })).toBeVisible();
  await card.getByRole('button', { name: /^Investigate/ }).click();
  await expect(card.getByText('Investigating', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: /^Investigate/ })).toHaveCount(0);
  await card.getByRole('button', { name: /^Add note/ }).click();
  const note = page.getByRole('dialog', { name: 'Add note: Large adjustment' });
  await expect(note.getByText('Please write a note')).toBeVisible();
  await note.getByLabel(/^Internal note/).fill('Asked finance for the complaint');
  await note.getByRole('button', { name: 'Add note' }).click();
  await expect(card.getByText('Asked finance for the complaint')).toBeVisible();
  await card.getByRole('button', { name: /^False positive/ }).click();
  await page
    .getByRole('dialog', { name: 'False positive: Large adjustment' })
    .getByRole('button', { name: 'False positive' })
    .click();
  await expect(card.getByText('False positive', { exact: true })).toBeVisible();
  await expect(card.getByRole('button')).toHaveText(['Add note']);
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('No risk alerts found')).toBeVisible();
  await expectAccessible(page);

  const { id } = await alertOf(client, player.id);
  await page.goto(`/admin/audit?q=${id}`);
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('button', { name: 'alert.change' })).toHaveCount(4);
  await expect(log.getByText('Status: investigating → false positive')).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-log.*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(5);
  expect(lines.slice(1).every((line) => line.includes('alert.change') && line.includes(id))).toBe(true);
  await log.getByRole('button', { name: 'alert.change' }).first().click();
  const record = page.getByRole('dialog', { name: 'alert.change' });
  await expect(record.getByRole('row', { name: /^Status Changed investigating false positive$/ })).toBeVisible();
  await expectAccessible(page);
  await record.getByRole('link', { name: id }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/risk\\?alert=${id}$`));
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goto('/admin/audit?q=audit.export');
  await expect(log.getByRole('button', { name: 'audit.export' }).first()).toBeVisible();
});

test('informs the later of two operators, and refuses to close an alert about oneself', async ({ visitor, client }) => {
  const player = await client.register();
  const decider = await client.operator('super_admin');
  const adjustment = { userId: player.id, amountMinor: 500_000, currency: 'USD', reason: 'Settlement of a complaint' };
  const asked = await client.insist<{ id: string }>('POST', '/api/admin/wallet/adjustments', {
    token: decider,
    key: randomUUID(),
    body: adjustment,
  });
  // Other tests make adjustments too, so the daily threshold may be reached and a second operator needed.
  if (asked.status === 202)
    await client.expect(200, 'POST', `/api/admin/wallet/adjustments/${asked.body.id}/approve`, {
      token: await client.operator('finance'),
    });
  const { id, version } = await alertOf(client, player.id);
  const token = await client.operator('compliance');
  const records = () =>
    client.expect<Reply<AuditRecord>>(200, 'GET', `/api/admin/risk/audit-logs?q=${asked.body.id}`, { token });
  await expect.poll(async () => (await records()).items.length).toBeGreaterThan(0);
  const page = await visitor();
  await signInOperator(page, 'super_admin2', `/admin/risk?alert=${id}`);
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Resolve/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Resolve: Large adjustment' });
  const change = (body: unknown, by = token) =>
    client.ask('PATCH', `/api/admin/risk/alerts/${id}`, { token: by, body });
  expect(await change({ status: 'resolved', version }, decider)).toMatchObject({
    status: 403,
    body: { code: 'alert_own' },
  });
  expect((await change({ status: 'resolved', version })).status).toBe(200);
  await expect(dialog.getByText('Another operator has changed this alert. It is now: Resolved.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Resolve' })).toBeDisabled();
  expect(await change({ note: 'Too late', version })).toMatchObject({ status: 409, body: { code: 'alert_changed' } });
  expect(await change({ status: 'investigating' })).toMatchObject({ status: 409, body: { code: 'alert_transition' } });
});

test('an auditor reads alerts and the audit log on a phone, and changes nothing', async ({ visitor, client }) => {
  const { player, raise } = await requestAdjustment(client);
  await raise();
  const { id } = await alertOf(client, player.id);
  const page = await visitor({ viewport: { width: 360, height: 800 } });
  await signInOperator(page, 'auditor');
  await page.getByRole('link', { name: 'Review Now' }).click();
  await expect(page.getByRole('heading', { name: 'Risk Management' })).toBeVisible();
  await page.goto(`/admin/risk?player=${player.id}`);
  const card = page.getByRole('article', { name: 'Large adjustment' });
  await expect(card).toBeVisible();
  await expect(card.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/admin/audit');
  await expect(page.getByRole('region', { name: 'Audit log' })).toBeVisible();
  await expectAccessible(page);
  const token = await client.operator('auditor');
  expect(
    (await client.ask('PATCH', `/api/admin/risk/alerts/${id}`, { token, body: { status: 'resolved' } })).status,
  ).toBe(403);
  const { items } = await client.expect<Reply<AuditRecord>>(200, 'GET', '/api/admin/risk/audit-logs', { token });
  expect(items.length).toBeGreaterThan(0);
});

test('finance and support see neither alerts nor the audit log', async ({ visitor, client }) => {
  const { player, raise } = await requestAdjustment(client);
  await raise();
  await alertOf(client, player.id);
  for (const role of ['finance', 'support'] satisfies Role[]) {
    const page = await visitor();
    await signInOperator(page, role);
    const menu = page.getByRole('navigation', { name: 'Operator pages' });
    await expect(menu.getByRole('link', { name: /^User Management/ })).toBeVisible();
    await expect(menu.getByRole('link', { name: /^(Risk Management|Audit log)/ })).toHaveCount(0);
    await expect(page.getByText(banner)).toHaveCount(0);
    for (const path of ['risk', 'audit']) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByText('Your role may not see this page')).toBeVisible();
    }
    const token = await client.operator(role);
    for (const path of ['alerts', 'audit-logs', 'audit-logs/export']) {
      expect((await client.ask('GET', `/api/admin/risk/${path}`, { token })).status, path).toBe(403);
    }
  }
});

test('the limits, exclusions and harm score of a player are on the page of the player', async ({ visitor, client }) => {
  const player = await client.register();
  const { token } = player;
  await client.expect(200, 'POST', '/api/risk/limits', {
    token,
    key: randomUUID(),
    body: { limitType: 'deposit_daily', amountMinor: 5_000 },
  });
  await client.expect(201, 'POST', '/api/risk/self-exclusion', {
    token,
    key: randomUUID(),
    body: { days: 7, reason: 'Holidays' },
  });
  const page = await visitor();
  await signInOperator(page, 'compliance', `/admin/users?q=${player.id}`);
  await expect(page.getByRole('region', { name: 'Users' }).getByText(/^Excluded/)).toBeVisible();
  await page.goto(`/admin/users/${player.id}?tab=safe-play`);
  await expect(page.getByText(/^Excluded until/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Limits' }).getByText(/50\.00/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Exclusions' }).getByText('Time-out')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Harm score' })).toBeVisible();
  await expectAccessible(page);
});
