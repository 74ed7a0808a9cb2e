/** The player's wallet in the browser: instant and manual deposits, conversion, a PIN, the closed loop, saved destinations, and the history with its export. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInEveryShape, goWithin, shapes, signIn, test } from '../page.ts';

const balance = (page: Page) => page.getByRole('button', { name: /^Balance/ });

/** A picture of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The tabs, with content that each must show. */
const tabs: Record<string, (page: Page) => Locator> = {
  overview: (page) => page.getByText('Total Balance'),
  deposit: (page) => page.getByText('Bank Transfer', { exact: true }).first(),
  withdraw: (page) => page.getByRole('heading', { name: 'Wallet' }),
  history: (page) => page.getByRole('row', { name: /Welcome bonus/ }),
  convert: (page) => page.getByText('Enter an amount to see its rate'),
  settings: (page) => page.getByRole('button', { name: 'Set PIN' }),
};
const walletShapes = [...shapes, { width: 768, colorScheme: 'dark' }, { width: 768, colorScheme: 'light' }] as const;

test('shows every tab of the wallet at each width, dark and light', async ({ visitor, client }) => {
  test.slow();
  const page = await visitor();
  await signIn(page, await client.register(), '/wallet');
  for (const [tab, shows] of Object.entries(tabs)) {
    await goWithin(page, `/wallet?tab=${tab}`);
    await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(tab, 'i'));
    await expect(page.getByRole('tabpanel').getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectAccessibleInEveryShape(page, shows(page), walletShapes);
  }
  await goWithin(page, '/wallet?tab=deposit');
  await page.getByText('Bank Transfer', { exact: true }).click();
  await expectAccessibleInEveryShape(page, page.getByRole('heading', { name: 'Pay to this account' }));
});

test('an e-wallet pays in at once, its fee shown before', async ({ visitor, client }) => {
  const page = await visitor();
  await signIn(page, await client.register(), '/wallet?tab=deposit&method=e_wallet');
  await page.getByLabel('Amount').fill('100');
  await expect(page.getByText('98.50 USD')).toBeVisible();
  await page.getByRole('button', { name: 'Deposit 100.00 USD' }).click();
  await expect(page.getByText('Deposit of 100.00 USD successful!')).toBeVisible();
  await expect(balance(page)).toContainText('198.50');
});

/** Enters a card on the provider's page, pays, and returns. */
async function payByCard(page: Page, amount: string): Promise<void> {
  await page.goto('/wallet?tab=deposit&method=credit_card');
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: `Deposit ${amount} USD` }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(/\/wallet\?tab=deposit&payment=/);
}

test('a card pays in through the page of the provider', async ({ visitor, client }) => {
  const page = await visitor();
  await signIn(page, await client.register());
  await payByCard(page, '100.00');
  await expect(page.getByText('Deposit of 100.00 USD successful!')).toBeVisible();
  await expect(page.getByText('97.10 USD credited to your balance, fee 2.90 USD.')).toBeVisible();
  await expect(balance(page)).toContainText('197.10');
});

test('a card deposit that was left waits for its player, who goes on with it or cancels it', async ({
  visitor,
  client,
}) => {
  const page = await visitor();
  await signIn(page, await client.register());
  const leave = async (amount: string) => {
    await page.goto('/wallet?tab=deposit&method=credit_card');
    await page.getByLabel('Amount').fill(amount);
    await page.getByRole('button', { name: `Deposit ${amount} USD` }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
  };
  await leave('30.00');
  const hosted = page.url();
  await page.goto('/wallet?tab=deposit');
  await expect(page.getByText('Awaiting payment')).toBeVisible();
  await page.getByRole('link', { name: 'Continue payment' }).click();
  await expect(page).toHaveURL(hosted);
  await page.goto('/wallet?tab=deposit');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('Deposit cancelled. Nothing was taken.')).toBeVisible();
  await expect(page.getByText('No pending deposits')).toBeVisible();

  await leave('40.00');
  await page.goto('/wallet?tab=history');
  const row = page.getByRole('row', { name: /Awaiting payment/ });
  await row.getByRole('button').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(drawer.getByText('Cancelled by you')).toBeVisible();
  await expect(page.getByRole('row', { name: /Awaiting payment/ })).toHaveCount(0);
  await expect(balance(page)).toContainText('100.00');
});

test('a declined card credits nothing', async ({ visitor, client }) => {
  const page = await visitor();
  await signIn(page, await client.register());
  await payByCard(page, '50.01');
  await expect(page.getByText('Deposit failed')).toBeVisible();
  await expect(balance(page)).toContainText('100.00');
});

test('a withdrawal PIN is set, asked for, and held to', async ({ visitor, client }) => {
  const player = await client.register();
  const paid = await client.deposit(player.token, 10_000);
  await client.approve(await client.operator('finance'), paid.id);
  const page = await visitor();
  await signIn(page, player, '/wallet?tab=settings');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await page.getByLabel('New PIN').fill('2468');
  await page.getByLabel('Repeat the PIN').fill('2469');
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await expect(page.getByText('The PINs do not match')).toBeVisible();
  await page.getByLabel('Repeat the PIN').fill('2468');
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeVisible();

  await page.goto('/wallet?tab=withdraw');
  await page.getByRole('group').getByText('Bank Transfer', { exact: true }).click();
  await page.getByLabel('Destination').fill('IE29AIBK93115212345678');
  await page.getByLabel('Amount').fill('50');
  await page.getByLabel('Withdrawal PIN').fill('1357');
  await page.getByRole('button', { name: 'Withdraw 50.00 USD' }).click();
  await expect(page.getByText(/This PIN is incorrect/)).toBeVisible();
  await expect(page.getByText(/tr(y|ies) left/)).toBeVisible();
  await page.getByLabel('Withdrawal PIN').fill('2468');
  await page.getByRole('button', { name: 'Withdraw 50.00 USD' }).click();
  await expect(page.getByText(/^Withdrawal request submitted successfully!/)).toBeVisible();
  expect((await client.balance(player.token)).pendingWithdrawalsMinor).toBe(5_000);
  // The header shows what can be staked: the held money stands in its menu.
  await expect(balance(page)).toContainText('150.00');
  await balance(page).click();
  await expect(page.getByRole('banner').getByText('Held for withdrawals').locator('..')).toContainText('50.00');
});

test('a destination is saved with a withdrawal, chosen for the next one, and forgotten', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const paid = await client.deposit(player.token, 10_000);
  await client.approve(await client.operator('finance'), paid.id);
  const page = await visitor();
  await signIn(page, player, '/wallet?tab=withdraw');
  await page.getByRole('group').getByText('Bank Transfer', { exact: true }).click();
  await page.getByLabel('Destination').fill('IE29AIBK93115212345678');
  await page.getByLabel('Save for next time').check();
  await page.getByLabel('Label (optional)').fill('Savings');
  await page.getByLabel('Amount').fill('50');
  await page.getByRole('button', { name: 'Withdraw 50.00 USD' }).click();
  await expect(page.getByText(/^Withdrawal request submitted successfully!/)).toBeVisible();
  await page.getByRole('group').getByText('Bank Transfer', { exact: true }).click();
  await expect(page.getByLabel('Withdraw to').getByRole('option', { selected: true })).toHaveText(
    'Savings: IE29 AIBK 9311 5212 3456 78',
  );
  await expectAccessible(page);
  await page.getByLabel('Amount').fill('50');
  await page.getByRole('button', { name: 'Withdraw 50.00 USD' }).click();
  await expect.poll(async () => (await client.balance(player.token)).pendingWithdrawalsMinor).toBe(10_000);
  await page.goto('/wallet?tab=settings');
  await expect(page.getByText('Bank Transfer · IE •••• 5678')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Savings (IE •••• 5678)' }).click();
  await expect(page.getByText('None yet. Save one here, or with your next withdrawal.')).toBeVisible();
});

test('another method is refused while some is owed to the one that paid in, and the form follows', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const paid = await client.deposit(player.token, 6_000);
  await client.approve(await client.operator('finance'), paid.id);
  const page = await visitor();
  await signIn(page, player, '/wallet?tab=withdraw');
  await expect(page.getByRole('heading', { name: 'To be returned first' })).toBeVisible();
  await expect(
    page.getByText('You can withdraw 60.00 USD now: what you deposited. Verified accounts withdraw more.'),
  ).toBeVisible();
  await page.getByText('E-Wallet', { exact: true }).click();
  await expect(
    page.getByText('You can withdraw 0.00 USD this way now: 60.00 USD must go back to Bank Transfer first.'),
  ).toBeVisible();
  await page.getByRole('group').getByText('Bank Transfer', { exact: true }).click();
  await page.getByRole('button', { name: 'Max' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('60.00');
  await page.getByText('E-Wallet', { exact: true }).click();
  await page.getByLabel('Destination').fill('ada@example.org');
  await page.getByLabel('Amount').fill('20');
  await page.getByRole('button', { name: 'Withdraw 20.00 USD' }).click();
  await expect(page.getByText('First withdraw 60.00 USD to Bank Transfer.')).toBeVisible();
  await page.getByRole('button', { name: 'Fill it in' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('60.00');
  await page.getByLabel('Destination').fill('IE29AIBK93115212345678');
  await page.getByRole('button', { name: 'Withdraw 60.00 USD' }).click();
  await expect(page.getByText(/^Withdrawal request submitted successfully!/)).toBeVisible();
});

test('withdraws another currency from its own account, counted in the play currency for limits', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const paid = await client.deposit(player.token, 10_000);
  const finance = await client.operator('finance');
  await client.approve(finance, paid.id);
  const page = await visitor();
  await signIn(page, player, '/wallet?tab=withdraw');
  await expect(page.getByLabel('Destination')).toBeVisible();
  await expect(page.getByLabel('From account')).toBeHidden();
  await page.goto('/wallet?tab=convert');
  await page.getByLabel('Amount').fill('80');
  await page.getByRole('button', { name: 'Show the rate' }).click();
  await page.getByRole('button', { name: /^Convert 80.00 USD to/ }).click();
  await expect(page.getByText('Successfully converted 80.00 USD to EUR')).toBeVisible();
  await expect(balance(page)).toContainText('120.00');
  await page.goto('/wallet');
  await expect(page.getByRole('heading', { name: 'Accounts in other currencies' })).toBeVisible();
  const held = async () => (await client.balance(player.token)).accounts.find(({ currency }) => currency === 'EUR');
  const available = (await held())?.cashMinor ?? 0;

  await page.goto('/wallet?tab=withdraw');
  const account = page.getByLabel('From account');
  await expect(account.getByRole('option')).toHaveText([
    'USD: 120.00 USD available',
    `EUR: ${(available / 100).toFixed(2)} EUR available`,
  ]);
  await account.selectOption('EUR');
  await expect(page.getByText('Counts towards your limits in USD, at the current rate.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('group').getByText('Bank Transfer', { exact: true }).click();
  await page.getByLabel('Destination').fill('IE29AIBK93115212345678');
  await page.getByLabel('Amount').fill('10');
  await expect(page.getByRole('button', { name: 'Withdraw 10.00 EUR' })).toHaveAccessibleDescription(
    /Amount must be between 18\.\d\d EUR and/,
  );
  await page.getByLabel('Amount').fill('30');
  await expect(page.getByText('About 32.70 USD')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw 30.00 EUR' }).click();
  await expect(page.getByText(/^Withdrawal request submitted successfully!/)).toBeVisible();
  expect(await held()).toMatchObject({ cashMinor: available, heldMinor: 3_000 });
});

test('a mistyped report is taken back', async ({ visitor, client }) => {
  const page = await visitor();
  const player = await client.register();
  await client.deposit(player.token, 7_700);
  await signIn(page, player, '/wallet?tab=deposit&method=bank_transfer');
  await page.getByRole('button', { name: 'Withdraw report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw report' }).click();
  await expect(page.getByText('No pending deposits')).toBeVisible();
  await page.goto('/wallet?tab=history&type=deposit');
  await page.getByRole('button', { name: 'Deposit: Bank Transfer' }).click();
  await expect(page.getByRole('dialog').getByText('Withdrawn', { exact: true })).toBeVisible();
});

test('a manual deposit with its proof is found in the history, which filters and is taken along', async ({
  visitor,
  client,
}) => {
  const page = await visitor();
  await signIn(page, await client.register(), '/wallet?tab=deposit&method=bank_transfer');
  await page.getByLabel('Amount').fill('75');
  await page.getByLabel('Transaction ID').fill('T-75');
  await page.locator('input[type=file]').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: onePixel });
  await expect(page.getByAltText('Preview of your payment proof')).toBeVisible();
  await page.getByRole('button', { name: 'Submit deposit of 75.00 USD' }).click();
  await expect(page.getByText(/Deposit request submitted successfully! Transaction ID: DEP-/)).toBeVisible();

  await page.goto('/wallet?tab=history');
  await page.getByLabel('Type').selectOption('deposit');
  await expect(page).toHaveURL(/type=deposit/);
  await expect(page.getByRole('row', { name: /Welcome bonus/ })).toBeHidden();
  await page.getByRole('button', { name: 'Deposit: Bank Transfer' }).click();
  await expect(page.getByRole('dialog').getByText('Pending Review')).toBeVisible();
  await page.getByRole('button', { name: 'View payment proof' }).click();
  await expect(page.getByAltText('The payment proof you sent')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^transactions_\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await readFile(await csv.path(), 'utf8')).toContain('Date,Type,Amount,Currency,Fee,Method,Status,Description');
  const [statement] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect((await readFile(await statement.path())).subarray(0, 5).toString()).toBe('%PDF-');
});
