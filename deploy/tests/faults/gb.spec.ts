/** An installation with JURISDICTION=gb in the browser, on a platform of its own: from the first visit to a deposit and a spin, and a self-exclusion to its return. */

import { randomUUID } from 'node:crypto';
import type { Round } from '@fairline/proto/casino/rounds';
import type { Exclusion } from '@fairline/proto/risk/exclusions';
import { dayMs } from '@fairline/proto/time';
import type { Page } from '@playwright/test';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { type Client, eventually, openMarkets, single, type TestPlayer } from '../client.ts';
import { connectDatabase } from '../databases.ts';
import { test as base, expect, signIn } from '../page.ts';

let platform: Platform | undefined;
// biome-ignore lint/correctness/noEmptyPattern: the runner wants the pattern.
const test = base.extend({ site: async ({}, use) => use(platform?.profile.publicUrl ?? '') });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  platform = await startPlatform({ temporary: true, demo: true, environment: { JURISDICTION: 'gb' } });
});
test.afterAll(() => platform?.stop());

const deposit = '/wallet?tab=deposit';
const slots = '/casino/mega-fortune-slots';
const spinButton = (page: Page) => page.getByRole('button', { name: /^Spin \d/ });
const session = (page: Page) => page.getByRole('region', { name: 'Session' }).filter({ hasText: 'Rounds' });

/** The refusal code of a command, or its status if it succeeded. */
async function outcomeOf(client: Client, { token }: TestPlayer, path: string, body: object): Promise<string | number> {
  const answer = await client.insist<{ code?: string }>('POST', path, { token, key: randomUUID(), body });
  return answer.body.code ?? answer.status;
}

const spin = (lines: number) => ({ wager: { lines, betPerLineMinor: 100 } });
const payIn = (method: string) => ({ amountMinor: 5_000, currency: 'USD', method });

test('a player verifies, answers on a limit, deposits without a credit card, and spins for 5.00', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const page = await visitor();

  await test.step('nothing is deposited or staked before identity is verified', async () => {
    await signIn(page, player, deposit);
    await expect(page.getByText('The rules of your country require your identity to be verified')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Deposit/ })).toHaveCount(0);
    const [selection] = openMarkets((await client.fixtures()).items);
    if (!selection) throw new Error('no market is open');
    expect(await outcomeOf(client, player, '/api/wallet/deposits', payIn('e_wallet'))).toBe('kyc_required');
    expect(await outcomeOf(client, player, '/api/betting/bets', single(selection, 100))).toBe('kyc_required');
    await page.goto(slots);
    const refused = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/rounds'),
    );
    await spinButton(page).click();
    expect((await refused).status()).toBe(422);
    await page.getByRole('link', { name: 'Verify your identity' }).first().click();
    await expect(page.getByText('Passport', { exact: true }).first()).toBeVisible();
  });

  await test.step('asks for a deposit limit before the first deposit, and takes no credit cards', async () => {
    await client.verify(player);
    await page.goto(deposit);
    await expect(page.getByRole('heading', { name: 'Set a deposit limit before you deposit?' })).toBeVisible();
    await page.getByLabel('Amount').fill('100');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await expect(page.getByText('Deposits by credit card are not allowed')).toBeVisible();
    await expect(page.getByRole('radio', { name: /Credit/ })).toHaveCount(0);
    expect(await outcomeOf(client, player, '/api/wallet/deposits', payIn('credit_card'))).toBe(
      'deposit_method_refused',
    );
    await page.goto(`${deposit}&method=e_wallet`);
    await page.getByLabel('Amount').fill('50');
    await page.getByRole('button', { name: 'Deposit 50.00 USD' }).click();
    await expect(page.getByText('Deposit of 50.00 USD successful!')).toBeVisible();
  });

  await test.step('spins for 5.00 at most, and calls no return of up to the stake a win', async () => {
    await page.goto(slots);
    await expect(page.getByText('At most 5.00 USD a spin')).toBeVisible();
    await expect(spinButton(page)).toContainText('5.00');
    for (const name of ['More lines', 'Higher bet']) await expect(page.getByRole('button', { name })).toBeDisabled();
    expect(await outcomeOf(client, player, '/api/casino/games/mega-fortune-slots/rounds', spin(6))).toBe(
      'wager_out_of_range',
    );
    const answer = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/rounds'),
    );
    await spinButton(page).click();
    const { wagerMinor: stakeMinor, payoutMinor } = (await (await answer).json()) as Round;
    expect(stakeMinor).toBe(500);
    const heading = payoutMinor > stakeMinor ? /^Win / : payoutMinor > 0 ? /^Returned / : 'No win';
    await expect(page.getByText(heading).first()).toBeVisible();
    if (payoutMinor <= stakeMinor) await expect(page.getByText(/^Win /)).toHaveCount(0);
  });

  await test.step('shows time and net result, which no reset ends', async () => {
    await expect(session(page)).toContainText(/Time.*Net.*Rounds1/);
    await expect(page.getByRole('button', { name: 'Reset Session' })).toHaveCount(0);
    await page.reload();
    await expect(session(page)).toContainText(/Time.*Net.*Rounds1/);
  });
});

test('a player under 25 spins for 2.00 at most', async ({ visitor, client }) => {
  const bornIn = new Date().getUTCFullYear() - 20;
  const page = await visitor();
  await signIn(page, await client.register({ dateOfBirth: `${bornIn}-01-01` }), slots);
  await expect(page.getByText('At most 2.00 USD a spin')).toBeVisible();
  await expect(spinButton(page)).toContainText('2.00');
  await expect(page.getByRole('button', { name: 'More lines' })).toBeDisabled();
});

test('a self-exclusion of 180 days lasts six months, and then until a day after the player asks', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const page = await visitor();
  const read = async () =>
    (await client.expect<{ current?: Exclusion }>(200, 'GET', '/api/risk/self-exclusion', { token: player.token }))
      .current;
  const ask = page.getByRole('button', { name: 'Ask to return to play' });

  await test.step('begins for six calendar months', async () => {
    await signIn(page, player, '/account?tab=responsible-gaming');
    await page.getByLabel('Duration').selectOption('180 days');
    await page.getByLabel('Reason', { exact: true }).fill('Too much football');
    await page.getByRole('button', { name: 'Exclude myself' }).click();
    const question = page.getByRole('dialog', { name: 'Exclude yourself for 180 days?' });
    await expect(question).toContainText('After that you can play again a day after you ask to return.');
    await question.getByRole('button', { name: 'Start self-exclusion' }).click();
    await expect(page.getByText('and after that until you ask to return.').first()).toBeVisible();
    await expect(ask).toHaveCount(0);
    const { startsAt = '', endsAt = '' } = (await read()) ?? {};
    expect(Date.parse(endsAt) - Date.parse(startsAt)).toBeGreaterThan(180 * dayMs);
    expect(new Date(endsAt).toLocaleTimeString('en-GB', { timeZone: 'Europe/London' })).toBe('00:00:00');
  });

  await test.step('outlasts its end, until a day after the request', async () => {
    await passEnd(player);
    await page.reload();
    await expect(page.getByText('and after that until you ask to return.').first()).toBeVisible();
    const asked = Date.now();
    await ask.click();
    await expect(page.getByText('You asked to return: you can play again from').first()).toBeVisible();
    const { returnsAt = '' } = (await eventually(read, (current) => current?.returnsAt !== undefined, 15_000)) ?? {};
    expect(Date.parse(returnsAt) - asked).toBeGreaterThanOrEqual(dayMs);
    expect(await outcomeOf(client, player, '/api/casino/games/mega-fortune-slots/rounds', spin(1))).toBe('excluded');
  });
});

/** Moves the end of the player's exclusion to the past, because nobody can wait for it. */
async function passEnd({ id }: TestPlayer): Promise<void> {
  if (!platform) throw new Error('no platform runs');
  const db = await connectDatabase(platform, 'risk');
  try {
    await db.query("update exclusions set ends_at = now() - interval '1 minute' where player_id = $1", [id]);
  } finally {
    await db.end();
  }
}
