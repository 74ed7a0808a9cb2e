/** Every screen at 360 and 1280 px, dark and light: it shows its content, scrolls only downwards and passes axe. */
import type { Page } from '@playwright/test';
import { operatorPages } from '../../web/src/operator-pages.ts';
import { addressOf, playerPages } from '../../web/src/pages.ts';
import type { TestPlayer } from './client.ts';
import { expect, expectAccessible, signIn, signInOperator, test } from './page.ts';

const shapes = [360, 1280].flatMap((width) => (['dark', 'light'] as const).map((colorScheme) => ({ width, colorScheme })));

type Shows = (page: Page) => ReturnType<Page['getByRole']>;
const heading: Shows = (page) => page.getByRole('heading', { level: 1 });
const login: Shows = (page) => page.getByRole('button', { name: 'Login', exact: true });
const price: Shows = (page) => page.getByRole('button', { name: /, chance \d+/ }).first();

/** What a page is for, where that is more than its heading. */
const shows: Record<string, Shows> = {
  '/login': login,
  '/register': (page) => page.getByRole('button', { name: 'Create Account' }),
  '/sports': price,
  '/live': price,
  '/bets': (page) => page.getByText('No bets yet'),
  '/dashboard': (page) => page.getByRole('heading', { name: 'Betting performance', exact: false }),
  '/wallet': (page) => page.getByText('Total Balance'),
  '/admin/login': login,
  '/admin/financial': (page) => page.getByRole('button', { name: /Deposit · / }).first(),
};
/** Without the token of a mail it leads to the sign-in. */
const leadsOn = '/auth/callback';
/** Every page that needs no parameter. */
const screensOf = (pages: readonly { path: string; access: string }[], access: string) =>
  pages
    .filter((page) => page.access === access)
    .flatMap((page) => addressOf(page) ?? [])
    .filter((path) => path !== leadsOn);

const open = [...screensOf(playerPages, 'open'), ...screensOf(playerPages, 'guest'), ...screensOf(operatorPages, 'guest')];
const moreOfWallet: [path: string, shows: Shows][] = [
  ['/wallet?tab=deposit', (page) => page.getByText('Bank Transfer', { exact: true }).first()],
  ['/wallet?tab=withdraw', (page) => page.getByRole('heading', { name: 'Wallet' })],
  ['/wallet?tab=history', (page) => page.getByRole('row', { name: /Welcome bonus/ })],
];
const moreForOperators = ['/admin/financial?tab=adjustments', '/admin/financial?tab=rates', '/admin/financial?tab=rules', '/admin/monitor/timeline'];

/** Opens the pages one after the other. */
async function expectScreens(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect((shows[path] ?? heading)(page)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
      await expectAccessible(page);
    });
  }
}

for (const { width, colorScheme } of shapes) {
  const options = { viewport: { width, height: 800 }, colorScheme };

  test(`open pages at ${width} px, ${colorScheme}`, async ({ visitor }) => {
    const page = await visitor(options);
    await expectScreens(page, open);
    await page.goto('/admin/activate?token=x');
    await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible();
    await expectAccessible(page);
  });

  test(`a player's pages at ${width} px, ${colorScheme}`, async ({ visitor, client }) => {
    const page = await visitor(options);
    const player: TestPlayer = await client.register();
    test.slow();
    await signIn(page, player);
    await expectScreens(page, screensOf(playerPages, 'player'));
    for (const [path, shown] of moreOfWallet) {
      await page.goto(path);
      await expect(shown(page)).toBeVisible();
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
    test.slow();
    await signInOperator(page, 'super_admin');
    await expect(page.getByRole('heading', { name: 'Pending deposits' })).toBeVisible();
    await expectAccessible(page);
    await expectScreens(page, [...screensOf(operatorPages, 'operator'), ...moreForOperators]);
    await page.goto(`/admin/users/${player.id}`);
    await expect(page.getByRole('heading', { name: 'Limits' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/admin/financial?payment=${payment.id}`);
    await expect(page.getByRole('dialog')).toBeVisible();
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
