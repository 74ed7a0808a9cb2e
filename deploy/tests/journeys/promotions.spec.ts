/** Promotions in the browser: a bonus from its claim to cash, refusals, a cost that two operators approve, and the claim of a linked account. */

import { randomUUID } from 'node:crypto';
import type { Page as PageOf } from '@fairline/proto/contract';
import type { Claim } from '@fairline/proto/promotions/claims';
import type { OperatorPromotion } from '@fairline/proto/promotions/desk';
import type { OfferedPromotion, PromotionForm } from '@fairline/proto/promotions/offers';
import { dayMs } from '@fairline/proto/time';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { type Client, eventually, type TestPlayer } from '../client.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInEveryShape,
  goWithin,
  holdRequests,
  password,
  signIn,
  signInOperator,
  test,
} from '../page.ts';

/** A name that no other player of the run has, because one person can claim a promotion only once. */
const randomName = () => ({
  lastName: [...randomUUID().replaceAll('-', '')]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
    .join(''),
});

const form = (changes: Partial<PromotionForm> = {}): PromotionForm => ({
  name: `Match ${randomUUID().slice(0, 8)}`,
  description: 'A bonus of 10.00 with your next deposit',
  type: 'deposit_bonus',
  status: 'active',
  startsAt: new Date(Date.now() - dayMs).toISOString(),
  endsAt: new Date(Date.now() + 30 * dayMs).toISOString(),
  terms: 'One claim per person.',
  eligibility: { newUsersOnly: false, countries: [], sports: [], minDepositMinor: 2_000 },
  reward: { type: 'fixed_amount', value: 1_000, currency: 'USD', wageringFactor: 2 },
  maxClaims: 10,
  ...changes,
});

async function createPromotion(client: Client, changes: Partial<PromotionForm> = {}): Promise<OperatorPromotion> {
  return client.expect(201, 'POST', '/api/admin/promotions', {
    token: await client.operator('finance'),
    body: form(changes),
  });
}

async function claimPromotion(client: Client, { token }: TestPlayer, promotionId: string): Promise<Claim> {
  return client.expect(201, 'POST', `/api/promotions/${promotionId}/claim`, { token, key: randomUUID() });
}

async function claimStatuses(client: Client, { token }: TestPlayer): Promise<string[]> {
  const { items } = await client.expect<PageOf<Claim>>(200, 'GET', '/api/promotions/claims', { token });
  return items.map(({ status }) => status);
}

/** A round of 5.00, the highest stake that counts in full. */
const spin = (client: Client, { token }: TestPlayer) =>
  client.expect(201, 'POST', '/api/casino/games/mega-fortune-slots/rounds', {
    token,
    key: randomUUID(),
    body: { wager: { lines: 5, betPerLineMinor: 100 } },
  });

test('turns a claimed bonus into cash by deposit and wagering, and updates the page', async ({ visitor, client }) => {
  const promotion = await createPromotion(client);
  const player = await client.register(randomName());
  const page = await visitor();
  await signIn(page, player);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Promotions' }).click();
  await page.getByRole('button', { name: `Terms of ${promotion.name}` }).click();
  await expect(page.getByRole('dialog')).toContainText('One claim per person.');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: `Claim Now: ${promotion.name}` }).click();
  await expect(page.getByText('Promotion claimed successfully!')).toBeVisible();

  const mine = page.getByRole('region', { name: 'My Active Promotions' });
  await expect(mine.getByText('Waiting for deposit')).toBeVisible();
  await expect(mine.getByText('Deposit 20.00 USD or more to get the bonus.')).toBeVisible();
  await client.approve(await client.operator('finance'), (await client.deposit(player.token, 5_000)).id);
  await expect(mine.getByText('0.00 USD of 20.00 USD wagered')).toBeVisible();
  await mine.getByText('What counts').click();
  await expect(mine.getByText('Maximum stake with bonus money')).toBeVisible();
  await expectAccessible(page);

  for (let spins = 0; spins < 2; spins++) await spin(client, player);
  await expect(mine.getByText('10.00 USD of 20.00 USD wagered')).toBeVisible();
  await expect(mine.getByRole('progressbar', { name: 'Wagering progress' })).toHaveAttribute('aria-valuenow', '50');
  for (let spins = 0; spins < 2; spins++) await spin(client, player);
  await expect(mine.getByText(/^No active promotions/)).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: promotion.name })).toContainText('Completed');
  expect((await client.balance(player.token)).bonusMinor).toBe(0);
});

test('a claim is refused with its reason, and one is cancelled with what it costs on the button', async ({
  visitor,
  client,
}) => {
  const [promotion, other] = [await createPromotion(client), await createPromotion(client)];
  const player = await client.register(randomName());
  const page = await visitor();
  await signIn(page, player, '/promotions');
  const claim = page.getByRole('button', { name: `Claim Now: ${other.name}` });
  await expect(claim).toBeVisible();
  // The page still shows the promotion, because no event informs a player that an operator paused it.
  const release = await holdRequests(page, /\/api\/promotions(\?|$)/);
  const finance = await client.operator('finance');
  await client.expect(200, 'PATCH', `/api/admin/promotions/${other.id}`, {
    token: finance,
    body: { status: 'paused' },
  });
  await claim.click();
  await expect(page.getByText('Promotion is not active')).toBeVisible();
  release();

  await claimPromotion(client, player, promotion.id);
  const again = await client.ask<{ code: string }>('POST', `/api/promotions/${promotion.id}/claim`, {
    token: player.token,
    key: randomUUID(),
  });
  expect([again.status, again.body.code]).toEqual([409, 'promotion_already_claimed']);
  await client.approve(finance, (await client.deposit(player.token, 5_000)).id);
  const mine = page.getByRole('region', { name: 'My Active Promotions' });
  await expect(mine.getByText('0.00 USD of 20.00 USD wagered')).toBeVisible();
  const offers = page.getByRole('region', { name: 'Available promotions' });
  await expect(offers.getByRole('listitem').filter({ hasText: promotion.name })).toContainText('Claimed');

  await mine.getByRole('button', { name: 'Cancel promotion' }).click();
  await expect(page.getByRole('dialog')).toContainText('You cannot claim this promotion again.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel and lose 10.00 USD' }).click();
  await expect(page.getByText('Promotion cancelled')).toBeVisible();
  await eventually(
    () => client.balance(player.token),
    ({ bonusMinor }) => bonusMinor === 0,
    10_000,
  );
});

test('shows a promotion above the cost limit to players after a second approval', async ({ visitor, client }) => {
  const name = `Large match ${randomUUID().slice(0, 8)}`;
  const maker = await visitor();
  await signInOperator(maker, 'finance', '/admin/promotions');
  await maker.getByRole('button', { name: 'Create promotion' }).click();
  const dialog = maker.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create promotion' });
  await create.click();
  await expect(dialog.getByText('Please fill in all required fields').first()).toBeVisible();
  await expectAccessible(maker);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Description').fill('Twice your deposit');
  await dialog.getByLabel('Terms').fill('One claim per person.');
  await dialog.getByLabel('Status').selectOption('active');
  await dialog.getByLabel('Value').fill('200');
  await dialog.getByLabel('Maximum amount').fill('1000');
  await dialog.getByLabel('Places').fill('100000');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Costs at most 100,000,000.00 USD')).toBeVisible();
  await create.click();
  await expect(maker.getByText('Requested. A second operator must approve it.')).toBeVisible();
  await maker.getByRole('tab', { name: /^Changes/ }).click();
  const own = maker.getByRole('listitem').filter({ hasText: name });
  await expect(own.getByText('You requested this. Another operator must approve it.')).toBeVisible();

  const player = await client.register(randomName());
  const offered = async () =>
    (await client.expect<{ items: OfferedPromotion[] }>(200, 'GET', '/api/promotions', { token: player.token })).items;
  expect((await offered()).some((one) => one.name === name)).toBe(false);
  const checker = await visitor();
  await signInOperator(checker, 'super_admin', '/admin/promotions/changes');
  await checker.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Approve' }).click();
  const question = checker.getByRole('dialog');
  await expect(question).toContainText('200% deposit bonus, up to 1,000.00');
  await expectAccessible(checker);
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(checker.getByText('Approved. The change is in force.')).toBeVisible();
  expect((await offered()).find((one) => one.name === name)?.eligible).toBe(true);
});

test('an operator edits, pauses, activates and ends a promotion that was claimed', async ({ visitor, client }) => {
  const promotion = await createPromotion(client);
  await claimPromotion(client, await client.register(randomName()), promotion.id);
  const desk = await visitor();
  await signInOperator(desk, 'finance', `/admin/promotions?promotion=${promotion.id}`);
  const sheet = desk.getByRole('dialog', { name: promotion.name });
  await expect(sheet).toContainText('1 of 10');
  await sheet.getByRole('button', { name: 'Edit' }).click();
  const edit = desk.getByRole('dialog', { name: `Edit ${promotion.name}` });
  await expect(edit.getByText('Already claimed. Only name, texts, end and places can change.')).toBeVisible();
  await edit.getByLabel('Places').fill('12');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(desk.getByText('Promotion saved')).toBeVisible();
  await expect(sheet).toContainText('1 of 12');
  for (const act of ['Pause', 'Activate', 'End'] as const) {
    await sheet.getByRole('button', { name: act }).click();
    await desk
      .getByRole('dialog', { name: `${act} ${promotion.name}` })
      .getByRole('button', { name: act })
      .click();
    await expect(
      sheet.getByText({ Pause: 'Paused', Activate: 'Active', End: 'Ended' }[act], { exact: true }).first(),
    ).toBeVisible();
  }
  await expect(sheet.getByRole('button', { name: 'Edit' })).toBeHidden();
});

/** Registers in a given browser, so that both players share a device. */
async function registeredIn(request: APIRequestContext): Promise<TestPlayer> {
  const email = `${randomUUID()}@example.com`;
  const data = {
    email,
    password,
    firstName: 'Ada',
    ...randomName(),
    country: 'Ireland',
    dateOfBirth: '1990-01-31',
    acceptTerms: true,
  };
  const response = await request.post('/api/auth/register', { data });
  const { user, accessToken } = (await response.json()) as { user: { id: string }; accessToken: string };
  return { id: user.id, email, password, token: accessToken };
}

test('holds the claim of a linked account, shows the other account, and approves it', async ({ visitor, client }) => {
  const promotion = await createPromotion(client, {
    type: 'free_bet',
    reward: { type: 'fixed_amount', value: 500, currency: 'USD', wageringFactor: 1 },
    eligibility: { newUsersOnly: false, countries: [], sports: [] },
  });
  const shared = await visitor();
  const first = await registeredIn(shared.request);
  const second = await registeredIn(shared.request);
  await claimPromotion(client, first, promotion.id);
  // The service's job may have taken the claim's first step before the reply did.
  await expect.poll(() => claimStatuses(client, first)).toEqual(['active']);
  expect((await claimPromotion(client, second, promotion.id)).waitingFor).toBe('operator');
  const page = await visitor();
  await signIn(page, second, '/promotions');
  const mine = page.getByRole('region', { name: 'My Active Promotions' });
  await expect(mine.getByText('In review')).toBeVisible();

  const desk = await visitor();
  await signInOperator(desk, 'finance');
  await desk
    .getByRole('navigation', { name: 'Operator pages' })
    .getByRole('link', { name: /^Promotions/ })
    .click();
  await desk.getByRole('tab', { name: /^Claims/ }).click();
  await desk.getByRole('button', { name: 'To review' }).click();
  await desk
    .getByRole('row', { name: new RegExp(second.email) })
    .getByRole('button')
    .click();
  const sheet = desk.getByRole('dialog', { name: promotion.name });
  await expect(sheet.getByRole('listitem')).toContainText(first.email);
  await expectAccessible(desk);
  await sheet.getByRole('button', { name: 'Approve' }).click();
  await desk
    .getByRole('dialog', { name: /^Approve this claim/ })
    .getByRole('button', { name: 'Approve' })
    .click();
  await expect(desk.getByText('Claim approved')).toBeVisible();
  await expect(mine.getByText('Your 5.00 USD free bet is in the bet slip')).toBeVisible();
  expect(await claimStatuses(client, second)).toEqual(['active']);
});

const screens: { path: string; shows: (page: Page) => Locator }[] = [
  { path: '/promotions', shows: (page) => page.getByRole('button', { name: /^Claim Now/ }).first() },
  { path: '/promotions?tab=loyalty', shows: (page) => page.getByRole('heading', { name: 'How you earn points' }) },
  { path: '/promotions?tab=cashback', shows: (page) => page.getByText('No cashback statements yet') },
  { path: '/promotions?tab=history', shows: (page) => page.getByText('No past promotions') },
];

test('shows the pages of promotions at each width, dark and light', async ({ visitor, client }) => {
  test.slow();
  await createPromotion(client);
  const page = await visitor();
  await signIn(page, await client.register(randomName()));
  for (const { path, shows } of screens) {
    await goWithin(page, path);
    await expectAccessibleInEveryShape(page, shows(page));
  }
  const desk = await visitor();
  await signInOperator(desk, 'auditor');
  // The first of its pages is among the screens of operators.
  for (const part of ['/claims', '/changes']) {
    await desk.goto(`/admin/promotions${part}`);
    await expectAccessibleInEveryShape(desk, desk.getByText('Your role can view promotions but not change them.'));
  }
});
