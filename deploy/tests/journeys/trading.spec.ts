/**
 * The trading desk in the browser: suspensions, prices, limits and settlements of the desk reach players.
 * A test that changes what is offered does so on an event of its own.
 */
import { randomUUID } from 'node:crypto';
import type { DeskRequest } from '@fairline/proto/betting/desk-requests';
import type { Page as Listed } from '@fairline/proto/contract';
import type { Locator } from '@playwright/test';
import { eventually, single } from '../client.ts';
import { expect, expectAccessibleInEveryShape, signIn, signInOperator, test } from '../page.ts';
import { betOn, giveReason, openDesk, pickShared, pickStaged, readMarket, waitForStatus } from './desk.ts';

test('a market, then its fixture, are suspended and resumed; players are refused meanwhile', async ({
  visitor,
  client,
}) => {
  const pick = await pickStaged(client);
  const player = await client.register();
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await openDesk(page, pick);
  await market.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Suspend' })).toHaveAttribute('aria-disabled', 'true');
  await giveReason(page, 'News of the line-up', 'Suspend');
  await expect(market.getByText('Suspended: by an operator · News of the line-up')).toBeVisible();
  const refused = await client.ask<{ code: string }>('POST', '/api/betting/bets', {
    token: player.token,
    key: randomUUID(),
    body: single(pick, 500),
  });
  expect(refused.body.code).toBe('market_closed');
  await market.getByRole('button', { name: 'Resume' }).click();
  await giveReason(page, 'The line-up is known', 'Resume');
  await expect(market.getByText('On offer', { exact: true }).first()).toBeVisible();
  await betOn(client, player, pick, 500);

  await page.locator('body').press('s');
  await giveReason(page, 'The pitch is under water', 'Suspend');
  await expect(market.getByText('Suspended: with its fixture · The pitch is under water')).toBeVisible();
  // The desk may receive the event before the players' list is rebuilt.
  await expect.poll(() => readMarket(client, pick)).toBe('suspended');
  await page.goto('/admin/trading');
  const stops = page.getByRole('region', { name: 'Suspended by operators' });
  await expect(stops.getByText('The pitch is under water')).toBeVisible();
  await stops
    .getByRole('listitem')
    .filter({ hasText: 'The pitch is under water' })
    .getByRole('button', { name: 'Resume' })
    .click();
  await giveReason(page, 'It is dry again', 'Resume');
  await expect(stops.getByText('The pitch is under water')).toBeHidden();
  await eventually(
    () => readMarket(client, pick),
    (status) => status === 'active',
    10_000,
  );
});

test("shows two operators each other's actions, and refuses an outdated question", async ({ visitor, client }) => {
  const pick = await pickStaged(client);
  const [one, other] = [await visitor(), await visitor()];
  await signInOperator(one, 'trader');
  await signInOperator(other, 'super_admin');
  const [mine, theirs] = [await openDesk(one, pick), await openDesk(other, pick)];
  await mine.getByRole('button', { name: 'Suspend' }).click();
  await giveReason(one, 'News of the line-up', 'Suspend');
  await expect(theirs.getByText('Suspended: by an operator · News of the line-up')).toBeVisible();
  await theirs.getByRole('button', { name: 'Resume' }).click();
  await mine.getByRole('button', { name: 'Resume' }).click();
  await giveReason(one, 'The line-up is known', 'Resume');
  await expect(mine.getByText('On offer', { exact: true }).first()).toBeVisible();
  await giveReason(other, 'It looks well', 'Resume');
  await expect(other.getByRole('dialog', { name: /^Resume / }).getByText('It was not resumed')).toBeVisible();
  await expect(other.getByRole('dialog').getByRole('button', { name: 'Suspend' })).toHaveCount(0);
});

test('shows on the desk that the connection is lost', async ({ visitor, client }) => {
  const pick = await pickStaged(client);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await openDesk(page, pick);
  await expect(market).toBeVisible();
  const lost = page.getByText(/^Connection lost/);
  await expect(lost).toHaveCount(0);
  // Blocks the stream only; polling continues.
  await page.route('**/api/stream**', (route) => route.fulfill({ status: 429 }));
  await page.evaluate('location.reload()');
  await expect(lost).toBeVisible({ timeout: 20_000 });
});

// Locked, because nobody can bet during this test.
test('a sport and everything go off offer and come back', { lock: '-exclusive-' }, async ({ visitor, client }) => {
  const pick = await pickStaged(client);
  const page = await visitor();
  await signInOperator(page, 'trader', '/admin/trading');
  await page.getByRole('combobox', { name: 'Suspend a sport' }).selectOption(pick.fixture.sport);
  await giveReason(page, 'The feed is wrong', 'Suspend');
  const stops = page.getByRole('region', { name: 'Suspended by operators' });
  await expect(stops.getByText('The feed is wrong')).toBeVisible();
  // The desk may receive the event before the players' list is rebuilt.
  await eventually(
    () => readMarket(client, pick),
    (status) => status === 'suspended',
    10_000,
  );
  await page.getByRole('button', { name: 'Suspend everything' }).click();
  const emergency = page.getByRole('dialog');
  await expect(emergency.getByText(/^Stops betting and cash-out on \d+ open markets?/)).toBeVisible();
  await emergency.getByRole('button', { name: 'Suspend everything' }).click();
  await expect(page.getByText('Everything is suspended: nobody can bet.')).toBeVisible();
  const offered = async () =>
    (await client.fixtures()).items.flatMap(({ markets }) => markets).filter(({ status }) => status === 'active');
  await expect.poll(offered).toEqual([]);
  await page.getByRole('button', { name: 'Add the reason' }).click();
  await giveReason(page, 'Maintenance', 'Add the reason');
  await page.goto('/admin/dashboard');
  await expect(page.getByText('Betting suspended: Everything')).toBeVisible();
  await page.getByRole('link', { name: 'Review and resume' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'Everything is suspended' })
    .getByRole('button', { name: 'Resume' })
    .click();
  await giveReason(page, 'Maintenance is over', 'Resume');
  await expect(page.getByText('Everything is suspended: nobody can bet.')).toBeHidden();
  await stops
    .getByRole('listitem')
    .filter({ hasText: 'The feed is wrong' })
    .getByRole('button', { name: 'Resume' })
    .click();
  await giveReason(page, 'The feed is right', 'Resume');
  await eventually(
    () => readMarket(client, pick),
    (status) => status === 'active',
    10_000,
  );
});

test('shows players our own prices until they are released, and refuses prices below 100 %', async ({
  visitor,
  client,
}) => {
  const pick = await pickStaged(client);
  const player = await client.register();
  const theirs = await visitor();
  await signIn(theirs, player, `/fixtures/${pick.fixture.id}`);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await openDesk(page, pick);
  await market.getByRole('button', { name: 'Prices', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const fields = dialog.getByRole('textbox').filter({ hasNot: page.locator('textarea') });
  const count = pick.market.selections.length;
  for (let at = 0; at < count; at++) await fields.nth(at).fill('7.77');
  await expect(dialog.getByText(/would pay back more than they take/)).toBeVisible();
  for (let at = 0; at < count; at++) await fields.nth(at).fill(at === 0 ? '1.234' : '1.12');
  await expect(dialog.getByText(/^These prices add up to \d{3}/)).toBeVisible();
  await giveReason(page, 'We know better', 'Offer these prices');
  await expect(market.getByText('Own prices', { exact: true })).toBeVisible();
  await expect(market.getByText('1.234')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /1\.234/ }).first()).toBeVisible();
  await market.getByRole('button', { name: 'Margin' }).click();
  await dialog.getByLabel('Margin').fill('31');
  await expect(dialog.getByText('Enter a margin from 0 to 30 %')).toBeVisible();
  await dialog.getByLabel('Margin').fill('12');
  await giveReason(page, 'A quiet market', 'Set the margin');
  await expect(market.getByText('Own margin', { exact: true })).toBeVisible();
  await market.getByRole('button', { name: 'Release prices' }).click();
  await giveReason(page, 'They know better after all', 'Release prices');
  await expect(market.getByText('Own prices', { exact: true })).toBeHidden();
  await expect(theirs.getByRole('button', { name: /1\.234/ })).toHaveCount(0);
});

test('finds a bet by id, text, player and stake, and settles it by hand with its key', async ({ visitor, client }) => {
  const player = await client.register();
  const pick = await pickStaged(client);
  const bet = await betOn(client, player, pick, 1_234);
  const page = await visitor();
  await signInOperator(page, 'super_admin');
  const found = page.getByRole('row', { name: /12\.34 USD/ });
  for (const query of [
    `q=${bet.id}`,
    `q=${encodeURIComponent(pick.fixture.homeTeam)}&stake=12.34`,
    `player=${player.id}`,
    `fixture=${pick.fixture.id}&status=open`,
  ]) {
    await page.goto(`/admin/trading/bets?${query}`);
    await expect(found).toHaveCount(1);
  }
  await page.goto('/admin/trading/bets');
  await page.getByLabel('Player by id, e-mail or name').fill(player.email);
  await page.getByRole('button', { name: player.email }).click();
  // The list may have had this one bet of the stake before, and the next filter is added to those in the address.
  await expect(page).toHaveURL(/[?&]player=/);
  await expect(found).toHaveCount(1);
  await page.getByLabel('Minimum stake').fill('12.35');
  await expect(page.getByText('No bets match this filter')).toBeVisible();
  await page.getByLabel('Minimum stake').fill('12.34');
  await found.getByRole('button').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Placed for 12.34 USD')).toBeVisible();
  await sheet.press('v');
  const asked = page.getByRole('dialog', { name: 'Settle this bet: Void' });
  await asked.getByLabel(/^Reason/).fill('The feed has lost the match');
  await asked.getByRole('button', { name: 'Settle: Void' }).click();
  await expect(sheet.getByText(/^Settled by our staff: Void/)).toBeVisible();
  const settled = await waitForStatus(client, player, bet.id, 'void');
  expect(settled.payoutMinor).toBe(1_234);
});

test('a limit holds for the next bet, and is taken back', async ({ visitor, client }) => {
  const player = await client.register();
  const pick = await pickStaged(client);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await openDesk(page, pick);
  await market.getByRole('button', { name: 'Limit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Maximum liability per outcome').fill('0.50');
  await giveReason(page, 'Too little is known', 'Set the limit');
  await expect(market.getByText('Limit 0.50 (Market)')).toBeVisible();
  const refused = await client.ask<{ code: string }>('POST', '/api/betting/bets', {
    token: player.token,
    key: randomUUID(),
    body: single(pick, 9_000),
  });
  expect(refused.body.code).toBe('exposure_limit');
  await page.goto('/admin/trading/limits');
  const row = page.getByRole('row', { name: new RegExp(pick.fixture.homeTeam) });
  await row.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByText('Remove it').click();
  await giveReason(page, 'Enough is known', 'Set the limit');
  // The limit that applies then is higher, so another operator approves it.
  const token = await client.operator('super_admin');
  const asked = await eventually(
    async () => {
      const { items } = await client.expect<Listed<DeskRequest>>(
        200,
        'GET',
        '/api/admin/betting/requests?status=pending',
        { token },
      );
      return items.find(({ name }) => name.includes(pick.fixture.homeTeam));
    },
    (request) => request !== undefined,
    10_000,
  );
  await client.expect(200, 'POST', `/api/admin/betting/requests/${asked?.id}/approve`, { token });
  await expect(row).toBeHidden();
  await betOn(client, player, pick, 9_000);
  await page.goto('/admin/trading/exposure');
  await expect(page.getByRole('row', { name: new RegExp(pick.fixture.homeTeam) }).first()).toBeVisible();
});

test('filters fixtures by sport, status and text in the address, and clears all at once', async ({
  visitor,
  client,
}) => {
  const pick = await pickStaged(client);
  const page = await visitor();
  await signInOperator(page, 'trader', `/admin/trading?sport=${pick.fixture.sport}&status=upcoming&sort=liability`);
  await page.getByLabel('Search fixtures by team or id').fill(pick.fixture.homeTeam);
  await expect(page.getByRole('row', { name: new RegExp(pick.fixture.homeTeam) }).first()).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=/);
  await page
    .getByRole('row', { name: new RegExp(pick.fixture.homeTeam) })
    .first()
    .getByRole('link')
    .click();
  await page.getByText('With bets', { exact: true }).click();
  await expect(page).toHaveURL(/[?&]markets=betOn/);
  await page.getByRole('link', { name: 'All fixtures' }).click();
  await expect(page).toHaveURL(/[?&]q=/);
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Cancelled' }).click();
  await expect(page.getByText('No fixtures match this filter')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await expect(page).toHaveURL(/\/admin\/trading\?sort=liability$/);
  await expect(page.getByRole('table')).toBeVisible();
});

test('a market is worked by its keys alone', async ({ visitor, client }) => {
  const pick = await pickStaged(client);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await openDesk(page, pick);
  await expect(market).toBeVisible();
  const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');
  const markets = await page.getByRole('article').count();
  for (let pressed = 0; pressed < markets && (await focused()) !== pick.market.name; pressed++)
    await page.keyboard.press('j');
  await expect(market).toBeFocused();
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(new RegExp(`^Suspend .*${pick.market.name}`));
  await dialog.getByLabel(/^Reason/).focus();
  await page.keyboard.type('Xavi is out');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(market.getByText('Suspended: by an operator · Xavi is out')).toBeVisible();
  await expect(market).toBeFocused();
  for (const [key, title] of [
    ['p', /^Own prices/],
    ['m', /^Own margin/],
    ['l', /^Limit for/],
    ['r', /^Result/],
    ['v', /^Void bets/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(dialog).toHaveAccessibleName(title);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(market).toBeFocused();
  }
  await page.keyboard.press('x');
  await giveReason(page, 'He plays after all', 'Resume');
  await expect(market.getByText('On offer', { exact: true }).first()).toBeVisible();
});

test('an auditor reads the desk and changes nothing; support has no part in it', async ({ visitor, client }) => {
  const pick = await pickShared(client);
  const page = await visitor();
  await signInOperator(page, 'auditor');
  await page.getByRole('link', { name: 'Trading' }).click();
  await expect(page.getByText('Your role can view trading but not change it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspend everything' })).toHaveCount(0);
  const market = await openDesk(page, pick);
  await expect(market.getByRole('table')).toBeVisible();
  await expect(market.getByRole('button')).toHaveCount(0);
  const support = await visitor();
  await signInOperator(support, 'support');
  await expect(support.getByRole('link', { name: 'Trading' })).toHaveCount(0);
  await support.goto('/admin/trading');
  await expect(support.getByText('Your role has no access to trading')).toBeVisible();
});

test('shows every page of the desk at each width, dark and light', async ({ visitor, client }) => {
  test.slow();
  const player = await client.register();
  const pick = await pickShared(client);
  const bet = await betOn(client, player, pick, 500);
  const page = await visitor();
  await signInOperator(page, 'super_admin');
  const pages: [string, Locator][] = [
    [`/${pick.fixture.id}`, page.getByRole('article').first()],
    ['/bets', page.getByRole('table')],
    [`/bets?bet=${bet.id}`, page.getByText('What happened')],
    ['/decisions', page.getByRole('tab', { name: 'Decisions', selected: true })],
    ['/limits', page.getByRole('table')],
    ['/exposure', page.getByRole('table')],
  ];
  for (const [path, shown] of pages) {
    await page.goto(`/admin/trading${path}`);
    await expectAccessibleInEveryShape(page, shown);
  }
  const market = await openDesk(page, pick);
  await market.getByRole('button', { name: 'Result', exact: true }).click();
  await expectAccessibleInEveryShape(page, page.getByRole('dialog'));
});
