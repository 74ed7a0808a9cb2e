/** The dashboard in the browser: the welcome window appears once, a session is counted by the minute, and the demo player has a test win. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoPassword, isHoursAhead, openMarkets, single } from '../client.ts';
import { expect, expectAccessible, expectAccessibleInEveryShape, holdRequests, signIn, test } from '../page.ts';

const balance = (page: Page) => page.getByRole('button', { name: /^Balance/ });
const welcome = (page: Page) => page.getByRole('dialog', { name: /^Your welcome bonus: 100.00.USD/ });

/** Holds back a player's figures, and with them the window that they open, until released. */
const holdStats = (page: Page) => holdRequests(page, '**/api/wallet/stats');

test('shows the welcome bonus and its conditions at each width, dark and light', async ({ visitor, client }) => {
  const page = await visitor();
  await signIn(page, await client.register({}, { welcomed: false }));
  await expect(welcome(page)).toContainText('It is cash: bet it once, and it is yours to withdraw.');
  await expect(welcome(page)).toContainText('Until you are verified, you can withdraw what you deposited');
  await expectAccessibleInEveryShape(page, welcome(page));
  await welcome(page)
    .getByRole('button', { name: /^Claim 100.00/ })
    .click();
  await expect(page.getByText(/^Your welcome bonus of 100.00.USD is in your balance/)).toBeVisible();
  await expect(welcome(page)).toBeHidden();
  const meter = page.getByRole('meter', { name: 'Session time' });
  await expect(meter).toHaveAttribute('aria-valuetext', /^0 min/);
});

test('shows a dismissed welcome window on no device again', async ({ visitor, client }) => {
  const player = await client.register({}, { welcomed: false });
  const [first, second] = [await visitor(), await visitor()];
  // On a newly loaded page nothing has the focus.
  await signIn(first, player);
  await expect(welcome(first)).toBeVisible();
  const kept = first.waitForResponse((response) => response.url().endsWith('/api/wallet/welcome-bonus/seen'));
  await first.keyboard.press('Escape');
  expect((await kept).status()).toBe(204);
  await expect(welcome(first)).toBeHidden();
  await expect(first.locator('body')).toBeFocused();
  for (const page of [first, second]) {
    if (page === second) await signIn(page, player);
    await page.goto('/dashboard');
    await expect(page.getByRole('meter', { name: 'Session time' })).toBeVisible();
    await expect(welcome(page)).toHaveCount(0);
  }
});

test('opens the welcome window only after the player has left a field', async ({ visitor, client }) => {
  const page = await visitor();
  const showStats = await holdStats(page);
  await signIn(page, await client.register({}, { welcomed: false }));
  const period = page.getByRole('combobox', { name: 'Period' });
  await period.focus();
  const read = page.waitForResponse('**/api/wallet/stats');
  showStats();
  await read;
  await expect(page.getByRole('meter', { name: 'Session time' })).toBeVisible();
  await period.selectOption('week');
  await expect(page).toHaveURL(/period=week/);
  await expect(welcome(page)).toBeHidden();
  await expect(period).toBeFocused();
  await period.blur();
  await expect(welcome(page)).toBeVisible();
});

test('ignores page keys in the welcome window, and Escape returns the focus', async ({ visitor, client }) => {
  const page = await visitor();
  const showStats = await holdStats(page);
  await signIn(page, await client.register({}, { welcomed: false }));
  const link = page.getByRole('link', { name: 'Complete Verification' });
  await link.focus();
  showStats();
  await expect(welcome(page).getByText('It is cash: bet it once, and it is yours to withdraw.')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(welcome(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(welcome(page)).toBeHidden();
  await expect(link).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('keeps the welcome window closed in every tab and resends a failed dismissal', async ({ visitor, client }) => {
  const page = await visitor();
  const sending = '**/api/wallet/welcome-bonus/seen';
  await page.context().route(sending, (route) => route.fulfill({ status: 400, json: {} }));
  await signIn(page, await client.register({}, { welcomed: false }));
  await expect(welcome(page)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(welcome(other)).toBeVisible();
  await welcome(page).getByRole('button', { name: 'Close' }).click();
  for (const tab of [page, other]) await expect(welcome(tab)).toBeHidden();

  const back = async () => {
    await page.getByRole('link', { name: 'Live', exact: true }).first().click();
    await expect(page).toHaveURL(/\/live/);
    await page.goBack();
    await expect(page.getByRole('meter', { name: 'Session time' })).toBeVisible();
  };
  const refused = page.waitForResponse(sending);
  await back();
  expect((await refused).status()).toBe(400);
  await expect(welcome(page)).toBeHidden();
  // The page also repeats the dismissal by itself, so its reply may come before, or after one more refusal.
  const request = page.waitForResponse(
    (response) => response.url().endsWith('/api/wallet/welcome-bonus/seen') && response.status() === 204,
  );
  await page.context().unroute(sending);
  await back();
  expect((await request).status()).toBe(204);
  await expect(welcome(page)).toBeHidden();
});

test('a session is shown from its first stake, and grows by the minute', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor();
  await page.clock.install();
  await signIn(page, player);
  const meter = page.getByRole('meter', { name: 'Session time' });
  const panel = page.getByRole('region', { name: 'Responsible Gaming' });
  await expect(panel).toContainText('No session right now');
  const [selection] = openMarkets((await client.fixtures()).items.filter(isHoursAhead));
  if (!selection) throw new Error('nothing can be bet on');
  await client.expect(201, 'POST', '/api/betting/bets', {
    token: player.token,
    key: randomUUID(),
    body: single(selection, 2_500),
  });
  await expect(panel).toContainText('Playing since');
  await expect(panel).toContainText(/Staked.*25.00.USD/);
  await expect(meter).toHaveAttribute('aria-valuenow', '0');
  await page.clock.fastForward('03:10');
  await expect(meter).toHaveAttribute('aria-valuenow', '3');
  await expect(meter).toHaveAttribute('aria-valuetext', '3 min; recommended: at most 2 hours');
  await page.clock.fastForward('28:00');
  await expect(panel).toContainText('No session right now');
  await expect(meter).toHaveAttribute('aria-valuenow', '0');
});

test('offers the test win to the demo player only', async ({ visitor, client }) => {
  const player = await client.register();
  const refused = await client.ask<{ code: string }>('POST', '/api/wallet/test-win', {
    token: player.token,
    key: randomUUID(),
  });
  expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  const other = await visitor();
  await signIn(other, player);
  await expect(other.getByRole('meter', { name: 'Session time' })).toBeVisible();
  const press = (page: Page) => page.getByRole('button', { name: /^Test Win 100.00.USD/ });
  await expect(press(other)).toHaveCount(0);

  const page = await visitor();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use Demo' }).click();
  await expect(press(page)).toBeVisible();
  await expect(welcome(page)).toHaveCount(0);
  const before = await balance(page).textContent();
  const received = page.getByText(/^You received 100.00.USD of play money/);
  const limited = page.getByText(/^Test win failed: Too many requests/);
  await press(page).click();
  await expect(received.or(limited).first()).toBeVisible();
  // All visitors of a platform share the demo player and its limit, so another run may have spent it.
  if (await received.isVisible()) {
    await expect(balance(page)).not.toHaveText(before ?? '');
    await expect(page.getByText('Test win of play money').first()).toBeVisible();
  }
  await expectAccessible(page);

  const body = { email: 'demo@fairline.example', password: demoPassword };
  const { accessToken: token } = await client.expect<{ accessToken: string }>(200, 'POST', '/api/auth/login', { body });
  // How many calls pass depends on the instance that counts and on the start of its window, so several are sent at once until all are refused.
  let refusedOnes = 0;
  for (let round = 0; round < 12 && refusedOnes < 25; round++) {
    const wins = await Promise.all(
      Array.from({ length: 25 }, () => client.ask('POST', '/api/wallet/test-win', { token, key: randomUUID() })),
    );
    refusedOnes = wins.filter(({ status }) => status === 429).length;
  }
  expect(refusedOnes).toBe(25);
  const answer = page.waitForResponse('**/api/wallet/test-win');
  await press(page).click();
  expect((await answer).status()).toBe(429);
  await expect(limited.last()).toBeVisible();
});
