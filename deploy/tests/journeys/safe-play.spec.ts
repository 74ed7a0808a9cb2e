/** Safe play in the browser: a limit is set, its raise is cancelled, a time-out stops play and deposits, and the pages fit every screen. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInEveryShape, goWithin, signIn, test } from '../page.ts';
import { pick } from './picking.ts';

const tab = '/account?tab=responsible-gaming';

async function setLimit(page: Page, type: string, value: string): Promise<void> {
  await page.getByLabel('Limit', { exact: true }).selectOption({ label: type });
  await page.getByLabel(type === 'Session time' ? 'Minutes' : 'Amount').fill(value);
  await page.getByRole('button', { name: 'Set limit' }).click();
}

test('shows the pages of safe play to visitors and players at each width, dark and light', async ({
  visitor,
  client,
}) => {
  const page = await visitor();
  await page.goto('/safe-play');
  await expect(page.getByRole('link', { name: /^GamCare/ })).toHaveAttribute('rel', 'noopener noreferrer');
  await expectAccessibleInEveryShape(page, page.getByText('18+ only.'));
  await signIn(page, await client.register());
  for (const place of [tab, '/safe-play', '/safe-play/statement']) {
    await goWithin(page, place);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0);
    await expectAccessibleInEveryShape(page, heading);
  }
});

test('a limit is set, a raise waits and is taken back', async ({ visitor, client }) => {
  const page = await visitor();
  await signIn(page, await client.register(), tab);
  const limits = page.locator('#limits').getByRole('listitem');
  await expect(page.getByText('You have not set a limit')).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveAttribute('placeholder', '5,000');
  for (const wrong of ['0', '-5', '0.001', 'ten', '99999999999']) {
    await setLimit(page, 'Daily deposit', wrong);
    await expect(page.getByText('Please enter a valid limit amount')).toBeVisible();
  }
  await setLimit(page, 'Daily deposit', '200');
  await expect(page.getByText('Daily deposit limit set successfully')).toBeVisible();
  await expect(limits).toContainText(/200.00.USD of 200.00.USD left/);
  await setLimit(page, 'Daily deposit', '150');
  await expect(limits).toContainText(/150.00.USD of 150.00.USD left/);
  await setLimit(page, 'Daily deposit', '200');
  await expect(limits).toContainText(/Raise to 200.00.USD requested/);
  await setLimit(page, 'Daily deposit', '300');
  await expect(limits).toContainText(/Raise to 300.00.USD requested/);
  await expect(limits.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true');
  await limits.getByRole('button', { name: 'Keep the current limit' }).click();
  await expect(limits.getByText(/^Raise to/)).toHaveCount(0);
  await setLimit(page, 'Session time', '90');
  await expect(page.getByText('Session time limit set successfully')).toBeVisible();
  await expect(limits).toHaveCount(2);
  await page.goto('/wallet?tab=deposit');
  await expect(page.getByRole('list', { name: 'Remaining limits' })).toContainText(/Daily deposit: 150.00.USD left/);
});

test('a time-out is taken in two presses from a page with play, and closes bets and deposits', async ({
  visitor,
  client,
}) => {
  const page = await visitor();
  await signIn(page, await client.register(), '/sports');
  await pick(page, 1);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Safe play' }).click();
  await page.getByRole('button', { name: '7 days' }).click();
  const question = page.getByRole('dialog', { name: 'Take a time-out of 7 days?' });
  await expect(question).toContainText('Neither you nor our staff can end it early.');
  await question.getByLabel('Reason (optional)').fill('Too much football');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Start time-out' }).click();
  await expect(page.getByText('Your time-out has begun')).toBeVisible();
  // The pressed button is gone, because only longer time-outs are offered.
  await expect(page.getByRole('button', { name: '7 days' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '30 days' })).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Time-out until');
  await page.goto(tab);
  await expect(page.getByLabel('Duration').getByRole('option')).toHaveText([
    '30 days',
    '90 days',
    '180 days',
    '365 days',
  ]);
  await page.goto('/sports');
  await expect(page.getByRole('status').filter({ hasText: 'Time-out until' }).first()).toBeVisible();
  const slip = page.getByRole('region', { name: 'Bet slip' });
  await expect(slip.getByRole('button', { name: /^Place/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(slip).toContainText('Time-out until');
  await page.goto('/wallet?tab=deposit');
  await expect(page.getByText('Deposits are closed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Deposit|Submit deposit)/ })).toHaveCount(0);
  await page.goto('/casino/mega-fortune-slots');
  await expect(page.getByText('You cannot start new rounds.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Spin/ })).toBeDisabled();
  await page.goto('/wallet?tab=withdraw');
  await expectAccessible(page);
  await page.goto('/account?tab=privacy');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const own = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(own.safePlay.exclusions).toMatchObject([{ kind: 'time_out', reason: 'Too much football', status: 'active' }]);
  expect(own.savedDestinations).toEqual([]);
});
