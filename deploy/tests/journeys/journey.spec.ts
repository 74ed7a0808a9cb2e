/**
 * The main journey in the browser: register, receive the welcome bonus, report a deposit, have it approved by an operator,
 * bet on a live fixture and see it settled. Then the balance is checked and the books are proven.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { root } from '../../local/installation/profile.ts';
import { eventually, expectedTotalMinor } from '../client.ts';
import { expect, password, signIn, signInOperator, test } from '../page.ts';
import { journeyPlatform } from '../platform.setup.ts';

const balance = (page: Page) => page.getByRole('button', { name: /^Balance/ });

test('a player registers, deposits, bets on a live fixture and is paid what the ledger proves', async ({
  visitor,
  client,
}) => {
  // Two minutes at most to place a bet, three until it is settled.
  test.setTimeout(420_000);
  const email = `journey-${Date.now()}@example.com`;
  const page = await visitor();

  await test.step('registers and receives the welcome bonus', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign Up' }).first().click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Journey');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Date of birth').fill('1990-05-17');
    await page.getByLabel('Country').selectOption({ label: 'Ireland' });
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByLabel(/I agree to the terms/).check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Welcome! You received a $100 welcome bonus!')).toBeVisible();
    await page
      .getByRole('dialog', { name: /^Your welcome bonus: 100.00/ })
      .getByRole('button', { name: /^Claim 100.00/ })
      .click();
    await expect(balance(page)).toContainText('100.00');
  });

  await test.step('reports a manual deposit with a proof', async () => {
    await page.goto('/wallet?tab=deposit');
    await page.getByText('Bank Transfer', { exact: true }).click();
    await page.getByLabel('Amount').fill('250');
    await page.getByLabel('Name of the payer').fill('Grace Journey');
    await page.getByLabel('Transaction ID').fill(`T-${Date.now()}`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: onePixel });
    await page.getByRole('button', { name: /^Submit deposit/ }).click();
    await expect(page.getByText(/Deposit request submitted successfully! Transaction ID: DEP-/)).toBeVisible();
    await expect(balance(page)).toContainText('100.00');
  });

  await test.step('an operator sees the proof and approves', async () => {
    const desk = await visitor();
    await signInOperator(desk, 'finance', '/admin/financial');
    await desk.getByRole('searchbox').fill(email);
    const row = desk.getByRole('button', { name: /Deposit · Grace Journey/ });
    await row.click();
    await desk.getByRole('button', { name: 'View proof' }).click();
    await expect(desk.getByAltText('Payment proof sent by the player')).toBeVisible();
    await desk.keyboard.press('+');
    await expect(desk.getByRole('dialog', { name: /^Payment proof · 250.00/ }).getByText('150%')).toBeVisible();
    await desk.keyboard.press('Escape');
    await expect(desk.getByAltText('Payment proof sent by the player')).toBeHidden();
    await desk.keyboard.press('a');
    const question = desk.getByRole('dialog', { name: /^Approve 250.00/ });
    await expect(question.getByText('Grace Journey')).toBeVisible();
    await expect(question.getByText('Bank Transfer')).toBeVisible();
    await desk.keyboard.press('Enter');
    await expect(desk.getByText('Deposit approved successfully!')).toBeVisible();
    await expect(row).toBeHidden();
    await desk.context().close();
  });

  await test.step('the balance follows without a reload', async () => {
    await expect(balance(page)).toContainText('350.00');
  });

  const { accessToken } = await client.expect<{ accessToken: string }>(200, 'POST', '/api/auth/login', {
    body: { email, password },
  });
  const bets = () => client.bets(accessToken);

  await test.step('bets on a live fixture', async () => {
    await page.goto('/live');
    const price = page.getByRole('button', { name: /, chance \d+/ });
    await expect(price.first()).toBeVisible();
    const place = page.getByRole('button', { name: /^Place 50.00/ });
    // A live market may be suspended before the placement or during the acceptance delay; then another selection is tried.
    await expect(async () => {
      const remove = page.getByRole('button', { name: /^Remove / });
      while ((await remove.count()) > 0) await remove.first().click();
      await price.nth(1).click({ timeout: 2_000 });
      await page.getByLabel('Accept').first().selectOption('any');
      const before = (await bets()).length;
      await place.click({ timeout: 2_000 });
      const all = await eventually(
        bets,
        (mine) => mine.length > before && mine.every(({ status }) => status !== 'pending'),
        15_000,
      );
      expect(all[0]?.status).not.toBe('rejected');
    }).toPass({ timeout: 120_000 });
  });

  await test.step('the feed settles it within three minutes', async () => {
    // The page of live prices would keep the browser busy meanwhile.
    await page.goto('/wallet?tab=history');
    const readStatuses = async () =>
      (await bets()).filter(({ status }) => status !== 'rejected').map(({ status }) => status);
    await expect
      .poll(readStatuses, { timeout: 180_000, intervals: [1_000] })
      .toEqual([expect.stringMatching(/won|lost|void/)]);
    const expected = expectedTotalMinor(35_000, await bets());
    await expect.poll(async () => (await client.balance(accessToken)).totalMinor).toBe(expected);
    await expect(balance(page)).toContainText((expected / 100).toFixed(2));
    await expect(page.getByRole('row', { name: /Bet/ }).first()).toBeVisible();
    await expect(page.getByRole('row', { name: /Welcome bonus/ })).toBeVisible();
  });

  await test.step('the books prove it', async () => {
    await promisify(execFile)(process.execPath, [join(root, 'services/wallet/books/integrity.ts')], {
      env: journeyPlatform().environmentOf('wallet'),
    });
    const desk = await visitor();
    await signInOperator(desk, 'auditor');
    await desk.getByRole('link', { name: 'Integrity' }).click();
    await expect(desk.getByText(/All checks pass/)).toBeVisible();
  });
});

test('shows the player the reason of a rejected deposit, and credits nothing', async ({ visitor, client }) => {
  const player = await client.register();
  const payment = await client.deposit(player.token, 7_500);
  const desk = await visitor();
  await signInOperator(desk, 'finance', `/admin/financial?q=${payment.id}&payment=${payment.id}`);
  await desk.getByRole('button', { name: /^Reject/ }).click();
  await expect(desk.getByText('Please provide a rejection reason')).toBeVisible();
  await desk.getByLabel('Reason, shown to the player').fill('No such transfer arrived');
  await desk
    .getByRole('dialog', { name: /^Reject 75.00/ })
    .getByRole('button', { name: 'Reject', exact: true })
    .click();
  await expect(desk.getByText('Deposit rejected')).toBeVisible();
  const again = await client.ask('POST', `/api/admin/wallet/payments/${payment.id}/approve`, {
    token: await client.operator('finance'),
  });
  expect(again).toMatchObject({ status: 409, body: { code: 'already_decided' } });

  const page = await visitor();
  await signIn(page, player, '/wallet?tab=history');
  await expect(page.getByRole('row', { name: /Deposit.*Failed/ })).toBeVisible();
  await expect(balance(page)).toContainText('100.00');
  await expect
    .poll(async () => (await client.mail(player.email)).map(({ text }) => text).join())
    .toContain('No such transfer arrived');
});

test('lets one of two operators decide a payment and informs the other', async ({ visitor, client }) => {
  const player = await client.register();
  const payment = await client.deposit(player.token, 6_000);
  const desk = await visitor();
  await signInOperator(desk, 'super_admin', `/admin/financial?q=${payment.id}&payment=${payment.id}`);
  await desk.getByRole('button', { name: /^Approve 60.00/ }).click();
  const question = desk.getByRole('dialog', { name: /^Approve 60.00/ });
  await expect(question).toBeVisible();
  await client.expect(200, 'POST', `/api/admin/wallet/payments/${payment.id}/reject`, {
    token: await client.operator('finance'),
    body: { reason: 'Duplicate' },
  });
  // The list updates after the other operator's decision. Whether it has updated yet or not, the second operator is shown who decided.
  await question
    .getByRole('button', { name: /^Approve/ })
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await expect(
    desk.getByText(/^No action was taken.*60.00.USD: already rejected by Demo Finance on .*Reason: Duplicate$/),
  ).toBeVisible();
  await desk.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(desk.getByText('No Pending Payments')).toBeVisible();
  expect((await client.balance(player.token)).totalMinor).toBe(10_000);
});

/** A picture of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
