/** Sessions in the browser: guards, the remembered page, tabs that end together, the mail that confirms an address. */
import { demoPassword } from './client.ts';
import { expect, password, signIn, test } from './page.ts';

test('a guarded page is remembered through the sign-in, and guest pages send a player on', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor();
  await page.goto('/wallet?tab=history');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(player.email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-password-1');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/wallet\?tab=history$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/$/);
});

test('the demo player signs in with one press, in the book of play money', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use Demo' }).click();
  await expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible();
});

test('signing out in one tab signs out the other', async ({ visitor, client }) => {
  const player = await client.register();
  const first = await visitor();
  await signIn(first, player);
  const second = await first.context().newPage();
  await second.goto('/wallet');
  await expect(second.getByRole('heading', { name: 'Wallet' })).toBeVisible();
  await first.getByRole('button', { name: /^Account of/ }).click();
  await first.getByRole('button', { name: 'Logout' }).click();
  await expect(first.getByText('Logged out successfully')).toBeVisible();
  await expect(second.getByText('You were logged out from another tab.')).toBeVisible();
  await expect(second).toHaveURL(/\/login$/);
});

test('a reload keeps the session, a closed account ends it', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor();
  await signIn(page, player);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Balance/ })).toBeVisible();
  const token = await client.operator('compliance');
  await client.expect(200, 'PATCH', `/api/admin/auth/users/${player.id}`, { token, body: { status: 'closed', reason: 'Asked for by the player' } });
  await expect(page).toHaveURL(/\/login$/, { timeout: 70_000 });
});

test('the mail that came by SMTP confirms the address', async ({ visitor, client }) => {
  const player = await client.register();
  const linkOf = async () => (await client.mail(player.email)).map(({ text }) => /https?:\/\/\S*\/auth\/callback\S*/.exec(text)?.[0]).find(Boolean) ?? '';
  await expect.poll(linkOf).toMatch(/token=/);
  const link = new URL(await linkOf());
  const page = await visitor();
  await page.goto(link.pathname + link.search);
  await expect(page.getByText(/Email verified successfully!/)).toBeVisible();
  const other = await visitor();
  await other.goto('/auth/callback?type=signup&token=not-a-token');
  await expect(other.getByText('Email verification failed. Please try again.')).toBeVisible();
  await expect(other).toHaveURL(/\/login$/);
});

test('operators have a session of their own, and a role that may not decide cannot', async ({ visitor }) => {
  const desk = await visitor();
  await desk.goto('/admin/financial');
  await expect(desk).toHaveURL(/\/admin\/login$/);
  await desk.getByLabel('Email').fill('finance@fairline.example');
  await desk.getByLabel('Password', { exact: true }).fill('Wrong-password-1');
  await desk.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(desk.getByText('Invalid admin credentials')).toBeVisible();
  await desk.getByLabel('Email').fill('trader@fairline.example');
  await desk.getByLabel('Password', { exact: true }).fill(demoPassword);
  await desk.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(desk).toHaveURL(/\/admin\/financial$/);
  await expect(desk.getByText('Your role has no part in payments')).toBeVisible();
});
