/**
 * The data monitor: a dead letter is found, read and retried until it is applied, and published events are pruned. One bet is followed through all services.
 * The search finds ids as they are printed, and a read-only role cannot retry.
 */
import { randomUUID } from 'node:crypto';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { openVoice } from '../../local/platform/voice.ts';
import { eventually } from '../client.ts';
import { expect, expectAccessible, signInOperator, test } from '../page.ts';
import { journeyPlatform } from '../platform.setup.ts';
import { betOn, pickStaged, waitForStatus } from './desk.ts';

const subject = walletAuditEvents.operatorActed.subject;

async function inRisk<T extends pg.QueryResultRow>(text: string, values: readonly string[]): Promise<T[]> {
  const database = new pg.Client({ connectionString: journeyPlatform().databaseOf('risk') });
  await database.connect();
  try {
    return (await database.query<T>(text, [...values])).rows;
  } finally {
    await database.end();
  }
}

const envelope = (data: object, id: string = randomUUID()) => ({
  specversion: '1.0',
  id,
  source: '/fairline/wallet',
  type: subject,
  subject: randomUUID() as string,
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  version: 1,
  data,
});

const valid = {
  operatorId: randomUUID() as string,
  action: 'payment.approve',
  resourceType: 'payment',
  resourceId: randomUUID() as string,
};

/** An event that its consumer cannot read. */
async function addDeadLetter(): Promise<string> {
  const event = envelope({ nonsense: 'not an action' });
  const wallet = await openVoice(journeyPlatform(), 'wallet');
  try {
    await wallet.publish(subject, [event], event.id);
  } finally {
    await wallet.close();
  }
  await eventually(
    () => inRisk('select 1 from dead_letters where event_id = $1', [event.id]),
    ({ length }) => length > 0,
    30_000,
  );
  return event.id;
}

/** Repairs the stored event, as if the consumer could read it now. */
const repairDeadLetter = (id: string) =>
  inRisk('update dead_letters set payload = $2 where event_id = $1', [id, JSON.stringify(envelope(valid, id))]);

async function openRisk(page: Page) {
  await page.goto('/admin/monitor');
  await page
    .getByRole('region', { name: 'Deliveries by service' })
    .getByRole('button', { name: 'risk', exact: true })
    .click();
  return page.getByRole('dialog', { name: 'risk' });
}

/** The lock of tests with dead letters: one retries all of them. */
const lock = 'dead-letters';

test('shows a dead letter, retries it until it applies, and prunes delivered events', { lock }, async ({ visitor }) => {
  const id = await addDeadLetter();
  const page = await visitor();
  await signInOperator(page, 'super_admin');
  await page.getByRole('link', { name: 'Open monitor' }).click();
  const failed = page.getByRole('region', { name: 'Failed events' });
  await expect(failed.getByText('OperatorActed').first()).toBeVisible();
  await expectAccessible(page);

  const sheet = await openRisk(page);
  const deadLetters = sheet.getByRole('region', { name: 'Dead letters' }).getByRole('listitem');
  const deadLetter = deadLetters.filter({ hasText: id }).first();
  await expect(deadLetter).toHaveCount(1);
  await deadLetter.getByText('Payload').click();
  await expect(deadLetter.getByRole('region', { name: 'Payload' })).toContainText('"nonsense": "not an action"');
  await expectAccessible(page);

  await deadLetter.getByRole('button', { name: /^Retry/ }).click();
  await expect(deadLetter.getByRole('alert')).toContainText('It failed again');
  await repairDeadLetter(id);
  await expect(deadLetter.getByRole('region', { name: 'Payload' })).toContainText(valid.resourceId);
  await sheet.getByRole('button', { name: /^Retry all/ }).click();
  await expect(deadLetters.filter({ hasText: id })).toHaveCount(0);
  expect(await inRisk('select 1 from audit_log where id::text = $1', [id])).toHaveLength(1);

  await sheet.getByRole('button', { name: 'Prune delivered' }).click();
  const question = page.getByRole('dialog', { name: /^Prune delivered events/ });
  await expect(question).toContainText('published more than 24 hours ago');
  await question.getByRole('button', { name: 'Prune delivered' }).click();
  await expect(page.getByText(/delivered events? deleted/)).toBeVisible();
});

test('an auditor reads the monitor and may retry nothing', { lock }, async ({ visitor, client }) => {
  const id = await addDeadLetter();
  const page = await visitor();
  await signInOperator(page, 'auditor');
  const sheet = await openRisk(page);
  await expect(sheet.getByText(id).first()).toBeAttached();
  for (const name of [/^Retry all/, 'Prune delivered']) {
    await expect(sheet.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  await expect(sheet.getByText('Only a super admin may retry or prune').first()).toBeVisible();
  const token = await client.operator('auditor');
  for (const path of ['risk/retry', 'risk/prune', `risk/${randomUUID()}/retry`]) {
    expect((await client.ask('POST', `/api/admin/risk/deliveries/${path}`, { token })).status, path).toBe(403);
  }
  await repairDeadLetter(id);
  const [row] = await inRisk<{ id: string }>('select id from dead_letters where event_id = $1 limit 1', [id]);
  await client.expect(204, 'POST', `/api/admin/risk/deliveries/risk/${row?.id}/retry`, {
    token: await client.operator('super_admin'),
  });
});

test('follows one bet from placement to settlement, and finds it by its printed id', async ({ visitor, client }) => {
  const player = await client.register({ firstName: 'Storied' });
  const payment = await client.deposit(player.token, 7_500);
  await client.approve(await client.operator('finance'), payment.id);
  const chosen = await pickStaged(client);
  const bet = await betOn(client, player, chosen, 500);
  await chosen.end(['won', 'lost']);
  await waitForStatus(client, player, bet.id, 'won');
  const page = await visitor();
  await signInOperator(page, 'super_admin');

  const field = page.getByRole('combobox', { name: 'Search all' });
  const find = async (text: string, option: RegExp) => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    await field.fill(text);
    await expect(page.getByRole('option', { name: option })).toBeVisible();
    await field.press('Enter');
  };
  await page.getByRole('heading', { name: 'Dashboard' }).click();
  await find(player.email, /^Players: .*Storied/);
  await expect(page).toHaveURL(new RegExp(`/admin/users/${player.id}`));
  await page.getByRole('heading', { level: 1 }).click();
  await find(payment.id.slice(-8), /^Payments: /);
  await expect(page.getByRole('dialog')).toContainText(payment.id);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await find(bet.id.slice(-8), /^Bets: /);
  await expect(page.getByRole('dialog')).toContainText(bet.id);

  await page.getByRole('dialog').getByRole('link', { name: 'Events across services' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/monitor/story/${bet.id}$`));
  const story = page.getByRole('main');
  for (const name of [/^Bet(Placed|Accepted)/, /^Bet(Settled|Voided)/, /^Balance/])
    await expect(story.getByText(name).first()).toBeVisible();
  const services = await story
    .getByRole('listitem')
    .getByText(/^(betting|wallet)$/)
    .allTextContents();
  expect(new Set(services)).toEqual(new Set(['betting', 'wallet']));
  await expectAccessible(page);

  await page.goto(`/admin/monitor/timeline?player=${player.id}`);
  await expect(page.getByRole('button', { name: /^Player Storied/ })).toBeVisible();
  await page
    .getByRole('button', { name: 'BetSettled' })
    .or(page.getByRole('button', { name: 'BetVoided' }))
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Data' })).toContainText(bet.id);
  await expectAccessible(page);
});
