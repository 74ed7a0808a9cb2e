/** Risk rules: tuning with a back-test, the alert of a rule with its event, the risk level of a player as a filter, interactions, and permissions. */
import { randomUUID } from 'node:crypto';
import type { RiskRule } from '@fairline/proto/risk/rules';
import type { Page } from '@playwright/test';
import type { Client } from '../client.ts';
import { expect, expectAccessible, signInOperator, test } from '../page.ts';

const rule = 'large_deposit';

/** Opens the rule, sets its threshold and saves it with a reason. */
async function tune(page: Page, threshold: string): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Large deposit' });
  await drawer.getByLabel('Threshold: amount').fill(threshold);
  await drawer.getByLabel(/^Reason/).fill('Deposits have become larger');
  await drawer.getByRole('button', { name: 'Save rule' }).click();
  await expect(drawer).toHaveCount(0);
}

const rulesBy = async (client: Client, token: string) =>
  (await client.expect<{ items: RiskRule[] }>(200, 'GET', '/api/admin/risk/rules', { token })).items;

test('a rule is back-tested and tuned, and a deposit then raises its alert with its event', async ({
  visitor,
  client,
}) => {
  const player = await client.register({ firstName: 'Greta', lastName: 'Lindqvist' });
  const compliance = await client.operator('compliance');
  await client.verify(player);
  const page = await visitor();
  await signInOperator(page, 'compliance', '/admin/risk');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Large deposit', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Large deposit' });
  await expect(drawer.getByText('No changes to save')).toBeVisible();
  await drawer.getByLabel('Threshold: amount').fill('0');
  await expect(drawer.getByText('Please enter a valid amount')).toBeVisible();
  await drawer.getByLabel('Threshold: amount').fill('4000');
  await drawer.getByRole('button', { name: 'Back-test' }).click();
  await expect(drawer.getByText(/^Source: [\d,]+ stored signals/)).toBeVisible();
  await expectAccessible(page);
  await tune(page, '4000');
  const row = page.getByRole('row', { name: /^Large deposit/ });
  await expect(row.getByRole('cell', { name: '4,000.00 or more Default: 5,000.00 or more' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/admin/risk?player=${player.id}&type=large_deposit`);
  await expect(page.getByText('No risk alerts found')).toBeVisible();
  const { id } = await client.deposit(player.token, 432_100);
  await client.approve(await client.operator('finance'), id);
  const card = page.getByRole('article', { name: 'Large deposit' });
  await expect(card.getByText('Greta Lindqvist')).toBeVisible();
  await card.getByText('Triggering events').click();
  const events = card.getByRole('region', { name: 'Triggering events' });
  await expect(events.getByText('Deposit approved')).toBeVisible();
  await expect(events.getByText('4,321.00')).toBeVisible();
  await expectAccessible(page);

  await card.getByRole('link', { name: 'Large deposit', exact: true }).click();
  await drawer.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(drawer.getByLabel('Threshold: amount')).toHaveValue('5000.00');
  await tune(page, '5000');
  await expect(row.getByRole('cell', { name: '5,000.00 or more', exact: true })).toBeVisible();
  const loosened = () =>
    client.expect<{ items: unknown[] }>(200, 'GET', '/api/admin/risk/alerts?type=risk_rule_loosened', {
      token: compliance,
    });
  await expect
    .poll(async () => (await loosened()).items.length, 'a higher threshold is a looser rule')
    .toBeGreaterThan(0);
});

test('does not overwrite a rule that another operator changed', async ({ visitor, client }) => {
  const token = await client.operator('compliance');
  const page = await visitor();
  await signInOperator(page, 'super_admin', '/admin/risk/rules?rule=late_bets');
  const drawer = page.getByRole('dialog', { name: 'Bets just before suspension' });
  await drawer.getByLabel('Threshold: number of times').fill('4');
  const late = (await rulesBy(client, token)).find(({ id }) => id === 'late_bets') as RiskRule;
  const { enabled, severity, threshold, windowMinutes, version } = late;
  const body = {
    id: late.id,
    enabled,
    severity,
    threshold: threshold - 1,
    windowMinutes,
    version,
    reason: 'Through the door',
  };
  await client.expect(200, 'PUT', '/api/admin/risk/rules', { token, body });
  await drawer.getByLabel(/^Reason/).fill('Too many alerts');
  await drawer.getByRole('button', { name: 'Save rule' }).click();
  await expect(drawer.getByText('Another operator has changed this rule. Review it and try again.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Show the current values' }).click();
  await expect(drawer.getByLabel('Threshold: number of times')).toHaveValue(String(threshold - 1));
  await client.expect(200, 'PUT', '/api/admin/risk/rules', {
    token,
    body: { ...body, threshold, version: version + 1 },
  });
});

test('a risk level is set by hand and filtered by, and an interaction is recorded', async ({ visitor, client }) => {
  const player = await client.register({ firstName: 'Otto', lastName: 'Brandt' });
  const page = await visitor();
  await signInOperator(page, 'compliance', `/admin/users/${player.id}?tab=risk`);
  await expect(page.getByText('No interactions')).toBeVisible();
  await page.getByRole('button', { name: 'Change risk level' }).click();
  const level = page.getByRole('dialog', { name: 'Change risk level' });
  await expect(level.getByText('Choose another level')).toBeVisible();
  await level.getByLabel('Risk level').selectOption('High');
  await level.getByLabel(/^Reason/).fill('Named in a report of the bank');
  await level.getByRole('button', { name: 'Change risk level' }).click();
  await expect(page.getByText('Set by you: Named in a report of the bank')).toBeVisible();
  await expect(page.getByText('High risk', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Record interaction' }).click();
  const form = page.getByRole('dialog', { name: 'Record interaction' });
  await form.getByLabel('Outcome (optional)').selectOption('Limits set');
  await form.getByLabel(/^What was said or done/).fill('Called about long sessions');
  await form.getByRole('button', { name: 'Record interaction' }).click();
  const log = page.getByRole('list', { name: 'Interactions' });
  await expect(log.getByText('Called about long sessions')).toBeVisible();
  await expect(log.getByText('Limits set')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/admin/users?q=${player.id}&risk=high`);
  const users = page.getByRole('region', { name: 'Users' });
  await expect(users.getByText('Otto Brandt')).toBeVisible();
  await expect(users.getByText('High', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Risk').selectOption('Low');
  await expect(page.getByText('No users match your search criteria')).toBeVisible();
});

test('an auditor sees rules and the risk of a player, and changes nothing', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor();
  await signInOperator(page, 'auditor', `/admin/risk/rules?rule=${rule}`);
  const drawer = page.getByRole('dialog', { name: 'Large deposit' });
  await drawer.getByRole('button', { name: 'Back-test' }).click();
  await expect(drawer.getByText(/^Source: [\d,]+ stored signals/)).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Save rule' })).toHaveCount(0);
  await expect(drawer.getByRole('textbox')).toHaveCount(0);
  await page.goto(`/admin/users/${player.id}?tab=risk`);
  await expect(page.getByText('No interactions')).toBeVisible();
  for (const name of ['Change risk level', 'Record interaction'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);

  const token = await client.operator('auditor');
  const [known] = await rulesBy(client, token);
  if (!known) throw new Error('there are no rules');
  const { id, enabled, severity, threshold, windowMinutes, version } = known;
  const tries: [string, string, unknown][] = [
    [
      'PUT',
      '/api/admin/risk/rules',
      { id, enabled, severity, threshold, windowMinutes, version, reason: 'Through the door' },
    ],
    ['PUT', `/api/admin/risk/players/${player.id}/level`, { level: 'low', reason: 'Through the door' }],
    [
      'POST',
      `/api/admin/risk/players/${player.id}/interactions`,
      { kind: 'note', subject: 'other', text: 'Through the door' },
    ],
  ];
  for (const [method, path, body] of tries) {
    expect((await client.ask(method, path, { token, key: randomUUID(), body })).status, path).toBe(403);
  }
});

test('support sees no risk page', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor();
  await signInOperator(page, 'support', '/admin/risk/rules');
  await expect(page.getByText('Your role may not see this page')).toBeVisible();
  await page.goto(`/admin/users/${player.id}?tab=risk`);
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Risk' })).toHaveCount(0);
  const token = await client.operator('support');
  for (const path of ['rules', `players/${player.id}`, `players/${player.id}/interactions`]) {
    expect((await client.ask('GET', `/api/admin/risk/${path}`, { token })).status, path).toBe(403);
  }
});
