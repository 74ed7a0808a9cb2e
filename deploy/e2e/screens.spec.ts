/** Every screen at 360 and 1280 px, dark and light: it shows its content, scrolls only downwards and passes axe. */
import type { Page } from '@playwright/test';
import type { TestPlayer } from './client.ts';
import { expect, expectAccessible, signIn, signInOperator, test } from './page.ts';

const shapes = [360, 1280].flatMap((width) => (['dark', 'light'] as const).map((colorScheme) => ({ width, colorScheme })));

const open: { path: string; shows: (page: Page) => ReturnType<Page['getByRole']> }[] = [
  { path: '/', shows: (page) => page.getByRole('heading', { level: 1 }) },
  { path: '/login', shows: (page) => page.getByRole('button', { name: 'Login', exact: true }) },
  { path: '/register', shows: (page) => page.getByRole('button', { name: 'Create Account' }) },
  { path: '/admin/login', shows: (page) => page.getByRole('button', { name: 'Login', exact: true }) },
  { path: '/admin/activate?token=x', shows: (page) => page.getByRole('button', { name: 'Set password' }) },
];
const signedIn: typeof open = [
  { path: '/sports', shows: (page) => page.getByRole('button', { name: /, chance \d+/ }).first() },
  { path: '/live', shows: (page) => page.getByRole('button', { name: /, chance \d+/ }).first() },
  { path: '/bets', shows: (page) => page.getByText('No bets yet') },
  { path: '/dashboard', shows: (page) => page.getByRole('heading', { name: 'Betting performance', exact: false }) },
  { path: '/wallet', shows: (page) => page.getByText('Total Balance') },
  { path: '/wallet?tab=deposit', shows: (page) => page.getByText('Bank Transfer', { exact: true }).first() },
  { path: '/wallet?tab=withdraw', shows: (page) => page.getByRole('heading', { name: 'Wallet' }) },
  { path: '/wallet?tab=history', shows: (page) => page.getByRole('row', { name: /Welcome bonus/ }) },
];

const operatorPages = [
  ['/admin/financial?tab=adjustments', 'Pending Approvals'],
  ['/admin/financial?tab=rates', 'Pending Approvals'],
  ['/admin/financial?tab=rules', 'Pending Approvals'],
  ['/admin/users', 'User Management'],
  ['/admin/operators', 'Operators'],
  ['/admin/monitor', 'Data monitor'],
  ['/admin/monitor/timeline', 'Data monitor'],
  ['/admin/settings', 'Settings'],
] as const;

for (const { width, colorScheme } of shapes) {
  const options = { viewport: { width, height: 800 }, colorScheme };

  test(`open pages at ${width} px, ${colorScheme}`, async ({ visitor }) => {
    const page = await visitor(options);
    for (const { path, shows } of open) {
      await page.goto(path);
      await expect(shows(page)).toBeVisible();
      await expectAccessible(page);
    }
  });

  test(`a player's pages at ${width} px, ${colorScheme}`, async ({ visitor, client }) => {
    const page = await visitor(options);
    const player: TestPlayer = await client.register();
    await signIn(page, player);
    for (const { path, shows } of signedIn) {
      await page.goto(path);
      await expect(shows(page)).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto('/wallet?tab=deposit');
    await page.getByText('Bank Transfer', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Pay to this account' })).toBeVisible();
    await expectAccessible(page);
  });

  test(`an operator's pages at ${width} px, ${colorScheme}`, async ({ visitor, client }) => {
    const player = await client.register();
    const payment = await client.deposit(player.token, 5_000);
    const page = await visitor(options);
    await signInOperator(page, 'super_admin');
    await expect(page.getByRole('heading', { name: 'Pending deposits' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/admin/financial');
    await expect(page.getByRole('button', { name: /Deposit · / }).first()).toBeVisible();
    await expectAccessible(page);
    for (const [path, heading] of operatorPages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto(`/admin/users/${player.id}`);
    await expect(page.getByRole('heading', { name: 'Limits' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/admin/financial?payment=${payment.id}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/admin/integrity');
    await expect(page.getByRole('heading', { name: 'Integrity' })).toBeVisible();
    await expectAccessible(page);
  });
}

for (const width of [360, 768, 1_024]) {
  test(`shows the whole header at ${width} px, in Spanish, with a long name and thousands`, async ({ visitor, client }) => {
    const player = await client.register({ firstName: 'Maximiliana-Josephine', lastName: 'Featherstonehaugh' });
    await client.approve(await client.operator('finance'), (await client.deposit(player.token, 498_765)).id);
    const page = await visitor({ viewport: { width, height: 800 } });
    await page.goto('/login');
    await page.getByText('Español', { exact: true }).click();
    await page.getByLabel('Correo').fill(player.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(player.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('button', { name: /^Saldo/ })).toContainText('5.087,65');
    await page.goto('/sports');
    await expect(page.getByRole('button', { name: /^Saldo/ })).toContainText('5.087,65');
    const parts = await page.getByRole('banner').getByRole('link').or(page.getByRole('banner').getByRole('button')).filter({ visible: true }).all();
    // The way home, the balance, the notices and the account at least.
    expect(parts.length).toBeGreaterThanOrEqual(4);
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });
}

test('the slip survives a reload and shows four selections with Place in sight at 360 x 640', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 360, height: 640 } });
  await signIn(page, player);
  await page.goto('/sports');
  const prices = page.getByRole('button', { name: /, chance \d+/, pressed: false });
  for (let picked = 0; picked < 4; picked++) await prices.nth(picked * 2).click();
  await page.reload();
  await page.getByRole('button', { name: /Slip/ }).first().click();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(4);
  await expect(page.getByRole('button', { name: /^Place|Insufficient Balance|Accept/ }).last()).toBeInViewport({ ratio: 1 });
});
