/** Every screen at 360 and 1280 px, dark and light: the app leads to it, it shows its content, does not scroll sideways, and passes axe. Data that a screen needs is prepared once. */
import type { Page } from '@playwright/test';
import { operatorPages } from '../../../web/src/operator-pages.ts';
import { addressOf, playerPages } from '../../../web/src/pages.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInEveryShape,
  goWithin,
  signIn,
  signInOperator,
  test,
} from '../page.ts';
import { pick } from './picking.ts';

/** Pages that the journeys of account, wallet, safe play and promotions check in the same way, and in more detail. */
const elsewhere = new Set(['/account', '/wallet', '/safe-play', '/safe-play/statement', '/promotions']);

type Shows = (page: Page) => ReturnType<Page['getByRole']>;
const heading: Shows = (page) => page.getByRole('heading', { level: 1 });
const login: Shows = (page) => page.getByRole('button', { name: 'Login', exact: true });
const tab =
  (name: string): Shows =>
  (page) =>
    page.getByRole('tab', { selected: true, name });
const price: Shows = (page) => page.getByRole('button', { name: /, chance \d+/ }).first();

/** Content that a page must show, for pages where the heading is not enough. */
const shows: Record<string, Shows> = {
  '/login': login,
  '/register': (page) => page.getByRole('button', { name: 'Create Account' }),
  '/sports': price,
  '/live': price,
  '/help': (page) => page.getByRole('heading', { name: /^Sports Betting/ }),
  '/support': (page) => page.getByText('No tickets found'),
  '/bets': (page) => page.getByText('No bets yet'),
  '/dashboard': (page) => page.getByRole('heading', { name: 'Betting performance', exact: false }),
  '/casino': (page) => page.getByRole('heading', { level: 1, name: 'Casino' }),
  '/casino/history': (page) => page.getByRole('heading', { level: 1, name: 'Your rounds' }),
  '/casino/fairness': (page) => page.getByRole('heading', { level: 1, name: 'Fairness' }),
  '/casino/returns': (page) => page.getByRole('heading', { level: 1, name: 'Live returns' }),
  '/admin/login': login,
  '/admin/trading': (page) => page.getByRole('table'),
  '/admin/financial?tab=adjustments': tab('Adjustments'),
  '/admin/financial?tab=rates': tab('Rates'),
  '/admin/financial?tab=rules': tab('Auto-approval'),
  '/admin/financial': (page) => page.getByRole('button', { name: /Deposit · / }).first(),
};
/** This page redirects to the sign-in without the token of a mail. */
const leadsOn = '/auth/callback';
/** Every page that needs no parameter. */
const screensOf = (pages: readonly { path: string; access: string }[], access: string) =>
  pages
    .filter((page) => page.access === access)
    .flatMap((page) => addressOf(page) ?? [])
    .filter((path) => path !== leadsOn && !elsewhere.has(path));

const open = [
  ...screensOf(playerPages, 'open'),
  ...screensOf(playerPages, 'guest'),
  ...screensOf(operatorPages, 'guest'),
];
const moreForOperators = [
  '/admin/financial?tab=adjustments',
  '/admin/financial?tab=rates',
  '/admin/financial?tab=rules',
  '/admin/monitor/timeline',
];

/** Leads the app through the pages, and checks each at every width, dark and light. */
async function expectScreens(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await goWithin(page, path);
      const shown = (shows[path] ?? heading)(page);
      await expectAccessibleInEveryShape(page, shown);
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
    });
  }
}

test('open pages', async ({ visitor }) => {
  test.slow();
  const page = await visitor();
  await page.goto('/');
  await expectScreens(page, open);
  await page.goto('/admin/activate?token=x');
  await expectAccessibleInEveryShape(page, page.getByRole('button', { name: 'Set password' }));
});

test("a player's pages", async ({ visitor, client }) => {
  test.slow();
  const page = await visitor();
  await signIn(page, await client.register());
  await expectScreens(page, [...screensOf(playerPages, 'player'), '/casino/returns']);
});

test("an operator's pages", async ({ visitor, client }) => {
  test.slow();
  const player = await client.register();
  const payment = await client.deposit(player.token, 5_000);
  const page = await visitor();
  await signInOperator(page, 'super_admin');
  await expect(page.getByRole('heading', { name: 'Pending deposits' })).toBeVisible();
  await expectScreens(page, [...screensOf(operatorPages, 'operator'), ...moreForOperators]);
  await goWithin(page, `/admin/users/${player.id}`);
  await expectAccessibleInEveryShape(page, page.getByRole('heading', { name: 'Limits' }));
  await goWithin(page, `/admin/financial?payment=${payment.id}`);
  await expectAccessibleInEveryShape(page, page.getByRole('dialog'));
});

test('shows the whole header at three widths, in Spanish, with a long name and thousands', async ({
  visitor,
  client,
}) => {
  const player = await client.register({
    firstName: 'Maximiliana-Josephine',
    lastName: 'Featherstonehaugh',
    language: 'es',
  });
  await client.approve(await client.operator('finance'), (await client.deposit(player.token, 498_765)).id);
  const page = await visitor();
  await signIn(page, player, '/sports');
  for (const width of [360, 768, 1_024]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('button', { name: /^Saldo/ })).toContainText('5.087,65');
    const parts = await page
      .getByRole('banner')
      .getByRole('link')
      .or(page.getByRole('banner').getByRole('button'))
      .filter({ visible: true })
      .all();
    // At least the link to the home page, the balance, the notices and the account.
    expect(parts.length).toBeGreaterThanOrEqual(4);
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  }
});

test('the slip survives a reload and shows four selections with Place in sight at 360 x 640', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 360, height: 640 } });
  await signIn(page, player, '/sports');
  await pick(page, 4);
  await page.reload();
  await page.getByRole('button', { name: /Slip/ }).first().click();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(4);
  await expect(page.getByRole('button', { name: /^Place|Insufficient Balance|Accept/ }).last()).toBeInViewport({
    ratio: 1,
  });
});
