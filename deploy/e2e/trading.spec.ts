/**
 * The traders' desk in the browser: what is suspended, priced, decided and settled there is what players meet.
 * Every test works on an event of its own that begins late, so that no match is over before the test is.
 */
import { randomUUID } from 'node:crypto';
import type { Bet, Fixture, Market } from '@fairline/proto/betting';
import type { Decision, TradingFixtureWhole } from '@fairline/proto/betting/trading';
import type { Page } from '@playwright/test';
import { type Client, eventually, open, single, type TestPlayer } from './client.ts';
import { expect, expectAccessible, signIn, signInOperator, test } from './page.ts';

type Pick = ReturnType<typeof open>[number];

const used = new Set<string>();

/** An open selection of the market that decides who wins, on the event that begins last of those no test has touched. */
async function fresh(client: Client): Promise<Pick> {
  const picks = await eventually(
    async () => {
      const { items } = await client.fixtures();
      const upcoming = items.filter(({ id, status }) => status === 'upcoming' && !used.has(id));
      return open(upcoming.toSorted((one, other) => other.startsAt.localeCompare(one.startsAt))).filter(({ market }) => isWinner(market));
    },
    ({ length }) => length > 0,
    30_000,
  );
  // Other tests bet as well; what these count is theirs alone.
  const token = await client.operator('trader');
  for (const pick of picks) {
    const { bets } = await client.expect<TradingFixtureWhole>(200, 'GET', `/api/admin/betting/fixtures/${pick.fixture.id}`, { token });
    if (bets > 0) continue;
    used.add(pick.fixture.id);
    return pick;
  }
  throw new Error('somebody has bet on every fixture to come');
}

const isWinner = ({ type }: Market) => type === '1x2' || type === 'moneyline';

async function betOn(client: Client, player: TestPlayer, pick: Pick, stakeMinor: number): Promise<Bet> {
  const bet = await client.expect<Bet>(201, 'POST', '/api/betting/bets', { token: player.token, key: randomUUID(), body: single(pick, stakeMinor) });
  return until(client, player, bet.id, 'accepted');
}

/** A stake that wins so much: one operator may say so alone, and take it back no more that day. */
const stakeFor = ({ oddsMilli }: Pick, payoutMinor: number) => Math.floor((payoutMinor * 1_000) / oddsMilli);

const until = (client: Client, player: TestPlayer, id: string, status: Bet['status']) =>
  eventually(
    () => client.bet(player.token, id),
    (bet) => bet.status === status,
    20_000,
  );

const standing = async (client: Client, { fixture, market }: Pick) =>
  (await client.expect<Fixture>(200, 'GET', `/api/betting/fixtures/${fixture.id}`)).markets.find(({ id }) => id === market.id)?.status;

async function desk(page: Page, { fixture, market }: Pick) {
  await page.goto(`/admin/trading/${fixture.id}`);
  return page.getByRole('article', { name: market.name, exact: true });
}

/** Gives the reason that every act asks for, and acts. */
async function because(page: Page, reason: string, action: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Reason/).fill(reason);
  await dialog.getByRole('button', { name: action }).click();
}

test('a market, then its fixture, are suspended and resumed; players are refused meanwhile', async ({ visitor, client }) => {
  const pick = await fresh(client);
  const player = await client.register();
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await desk(page, pick);
  await market.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Suspend' })).toHaveAttribute('aria-disabled', 'true');
  await because(page, 'News of the line-up', 'Suspend');
  await expect(market.getByText('Suspended: by an operator · News of the line-up')).toBeVisible();
  const refused = await client.ask<{ code: string }>('POST', '/api/betting/bets', { token: player.token, key: randomUUID(), body: single(pick, 500) });
  expect(refused.body.code).toBe('market_closed');
  await market.getByRole('button', { name: 'Resume' }).click();
  await because(page, 'The line-up is known', 'Resume');
  await expect(market.getByText('On offer', { exact: true }).first()).toBeVisible();
  await betOn(client, player, pick, 500);

  await page.locator('body').press('s');
  await because(page, 'The pitch is under water', 'Suspend');
  await expect(market.getByText('Suspended: with its fixture · The pitch is under water')).toBeVisible();
  expect(await standing(client, pick)).toBe('suspended');
  await page.goto('/admin/trading');
  const stops = page.getByRole('region', { name: 'Suspended by operators' });
  await expect(stops.getByText('The pitch is under water')).toBeVisible();
  await stops.getByRole('listitem').filter({ hasText: 'The pitch is under water' }).getByRole('button', { name: 'Resume' }).click();
  await because(page, 'It is dry again', 'Resume');
  await expect(stops.getByText('The pitch is under water')).toBeHidden();
  await eventually(
    () => standing(client, pick),
    (status) => status === 'active',
    10_000,
  );
});

test('two operators see what the other does, and a question that was overtaken asks for nothing else', async ({ visitor, client }) => {
  const pick = await fresh(client);
  const [one, other] = [await visitor(), await visitor()];
  await signInOperator(one, 'trader');
  await signInOperator(other, 'super_admin');
  const [mine, theirs] = [await desk(one, pick), await desk(other, pick)];
  await mine.getByRole('button', { name: 'Suspend' }).click();
  await because(one, 'News of the line-up', 'Suspend');
  await expect(theirs.getByText('Suspended: by an operator · News of the line-up')).toBeVisible();
  await theirs.getByRole('button', { name: 'Resume' }).click();
  await mine.getByRole('button', { name: 'Resume' }).click();
  await because(one, 'The line-up is known', 'Resume');
  await expect(mine.getByText('On offer', { exact: true }).first()).toBeVisible();
  await because(other, 'It looks well', 'Resume');
  await expect(other.getByRole('dialog', { name: /^Resume / }).getByText('It was not resumed')).toBeVisible();
  await expect(other.getByRole('dialog').getByRole('button', { name: 'Suspend' })).toHaveCount(0);
});

test('a desk that has lost its connection says so', async ({ visitor, client }) => {
  const pick = await fresh(client);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await desk(page, pick);
  await expect(market).toBeVisible();
  const lost = page.getByText(/^The connection is lost/);
  await expect(lost).toHaveCount(0);
  // Only the stream: what the page reads again by itself goes on.
  await page.route('**/api/stream**', (route) => route.fulfill({ status: 429 }));
  await page.evaluate('location.reload()');
  await expect(lost).toBeVisible({ timeout: 20_000 });
});

test('a sport and everything go off offer and come back', async ({ visitor, client }) => {
  const pick = await fresh(client);
  const page = await visitor();
  await signInOperator(page, 'trader');
  await page.goto('/admin/trading');
  await page.getByRole('combobox', { name: 'Suspend a sport' }).selectOption(pick.fixture.sport);
  await because(page, 'The feed is wrong', 'Suspend');
  const stops = page.getByRole('region', { name: 'Suspended by operators' });
  await expect(stops.getByText('The feed is wrong')).toBeVisible();
  expect(await standing(client, pick)).toBe('suspended');
  await page.getByRole('button', { name: 'Suspend everything' }).click();
  await because(page, 'Maintenance', 'Suspend');
  await expect(page.getByText('Everything is suspended: nobody can bet.')).toBeVisible();
  const offered = (await client.fixtures()).items.flatMap(({ markets }) => markets).filter(({ status }) => status === 'active');
  expect(offered).toEqual([]);
  await page.getByRole('status').filter({ hasText: 'Everything is suspended' }).getByRole('button', { name: 'Resume' }).click();
  await because(page, 'Maintenance is over', 'Resume');
  await expect(page.getByText('Everything is suspended: nobody can bet.')).toBeHidden();
  await stops.getByRole('listitem').filter({ hasText: 'The feed is wrong' }).getByRole('button', { name: 'Resume' }).click();
  await because(page, 'The feed is right', 'Resume');
  await eventually(
    () => standing(client, pick),
    (status) => status === 'active',
    10_000,
  );
});

test('prices of our own are what a player sees, until they are released; below 100 % they are refused', async ({ visitor, client }) => {
  const pick = await fresh(client);
  const player = await client.register();
  const theirs = await visitor();
  await signIn(theirs, player);
  await theirs.goto(`/fixtures/${pick.fixture.id}`);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await desk(page, pick);
  await market.getByRole('button', { name: 'Prices', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const fields = dialog.getByRole('textbox').filter({ hasNot: page.locator('textarea') });
  const count = pick.market.selections.length;
  for (let at = 0; at < count; at++) await fields.nth(at).fill('7.77');
  await expect(dialog.getByText(/would pay back more than they take/)).toBeVisible();
  for (let at = 0; at < count; at++) await fields.nth(at).fill(at === 0 ? '1.234' : '3.21');
  await expect(dialog.getByText(/^These prices add up to 1\d\d/)).toBeVisible();
  await because(page, 'We know better', 'Offer these prices');
  await expect(market.getByText('Own prices', { exact: true })).toBeVisible();
  await expect(market.getByText('1.234')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /1\.234/ }).first()).toBeVisible();
  await market.getByRole('button', { name: 'Margin' }).click();
  await dialog.getByLabel('Margin').fill('31');
  await expect(dialog.getByText('Give a margin from 0 to 30 %')).toBeVisible();
  await dialog.getByLabel('Margin').fill('12');
  await because(page, 'A quiet market', 'Set the margin');
  await expect(market.getByText('Own margin', { exact: true })).toBeVisible();
  await market.getByRole('button', { name: 'Release prices' }).click();
  await because(page, 'They know better after all', 'Release prices');
  await expect(market.getByText('Own prices', { exact: true })).toBeHidden();
  await expect(theirs.getByRole('button', { name: /1\.234/ })).toHaveCount(0);
});

test('a result pays; its correction is previewed, needs a second operator, and nobody approves his own', async ({ visitor, client }) => {
  const player = await client.register();
  const [finance, compliance] = [await client.operator('finance'), await client.operator('compliance')];
  await client.expect(200, 'POST', `/api/admin/auth/users/${player.id}/verify`, { token: compliance, body: { reason: 'Known' } });
  const adjustment = { userId: player.id, amountMinor: 990_000, currency: 'USD', reason: 'Settlement of a complaint' };
  await client.expect(201, 'POST', '/api/admin/wallet/adjustments', { token: finance, key: randomUUID(), body: adjustment });
  const pick = await fresh(client);
  const bet = await betOn(client, player, pick, stakeFor(pick, 750_000));
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await desk(page, pick);
  await market.getByRole('button', { name: 'Result', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Give a result for every selection')).toBeVisible();
  await sheet.getByRole('button', { name: `${pick.name} won` }).click();
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByText('not needed')).toBeVisible();
  await because(page, 'The feed has lost the match', /^Apply, 1 bet changes/);
  await expect(page.getByText('Applied. Bets are being settled.')).toBeVisible();
  const won = await until(client, player, bet.id, 'won');
  expect(won.payoutMinor).toBe(bet.potentialPayoutMinor);
  await expect(market.getByText('Result by an operator')).toBeVisible();

  const other = pick.market.selections.find(({ id }) => id !== pick.id);
  await market.getByRole('button', { name: 'Result', exact: true }).click();
  await sheet.getByRole('button', { name: `${other?.name} won` }).click();
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByText('needed', { exact: true })).toBeVisible();
  await because(page, 'It was the other side', 'Ask a second operator');
  await expect(page.getByText('Recorded. A second operator has to approve it.')).toBeVisible();
  expect((await client.bet(player.token, bet.id)).status).toBe('won');
  await page.goto('/admin/trading/decisions');
  const own = page.getByRole('row', { name: /It was the other side/ });
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  await expect(own.getByText('You asked for it: another operator has to approve it')).toBeVisible();

  const second = await visitor();
  await signInOperator(second, 'super_admin');
  await expect(second.getByRole('link', { name: /Trading.*decisions wait/ })).toBeVisible();
  await second.goto('/admin/trading/decisions');
  await second
    .getByRole('row', { name: /It was the other side/ })
    .getByRole('button', { name: 'Approve' })
    .click();
  const asked = second.getByRole('dialog').getByRole('list', { name: 'Result' });
  await expect(asked.getByRole('listitem').filter({ hasText: other?.name ?? '' })).toContainText('Won');
  await expect(asked.getByRole('listitem').filter({ hasText: pick.name })).toContainText('Lost');
  await second.getByRole('button', { name: 'Approve and apply' }).click();
  await expect(second.getByText('Applied. Bets are being settled.')).toBeVisible();
  await until(client, player, bet.id, 'lost');
  await eventually(
    () => client.balance(player.token),
    ({ totalMinor }) => totalMinor === 1_000_000 - bet.stakeMinor,
    15_000,
  );
});

test('a dead heat is entered with its share, pays it, and the leg says so', async ({ visitor, client }) => {
  const player = await client.register();
  const pick = await fresh(client);
  const bet = await betOn(client, player, pick, 1_000);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await desk(page, pick);
  await market.getByRole('button', { name: 'Result', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: `${pick.name} won` }).click();
  await sheet.getByRole('checkbox', { name: `Dead heat of ${pick.name}` }).check();
  await sheet.getByLabel('Places they share').fill('2');
  await expect(sheet.getByText('A dead heat has fewer places than sides')).toBeVisible();
  await sheet.getByLabel('Sides').fill('3');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await because(page, 'Three crossed the line as one', /^Apply, 1 bet changes/);
  await expect(market.getByText('Won, dead heat 2 of 3')).toBeVisible();
  const settled = await eventually(
    () => client.bet(player.token, bet.id),
    ({ status }) => status !== 'accepted',
    20_000,
  );
  expect(settled).toMatchObject({ payoutMinor: Math.floor((1_000 * pick.oddsMilli * 2) / 3_000), legs: [{ status: 'won', deadHeat: { of: 3, places: 2 } }] });
  const theirs = await visitor();
  await signIn(theirs, player);
  await theirs.goto(`/bets/${bet.id}`);
  await expect(theirs.getByRole('region', { name: 'Selection' }).getByText('Won, dead heat 2 of 3')).toBeVisible();
});

test('a decision that waits is declined by another, who says why, and changes nothing', async ({ visitor, client }) => {
  const player = await client.register();
  const [finance, compliance] = [await client.operator('finance'), await client.operator('compliance')];
  await client.expect(200, 'POST', `/api/admin/auth/users/${player.id}/verify`, { token: compliance, body: { reason: 'Known' } });
  const adjustment = { userId: player.id, amountMinor: 990_000, currency: 'USD', reason: 'Settlement of a complaint' };
  await client.expect(201, 'POST', '/api/admin/wallet/adjustments', { token: finance, key: randomUUID(), body: adjustment });
  const pick = await fresh(client);
  const bet = await betOn(client, player, pick, stakeFor(pick, 750_000));
  const token = await client.operator('super_admin');
  await decided(client, token, pick, pick.id, 'applied');
  await until(client, player, bet.id, 'won');
  const other = pick.market.selections.find(({ id }) => id !== pick.id);
  await decided(client, token, pick, other?.id ?? '', 'pending');
  const page = await visitor();
  await signInOperator(page, 'trader');
  await page.goto('/admin/trading/decisions');
  const row = page.getByRole('row', { name: new RegExp(`${pick.fixture.homeTeam}.*${pick.market.name}`) });
  await expect(row).toContainText(`Won: ${other?.name}; Lost: ${pick.name}`);
  await row.getByRole('button', { name: 'Decline' }).click();
  await because(page, 'The first result was right', 'Decline');
  await expect(page.getByText('The decision was declined. Nothing changed.')).toBeVisible();
  await expect(row).toBeHidden();
  await page.goto('/admin/trading/decisions?status=withdrawn');
  await expect(row).toContainText('Declined');
  await expect(row).toContainText('The first result was right');
  expect((await client.bet(player.token, bet.id)).status).toBe('won');
});

/** A result entered through the door. */
async function decided(client: Client, token: string, { market }: Pick, winner: string, status: Decision['status']): Promise<void> {
  const outcomes = market.selections.map(({ id }) => ({ selectionId: id, result: id === winner ? 'won' : 'lost' }));
  const decision = { kind: 'result', outcomes };
  const path = `/api/admin/betting/markets/${market.id}/decisions`;
  const { fingerprint } = await client.expect<Decision['preview']>(200, 'POST', `${path}/preview`, { token, body: { decision } });
  const body = { decision, fingerprint, reason: 'Through the door' };
  const answer = await client.expect<Decision>(status === 'pending' ? 202 : 200, 'POST', path, { token, key: randomUUID(), body });
  expect(answer.status).toBe(status);
}

test('bets of a window are void, and the feed has its word again', async ({ visitor, client }) => {
  const player = await client.register();
  const pick = await fresh(client);
  const bet = await betOn(client, player, pick, 1_000);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await desk(page, pick);
  await market.getByRole('button', { name: 'Void bets' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Placed from').fill('2026-01-02T10:00');
  await sheet.getByLabel('Placed until').fill('2026-01-01T10:00');
  await expect(sheet.getByText('The window has to begin before it ends')).toBeVisible();
  await sheet.getByLabel('Placed from').fill('2026-01-01T09:00');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByRole('button', { name: 'Apply, no bet changes' })).toBeVisible();
  await sheet.getByLabel('Placed from').fill('');
  await sheet.getByLabel('Placed until').fill('');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await because(page, 'The prices were wrong', /^Apply, 1 bet changes/);
  await expect(page.getByText('Applied. Bets are being settled.')).toBeVisible();
  const voided = await until(client, player, bet.id, 'void');
  expect(voided.payoutMinor).toBe(1_000);
  await market.getByRole('button', { name: 'Release to the feed' }).click();
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await because(page, 'The prices were right', /^Apply, /);
  await expect(page.getByText('Applied. Bets are being settled.').last()).toBeVisible();
  await until(client, player, bet.id, 'accepted');
});

test('a bet is found by id, words, player and stake, and settled by hand with its letter', async ({ visitor, client }) => {
  const player = await client.register();
  const pick = await fresh(client);
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
  await expect(found).toHaveCount(1);
  await page.getByLabel('Smallest stake').fill('12.35');
  await expect(page.getByText('No bets match this filter')).toBeVisible();
  await page.getByLabel('Smallest stake').fill('12.34');
  await found.getByRole('button').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Placed for 12.34 USD')).toBeVisible();
  await sheet.press('w');
  const asked = page.getByRole('dialog', { name: 'Settle this bet: Won' });
  await asked.getByLabel(/^Reason/).fill('The feed has lost the match');
  await asked.getByRole('button', { name: 'Settle: Won' }).click();
  await expect(sheet.getByText(/^Settled by our staff: Won/)).toBeVisible();
  const settled = await until(client, player, bet.id, 'won');
  expect(settled.payoutMinor).toBe(bet.potentialPayoutMinor);
});

test('a limit holds for the next bet, and is taken back', async ({ visitor, client }) => {
  const player = await client.register();
  const pick = await fresh(client);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await desk(page, pick);
  await market.getByRole('button', { name: 'Limit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Most that one outcome may cost').fill('0.50');
  await because(page, 'Too little is known', 'Set the limit');
  await expect(market.getByText('Limit 0.50 (Market)')).toBeVisible();
  const refused = await client.ask<{ code: string }>('POST', '/api/betting/bets', { token: player.token, key: randomUUID(), body: single(pick, 9_000) });
  expect(refused.body.code).toBe('exposure_limit');
  await page.goto('/admin/trading/limits');
  const row = page.getByRole('row', { name: new RegExp(pick.fixture.homeTeam) });
  await row.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByText('Take it back').click();
  await because(page, 'Enough is known', 'Set the limit');
  await expect(row).toBeHidden();
  await betOn(client, player, pick, 9_000);
  await page.goto('/admin/trading/exposure');
  await expect(page.getByRole('row', { name: new RegExp(pick.fixture.homeTeam) }).first()).toBeVisible();
});

test('fixtures are found by sport, status and words in the address, and all filters go at once', async ({ visitor, client }) => {
  const pick = await fresh(client);
  const page = await visitor();
  await signInOperator(page, 'trader');
  await page.goto(`/admin/trading?sport=${pick.fixture.sport}&status=upcoming&sort=liability`);
  await page.getByLabel('Search fixtures by team or id').fill(pick.fixture.homeTeam);
  await expect(page.getByRole('row', { name: new RegExp(pick.fixture.homeTeam) }).first()).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=/);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('cancelled');
  await expect(page.getByText('No fixtures match this filter')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await expect(page).toHaveURL(/\/admin\/trading\?sort=liability$/);
  await expect(page.getByRole('table')).toBeVisible();
});

test('an auditor reads the desk and changes nothing; support has no part in it', async ({ visitor, client }) => {
  const pick = await fresh(client);
  const page = await visitor();
  await signInOperator(page, 'auditor');
  await page.getByRole('link', { name: 'Trading' }).click();
  await expect(page.getByText('Your role reads trading and changes nothing here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspend everything' })).toHaveCount(0);
  const market = await desk(page, pick);
  await expect(market.getByRole('table')).toBeVisible();
  await expect(market.getByRole('button')).toHaveCount(0);
  const support = await visitor();
  await signInOperator(support, 'support');
  await expect(support.getByRole('link', { name: 'Trading' })).toHaveCount(0);
  await support.goto('/admin/trading');
  await expect(support.getByText('Your role has no part in trading')).toBeVisible();
});

for (const width of [360, 1280]) {
  for (const colorScheme of ['dark', 'light'] as const) {
    test(`every page of the desk at ${width} px, ${colorScheme}`, async ({ visitor, client }) => {
      // Nine looks at whole pages, on a machine that plays the fixtures beside.
      test.setTimeout(300_000);
      const player = await client.register();
      const pick = await fresh(client);
      const bet = await betOn(client, player, pick, 500);
      const page = await visitor({ viewport: { width, height: 800 }, colorScheme });
      await signInOperator(page, 'super_admin');
      const pages: [string, () => ReturnType<Page['getByRole']>][] = [
        ['', () => page.getByRole('table')],
        [`/${pick.fixture.id}`, () => page.getByRole('article').first()],
        ['/bets', () => page.getByRole('table')],
        [`/bets?bet=${bet.id}`, () => page.getByText('What happened')],
        ['/decisions', () => page.getByRole('tab', { name: 'Decisions', selected: true })],
        ['/limits', () => page.getByRole('table')],
        ['/exposure', () => page.getByRole('table')],
      ];
      for (const [path, shows] of pages) {
        await page.goto(`/admin/trading${path}`);
        await expect(shows()).toBeVisible();
        await expectAccessible(page);
      }
      const market = await desk(page, pick);
      await market.getByRole('button', { name: 'Result', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });
  }
}
