/**
 * Betting in the browser beyond a single: an accumulator, a system and a free bet from the slip, cash-outs in part and in full,
 * the page of a bet with its receipt, the page of an event, the filtered history, and the slip on the smallest screen.
 */
import { readFile } from 'node:fs/promises';
import type { Bet } from '@fairline/proto/betting/bets';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { type Client, eventually, isHoursAhead, openMarkets, type TestPlayer } from '../client.ts';
import { expect, expectAccessible, signIn, signInOperator, test } from '../page.ts';
import { betOn, decideMarket, pickStaged } from './desk.ts';
import { laterEvent, pick } from './picking.ts';

const prices = (row: ReturnType<Page['locator']>) => row.getByRole('button', { name: /, chance \d+/ });

/** An open selection of each of the first events that start hours later. Those of single tests start after them. */
async function lateSelections(client: Client, count: number) {
  const { items } = await client.fixtures();
  const upcoming = items.filter(isHoursAhead).sort((one, other) => one.startsAt.localeCompare(other.startsAt));
  return [...new Map(openMarkets(upcoming).map((selection) => [selection.fixture.id, selection])).values()].slice(
    0,
    count,
  );
}

/** Places a bet over the API and waits until it is accepted. */
async function placeAccepted(
  client: Client,
  player: TestPlayer,
  legs: number,
  body: Record<string, unknown>,
): Promise<Bet> {
  const picks = await eventually(
    () => lateSelections(client, legs),
    ({ length }) => length === legs,
    30_000,
  );
  const bet = await client.expect<Bet>(201, 'POST', '/api/betting/bets', {
    token: player.token,
    key: crypto.randomUUID(),
    body: {
      currency: 'USD',
      pricePolicy: 'any',
      legs: picks.map(({ id, oddsMilli }) => ({ selectionId: id, oddsMilli })),
      ...body,
    },
  });
  return eventually(
    () => client.bet(player.token, bet.id),
    ({ status }) => status === 'accepted',
    15_000,
  );
}

const latestBet = async (client: Client, player: TestPlayer) => (await client.bets(player.token))[0];

test('an accumulator is one bet for one stake, and stands among the active bets', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  await pick(page, 3);
  const slip = page.getByRole('region', { name: 'Bet slip' });
  await slip.getByText('Accumulator', { exact: true }).click();
  await slip.getByLabel('Stake in USD', { exact: true }).fill('12');
  await slip.getByLabel('Accept').selectOption('any');
  await slip.getByRole('button', { name: 'Place 12.00 USD' }).click();
  await expect(page.getByText('Bet placed')).toBeVisible();
  await expect(slip.getByRole('link', { name: 'Treble' })).toBeVisible();
  expect(await latestBet(client, player)).toMatchObject({ type: 'accumulator', stakeMinor: 1_200, legs: [{}, {}, {}] });
});

test('a free bet that an operator gives is staked whole, costs nothing, and is seen as one', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const desk = await visitor();
  await signInOperator(desk, 'finance', `/admin/users/${player.id}`);
  await desk.getByRole('button', { name: 'Free bet' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('15');
  await dialog.getByLabel('Can be used for').selectOption({ label: '3 days' });
  await dialog.getByLabel(/^Reason/).fill('For the long wait');
  await dialog.getByRole('button', { name: 'Give a free bet of 15.00' }).click();
  await expect(desk.getByText('Free bet given. The action is recorded.')).toBeVisible();
  await expect(desk.getByRole('heading', { name: 'Unused free bets' })).toBeVisible();
  await expectAccessible(desk);

  const page = await visitor({ viewport: { width: 360, height: 640 } });
  await signIn(page, player, '/sports');
  await pick(page, 1);
  await page.getByRole('button', { name: /Slip/ }).first().click();
  const slip = page.getByRole('dialog', { name: 'Bet slip' });
  const stake = slip.getByLabel(/^Stake on .+ in USD$/);
  await expect(stake).toBeEnabled();
  await slip.getByRole('combobox', { name: /^Use free bet on/ }).selectOption({ index: 1 });
  await expect(stake).toHaveValue('15.00');
  await expect(stake).toBeDisabled();
  await expect(slip.getByText('The stake of a free bet is not returned.')).toBeVisible();
  await slip.getByLabel('Accept').selectOption('any');
  await expectAccessible(page);
  await slip.getByRole('button', { name: /^Place 15.00/ }).click();
  await expect(page.getByText('Bet placed')).toBeVisible();
  const bet = await eventually(
    () => latestBet(client, player),
    (now) => now?.status === 'accepted',
    15_000,
  );
  expect(bet).toMatchObject({ type: 'single', stakeMinor: 1_500, freeBet: true });
  expect(bet?.potentialPayoutMinor).toBe(Math.floor(((bet?.oddsMilli ?? 0) * 1_500) / 1_000) - 1_500);
  expect((await client.balance(player.token)).totalMinor).toBe(10_000);
  await page.goto('/bets');
  await expect(page.getByRole('list', { name: 'My bets' }).getByText('Free bet')).toBeVisible();
  await page.goto(`/bets/${bet?.id}`);
  await expect(page.getByText('The stake is not returned')).toBeVisible();
  await expectAccessible(page);
});

test('a system takes a stake per line and shows what it comes to over all lines', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  await pick(page, 4);
  const slip = page.getByRole('region', { name: 'Bet slip' });
  await slip.getByText('System', { exact: true }).first().click();
  await slip.getByRole('combobox', { name: /^System/ }).selectOption('yankee');
  await expect(slip.getByText('11 bets × 1.00 = 11.00 USD')).toBeVisible();
  await slip.getByRole('button', { name: '2', exact: true }).click();
  await expect(slip.getByText('11 bets × 2.00 = 22.00 USD')).toBeVisible();
  await slip.getByLabel('Stake per line in USD').fill('0.9');
  await expect(slip.getByText('11 bets × 0.90 = 9.90 USD')).toBeVisible();
  await slip.getByLabel('Accept').selectOption('any');
  await slip.getByRole('button', { name: 'Place 9.90 USD' }).click();
  await expect(page.getByText('Bet placed')).toBeVisible();
  expect(await latestBet(client, player)).toMatchObject({
    type: 'system',
    system: 'yankee',
    lines: 11,
    stakeMinor: 990,
  });
});

test('two selections of one event are named before they are placed together', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  const row = await laterEvent(page);
  for (const price of [prices(row).nth(0), prices(row).nth(1)]) {
    await price.click();
    await expect(price).toHaveAttribute('aria-pressed', 'true');
  }
  const slip = page.getByRole('region', { name: 'Bet slip' });
  await slip.getByText('Accumulator', { exact: true }).click();
  await expect(slip.getByText('Same event', { exact: false }).first()).toBeVisible();
  await expect(slip.getByText(/selections from the same event, .+, cannot be combined/)).toBeVisible();
  await expect(slip.getByRole('button', { name: /^Place/ })).toHaveAttribute('aria-disabled', 'true');
});

test('a bet is sold in part, then in whole, for the amount on the button', async ({ visitor, client }) => {
  const player = await client.register();
  const bet = await placeAccepted(client, player, 2, { type: 'accumulator', stakeMinor: 4_000 });
  const page = await visitor();
  await signIn(page, player, `/bets/${bet.id}`);
  await page.getByRole('button', { name: 'Get cash-out offer' }).click();
  await expect(page.getByText('Cash-out value now')).toBeVisible();
  await page.getByText('How this value is calculated').click();
  await expect(page.getByText('Fair value', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: '50 %' }).click();
  await page.getByRole('button', { name: /^Cash out \d/ }).click();
  await expect(page.getByText('20.00 USD of the stake is still open.', { exact: false })).toBeVisible();
  const half = await client.bet(player.token, bet.id);
  expect(half).toMatchObject({ status: 'accepted', openStakeMinor: 2_000 });
  expect(half.cashedOutMinor).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Get cash-out offer' }).click();
  const panel = page.getByRole('region', { name: 'Cash out', exact: true });
  await expect.poll(() => panel.evaluate((one) => one.matches(':focus-within')), 'keeps the focus').toBe(true);
  await page.getByRole('button', { name: /^Cash out \d/ }).click();
  await expect(page.getByText(/^Cashed out for/)).toBeVisible();
  const whole = await client.bet(player.token, bet.id);
  expect(whole).toMatchObject({ status: 'cashed_out', openStakeMinor: 0, payoutMinor: whole.cashedOutMinor });
  await expect
    .poll(async () => (await client.balance(player.token)).totalMinor)
    .toBe(10_000 - 4_000 + whole.cashedOutMinor);
});

test('a value to sell at by itself is set and taken back', async ({ visitor, client }) => {
  const player = await client.register();
  const bet = await placeAccepted(client, player, 1, { type: 'single', stakeMinor: 1_000 });
  const page = await visitor();
  await signIn(page, player, `/bets/${bet.id}`);
  await page.getByLabel('Cash out the whole bet at (USD)').fill(((bet.potentialPayoutMinor - 1) / 100).toFixed(2));
  await page.getByRole('button', { name: /^Cash out at/ }).click();
  await expect(page.getByText('The whole bet is cashed out as soon as it is worth', { exact: false })).toBeVisible();
  expect((await client.bet(player.token, bet.id)).autoCashOutMinor).toBe(bet.potentialPayoutMinor - 1);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByLabel('Cash out the whole bet at (USD)')).toBeVisible();
  expect((await client.bet(player.token, bet.id)).autoCashOutMinor).toBeUndefined();
});

/** Whether the stream of a browser's tabs is open, and has not been replaced for two seconds: the tabs share one, and a new tab can replace it. */
function watchStream(context: BrowserContext): () => boolean {
  const isStream = (request: Request) => request.url().includes('/api/stream');
  let openedAt = Number.POSITIVE_INFINITY;
  context.on('request', (request) => {
    if (isStream(request)) openedAt = Number.POSITIVE_INFINITY;
  });
  context.on('response', (response) => {
    if (isStream(response.request())) openedAt = Date.now();
  });
  return () => Date.now() - openedAt > 2_000;
}

test('announces the result of a bet once, in one of the tabs', async ({ visitor, client }) => {
  const player = await client.register();
  const chosen = await pickStaged(client);
  const bet = await betOn(client, player, chosen, 600);
  await chosen.end();
  const page = await visitor();
  const isStreaming = watchStream(page.context());
  await signIn(page, player, `/bets/${bet.id}`);
  const other = await page.context().newPage();
  await other.goto('/bets');
  await expect(other.getByRole('list', { name: 'My bets' }).getByText('Accepted')).toBeVisible();
  // A result that arrives while the tabs connect is in their lists, but not announced.
  await expect.poll(isStreaming).toBe(true);
  const token = await client.operator('trader');
  // A toast lasts four seconds, so both tabs are already watched when the bet is settled.
  const messages = [page, other].map((tab) =>
    tab
      .getByText(/won and pays/)
      .waitFor({ timeout: 12_000 })
      .then(
        () => 1,
        () => 0,
      ),
  );
  await decideMarket(client, token, chosen, chosen.id, 'applied');
  expect((await Promise.all(messages)).toSorted()).toEqual([0, 1]);
  await expect(other.getByRole('list', { name: 'My bets' }).getByText('Won')).toBeVisible();
  await expect(page.getByText(/^Won, .+ paid$/)).toBeVisible();
});

test('shows the history of a bet and its signed receipt', async ({ visitor, client }) => {
  const player = await client.register();
  const bet = await placeAccepted(client, player, 3, { type: 'system', system: 'trixie', stakeMinor: 1_600 });
  const page = await visitor();
  await signIn(page, player, '/bets');
  await page.getByRole('link', { name: 'Trixie' }).click();
  await expect(page.getByRole('heading', { name: 'Trixie' })).toBeVisible();
  await expect(page.getByText('Placed for 16.00 USD')).toBeVisible();
  await expect(page.getByText('Accepted, receipt signed')).toBeVisible();
  await expect(page.getByText(`npm run receipt:verify -- bet-${bet.id}.json`)).toBeVisible();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`bet-${bet.id}.json`);
  const { payload } = JSON.parse(await readFile(await download.path(), 'utf8')) as { payload: string };
  expect(JSON.parse(payload)).toMatchObject({ betId: bet.id, type: 'system', system: 'trixie', stakeMinor: 1_600 });
});

test('an event has a page with every market, and a star that keeps it', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports?sport=soccer');
  const row = await laterEvent(page);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/fixtures\//);
  await expect(page.getByRole('heading', { name: 'Match Result' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Both Teams to Score' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How it went' })).toBeVisible();
  await expectAccessible(page);
  const name = ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').replace(/\s+/g, ' ');
  const star = page.getByRole('button', { name: `Favourite: ${name}` });
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/api/betting/favourites/'),
  );
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page
    .getByRole('button', { name: /Match Result: .*chance/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Bet slip' }).getByRole('button', { name: /^Remove/ })).toHaveCount(1);

  // The button is pressed before the server has stored the favourite.
  await kept;
  await page.goto('/sports?favourites=only');
  await expect(page.locator('li[data-fixture]')).toHaveCount(1);
  await page
    .locator('li[data-fixture]')
    .getByRole('button', { name: /^Favourite/ })
    .click();
  await expect(page.getByText('None of your favourites are on offer')).toBeVisible();
});

test('the history is searched and filtered in the address', async ({ visitor, client }) => {
  const player = await client.register();
  await placeAccepted(client, player, 1, { type: 'single', stakeMinor: 500 });
  const double = await placeAccepted(client, player, 2, { type: 'accumulator', stakeMinor: 700 });
  const page = await visitor();
  await signIn(page, player, '/bets');
  const rows = page.getByRole('list', { name: 'My bets' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await page.getByLabel('Type').selectOption('accumulator');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/type=accumulator/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Status').selectOption('settled');
  await expect(page.getByText('No bets match')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox').fill(double.legs[1]?.fixture ?? '');
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole('link', { name: 'Double' })).toBeVisible();
});

test('fits four selections, stake, return and Place into 360 x 640 in every tab, also reloaded', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 360, height: 640 } });
  await signIn(page, player, '/sports');
  await pick(page, 4);
  await page.getByRole('button', { name: /Slip/ }).first().click();
  const slip = page.getByRole('dialog', { name: 'Bet slip' });
  await slip.getByLabel('Accept').selectOption('any');
  for (const mode of ['Accumulator', 'System']) {
    await slip.getByText(mode, { exact: true }).first().click();
    for (const leg of await slip.getByRole('button', { name: /^Remove / }).all())
      await expect(leg).toBeInViewport({ ratio: 1 });
    await expect(slip.getByLabel(/^Stake (per line )?in USD$/)).toBeInViewport({ ratio: 1 });
    await expect(slip.getByText('Potential return')).toBeInViewport({ ratio: 1 });
    await expect(slip.getByRole('button', { name: /^Place|^Accept new|Insufficient/ })).toBeInViewport({ ratio: 1 });
  }
  await slip.getByRole('combobox', { name: /^System/ }).selectOption('yankee');
  await slip.getByLabel('Stake per line in USD').fill('0.1');
  await expect(slip.getByText('11 bets × 0.10 = 1.10 USD')).toBeInViewport({ ratio: 1 });
  for (const leg of await slip.getByRole('button', { name: /^Remove / }).all())
    await expect(leg).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: /Slip/ }).first().click();
  await expect(slip.getByRole('radio', { name: 'System' })).toBeChecked();
  await expect(slip.getByRole('button', { name: /^Remove / })).toHaveCount(4);

  const other = await page.context().newPage();
  await other.goto('/sports');
  await other.getByRole('button', { name: /Slip/ }).first().click();
  await other
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expect(slip.getByRole('button', { name: /^Remove / })).toHaveCount(3);
});
