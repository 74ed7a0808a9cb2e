/**
 * The bet slip by mouse and by keyboard: a typed stake is never changed, the focus is not lost with a removed element,
 * changes are announced to screen readers, and the bar at the bottom of a small screen shows the odds.
 */
import type { Page } from '@playwright/test';
import { type Client, eventually, isHoursAhead, openMarkets, single } from '../client.ts';
import { expect, expectAccessible, signIn, test } from '../page.ts';
import { pickStaged } from './desk.ts';
import { pick, prices } from './picking.ts';

const focusedElement = (page: Page) => page.locator(':focus');

/** Places bets on the server, but drops their answers. */
function loseAnswers(page: Page): Promise<unknown> {
  return page.route('**/api/betting/bets', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.fulfill({ status: 429 });
  });
}

test('keeps a stake above the balance as typed, and the button shows why it is refused', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  await pick(page, 1);
  const slip = page.getByRole('region', { name: 'Bet slip' });
  const stake = slip.getByLabel(/^Stake on .+ in USD$/);
  await stake.fill('1234.5');
  await stake.blur();
  await expect(stake).toHaveValue('1234.50');
  await expect(slip.getByText('You can stake 100.00 USD')).toBeVisible();
  await expect(slip.getByRole('button', { name: 'Insufficient Balance' })).toHaveAttribute('aria-disabled', 'true');
  await expect(slip.getByRole('link', { name: 'Add funds' })).toBeVisible();
  await slip.getByRole('button', { name: 'Raise the stake' }).click();
  await expect(stake).toHaveValue('1234.50');
  await expectAccessible(page);
  await slip.getByRole('button', { name: 'Stake 100.00 USD' }).click();
  await expect(stake).toHaveValue('100.00');
  await expect(slip.getByRole('button', { name: 'Place 100.00 USD' })).toBeEnabled();

  await stake.fill('1234.5');
  await slip.getByRole('button', { name: 'Stake 100.00 USD' }).focus();
  await page.keyboard.press('Enter');
  await expect(stake).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slip.getByRole('button', { name: 'Place 100.00 USD' })).toBeEnabled();
  expect(await client.bets(player.token)).toEqual([]);
  await stake.fill('ten');
  await stake.blur();
  await expect(slip.getByText('Please enter a valid amount').first()).toBeVisible();
  await stake.fill('0.5');
  await stake.blur();
  await expect(stake).toHaveValue('0.50');
  await expect(slip.getByText('The minimum stake is 1.00 USD').first()).toBeVisible();

  const own = page.getByLabel('Another stake in USD');
  await own.fill('0.2');
  await own.press('Enter');
  await expect(own).toHaveValue('0.2');
  await expect(own).toHaveAccessibleDescription('The minimum stake is 1.00 USD');
  await own.fill('250');
  await own.press('Enter');
  await expect(own).toHaveValue('250.00');
});

test('a bet is made with the keyboard alone, and the focus stays where it is of use', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  // Waits for the balance, because the code that keeps the focus loads with it.
  await expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible();
  await pick(page, 3);
  const slip = page.getByRole('region', { name: 'Bet slip' });
  const removes = slip.getByRole('button', { name: /^Remove / });
  await expect(removes).toHaveCount(3);
  const names = await removes.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  await removes.first().focus();
  await page.keyboard.press('Enter');
  await expect(focusedElement(page)).toHaveAccessibleName(names[1] ?? '');
  await removes.last().focus();
  await page.keyboard.press('Enter');
  await expect(removes).toHaveCount(1);
  await expect(focusedElement(page)).toHaveAccessibleName(names[1] ?? '');

  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(focusedElement(page)).toHaveAccessibleName(/^Stake on .+ in USD$/);
  await page.keyboard.type('5');
  await slip.getByLabel('Accept').selectOption('any');
  await slip.getByLabel('Accept').focus();
  await page.keyboard.press('Tab');
  await expect(focusedElement(page)).toHaveText('Place 5.00 USD');
  // It is announced for some seconds only.
  const announced = page
    .getByRole('status')
    .filter({ hasText: /was accepted$/ })
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Bet placed')).toBeVisible();
  await expect(focusedElement(page)).toHaveText('Place bet');
  await announced;
  expect((await client.bets(player.token))[0]).toMatchObject({ stakeMinor: 500, status: 'accepted' });
});

test('keeps a bet without an answer on the slip until it is decided, and never places it twice', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  await pick(page, 2);
  const slip = page.getByRole('region', { name: 'Bet slip' });
  await slip.getByText('Accumulator', { exact: true }).click();
  await slip.getByLabel('Stake in USD').fill('5');
  await slip.getByLabel('Accept').selectOption('any');
  await loseAnswers(page);
  await slip.getByRole('button', { name: 'Place 5.00 USD' }).click();
  await expect(slip.getByText(/^No reply yet/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear all' }).filter({ visible: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  for (const remove of await slip.getByRole('button', { name: /^Remove / }).all()) await expect(remove).toBeDisabled();
  await page.unroute('**/api/betting/bets');
  await slip.getByRole('button', { name: 'Place 5.00 USD' }).click();
  await expect(page.getByText('Bet placed')).toBeVisible();
  expect(await client.bets(player.token)).toHaveLength(1);
});

/** Holds back bets until the returned function is called. */
async function holdBets(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route('**/api/betting/bets', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await promise;
    await route.continue();
  });
  return resolve;
}

test('places each single once, also when the slip is opened again or in another tab', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 360, height: 640 } });
  await signIn(page, player, '/sports');
  await pick(page, 3);
  const openSlip = async (tab: Page) => {
    await tab.getByRole('navigation', { name: 'Quick access' }).getByRole('button', { name: /Slip/ }).click();
    const sheet = tab.getByRole('dialog', { name: 'Bet slip' });
    await expect(sheet).toBeVisible();
    return sheet;
  };
  const sheet = await openSlip(page);
  await sheet.getByText('Singles', { exact: true }).click();
  await sheet.getByLabel('Accept').selectOption('any');
  for (const stake of await sheet.getByLabel(/^Stake on .+ in USD$/).all()) await stake.fill('3');
  const place = (of: typeof sheet) => of.getByRole('button', { name: 'Place 3 bets, 9.00 USD' });
  await expect(place(sheet)).toBeEnabled();
  const other = await page.context().newPage();
  await other.goto('/sports');
  const second = await openSlip(other);
  await expect(place(second)).toBeEnabled();

  const release = await holdBets(page);
  await page.bringToFront();
  await place(sheet).click();
  await expect(sheet.locator('[aria-busy=true]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await openSlip(page);
  await expect(sheet.locator('[aria-busy=true]')).toBeVisible();
  await other.bringToFront();
  await second.getByRole('button', { name: /^Place/ }).click();
  release();
  await expect(page.getByText('3 bets placed', { exact: true })).toBeVisible();
  await expect(second.getByText('3 bets placed', { exact: true })).toBeVisible();
  await expect(place(second)).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toBeHidden();
  const placed = await client.bets(player.token);
  expect(new Set(placed.flatMap(({ legs }) => legs.map(({ selectionId }) => selectionId))).size).toBe(3);
  expect(placed).toHaveLength(3);
});

test('retries only the single that waits for its answer', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  await pick(page, 1);
  const slip = page.getByRole('region', { name: 'Bet slip' });
  const stakes = slip.getByLabel(/^Stake on .+ in USD$/);
  await stakes.fill('5');
  await slip.getByLabel('Accept').selectOption('any');
  await loseAnswers(page);
  await slip.getByRole('button', { name: 'Place 5.00 USD' }).click();
  await expect(slip.getByText(/^Try again\. Your bet cannot be placed twice/)).toBeVisible();
  await page.unroute('**/api/betting/bets');

  const another = page
    .locator('li[data-fixture]')
    .filter({ hasText: /in \d+ h/, hasNot: page.locator('[aria-pressed=true]') });
  await another
    .getByRole('button', { name: /, chance \d+/ })
    .first()
    .click();
  await expect(stakes).toHaveCount(2);
  await stakes.last().fill('');
  await slip.getByRole('button', { name: 'Place 5.00 USD' }).click();
  await expect(page.getByText('Bet placed')).toBeVisible();
  await expect(stakes).toHaveCount(1);
  await expect(slip.getByText('Enter a stake').first()).toBeVisible();
  expect(await client.bets(player.token)).toHaveLength(1);
});

test('shows a bet that waits when a session ends to its player only, and places it once', async ({
  visitor,
  client,
}) => {
  const [ann, bob] = [await client.register(), await client.register()];
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  const slip = page.getByRole('region', { name: 'Bet slip' });
  const leave = async () => {
    await page.context().clearCookies();
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
  };
  const enter = async (who: typeof ann) => {
    await signIn(page, who, '/sports');
  };
  await enter(ann);
  await pick(page, 2);
  await slip.getByText('Accumulator', { exact: true }).click();
  await slip.getByLabel('Stake in USD').fill('5');
  await slip.getByLabel('Accept').selectOption('any');
  await loseAnswers(page);
  await slip.getByRole('button', { name: 'Place 5.00 USD' }).click();
  await expect(slip.getByText(/^No reply yet/)).toBeVisible();
  await page.unroute('**/api/betting/bets');

  await leave();
  await enter(bob);
  await expect(slip.getByText('Your bet slip is empty.', { exact: false })).toBeVisible();
  await expect(slip.getByRole('button', { name: 'Place bet' })).toHaveAttribute('aria-disabled', 'true');
  await expect(slip.getByText(/^No reply yet/)).toHaveCount(0);
  await leave();

  await enter(ann);
  await expect(slip.getByText(/^No reply yet/)).toBeVisible();
  await slip.getByRole('button', { name: 'Place 5.00 USD' }).click();
  await expect(page.getByText('Bet placed')).toBeVisible();
  expect([(await client.bets(ann.token)).length, (await client.bets(bob.token)).length]).toEqual([1, 0]);
});

async function findOffered(client: Client) {
  const found = await eventually(
    async () => {
      const { items } = await client.fixtures();
      return openMarkets(items.filter(isHoursAhead)).find(
        ({ market }) => market.type === '1x2' || market.type === 'moneyline',
      );
    },
    (selection) => selection !== undefined,
    60_000,
  );
  if (!found) throw new Error('Nothing is offered');
  return found;
}

test('keeps the focus at a suspended market, and announces the obstacle of a selection', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  // Uses an event of its own, because suspending another would affect the players of other tests.
  const { market, fixture } = await pickStaged(client);
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  const row = page.locator(`li[data-fixture="${fixture.id}"]`);
  const price = row.getByRole('button', { name: /, chance \d+/ });
  await price.first().focus();
  await page.keyboard.press('Enter');
  await price.nth(1).focus();
  const trader = await client.operator('trader');
  const act = (what: string) =>
    client.expect(200, 'POST', `/api/admin/betting/markets/${market.id}/${what}`, {
      token: trader,
      body: { reason: 'The journey' },
    });
  await act('suspend');
  await expect(row.getByText('Suspended')).toBeVisible();
  await expect(row.locator(':focus')).toContainText('Suspended');
  await expect(page.getByRole('region', { name: 'Bet slip' }).getByRole('status')).toContainText(
    'Suspended for the moment',
  );
  await act('resume');
  await expect(price.nth(1)).toBeFocused();
});

test('shows count and odds in the bottom bar, and the slip returns the focus', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 360, height: 640 } });
  await signIn(page, player, '/sports');
  await pick(page, 1);
  const entry = page
    .getByRole('navigation', { name: 'Quick access' })
    .getByRole('button', { name: /^1 selection\s+Slip, Total odds \d/ });
  await expect(async () => {
    const [odds] =
      ((await prices(page).and(page.locator('[aria-pressed=true]')).textContent()) ?? '').match(/\d+\.\d{2}/) ?? [];
    if (!odds) throw new Error('The price that was picked says no odds');
    expect(await entry.textContent()).toContain(odds);
  }).toPass({ timeout: 15_000 });
  await expectAccessible(page);
  await entry.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Bet slip' });
  await expect(sheet).toBeVisible();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        'document.activeElement === document.body || document.activeElement?.closest("dialog") !== null',
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(entry).toBeFocused();

  await pick(page, 3);
  await page.getByRole('navigation', { name: 'Quick access' }).getByRole('button', { name: /Slip/ }).click();
  const removes = sheet.getByRole('button', { name: /^Remove / });
  await expect(removes).toHaveCount(3);
  const names = await removes.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  await removes.last().focus();
  await page.keyboard.press('Enter');
  await expect(removes).toHaveCount(2);
  await expect(focusedElement(page)).toHaveAccessibleName(names[1] ?? '');
  await sheet.getByRole('button', { name: 'Clear all' }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Your bet slip is empty.', { exact: false })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Place bet' })).toBeFocused();
});

test('a link in the slip leads away from it, also to another part of the same page', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 360, height: 640 } });
  await signIn(page, player, '/sports');
  await pick(page, 1);
  await page.goto('/wallet?tab=history');
  await page.getByRole('navigation', { name: 'Quick access' }).getByRole('button', { name: /Slip/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Bet slip' });
  await sheet.getByLabel(/^Stake on .+ in USD$/).fill('1234.5');
  await sheet.getByRole('link', { name: 'Add funds' }).click();
  await expect(page).toHaveURL(/\/wallet\?tab=deposit$/);
  await expect(sheet).toBeHidden();
});

test('returns the focus from the cash-out sheet, and keeps the slip after an expired session', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const picked = await findOffered(client);
  await client.expect(201, 'POST', '/api/betting/bets', {
    token: player.token,
    key: crypto.randomUUID(),
    body: single(picked, 1_000),
  });
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  const sale = page.getByRole('region', { name: 'My Active Bets' }).getByRole('button', { name: /^Cash out/ });
  await sale.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Cash out' });
  await expect(sheet.getByRole('button', { name: /^Cash out \d/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(sale).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(sale).toBeFocused();

  await pick(page, 2);
  const removes = page.getByRole('region', { name: 'Bet slip' }).getByRole('button', { name: /^Remove / });
  await expect(removes).toHaveCount(2);
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(player.email);
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/sports$/);
  await expect(removes).toHaveCount(2);
});
