/** Sessions in the browser: guarded pages, the page remembered through a sign-in, sign-out in all tabs, the confirmation mail, passkeys. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoPassword } from '../client.ts';
import { expect, expectAccessible, password, signIn, test } from '../page.ts';

test('a guarded page is remembered through the sign-in, and guest pages send a player on', async ({
  visitor,
  client,
}) => {
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
  await client.expect(200, 'PATCH', `/api/admin/auth/users/${player.id}`, {
    token,
    body: { status: 'closed', reason: 'Asked for by the player' },
  });
  await expect(page).toHaveURL(/\/login$/, { timeout: 70_000 });
});

test('the mail that came by SMTP confirms the address', async ({ visitor, client }) => {
  const player = await client.register();
  const linkOf = async () =>
    (await client.mail(player.email))
      .map(({ text }) => /https?:\/\/\S*\/auth\/callback\S*/.exec(text)?.[0])
      .find(Boolean) ?? '';
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
  await expect(desk.getByText('Your role has no access to payments')).toBeVisible();
});

/** Adds a virtual authenticator to Chromium that makes passkeys and verifies the user at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, automaticPresenceSimulation: true },
  });
}

test('a player adds a passkey, signs in with it, and removes it', async ({ visitor, client }) => {
  const player = await client.register();
  const linkOf = async () =>
    (await client.mail(player.email)).map(({ text }) => /\/auth\/callback\S*token=\S+/.exec(text)?.[0]).find(Boolean) ??
    '';
  await expect.poll(linkOf).toMatch(/token=/);
  const page = await visitor();
  await page.goto(await linkOf());
  await expect(page.getByText(/Email verified successfully!/)).toBeVisible();
  await addAuthenticator(page);
  await signIn(page, player, '/account?tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('Work laptop');
  await page.locator('form').filter({ hasText: 'Name of the passkey' }).getByLabel('Current password').fill(password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Work laptop' });
  await expect(row.getByText('Not used yet')).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  // The authenticator may answer the autofill of the field by itself, even while the button is pressed; otherwise the button asks it.
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  const account = page.getByRole('button', { name: /^Account of/ });
  const entered = account.waitFor({ timeout: 5_000 });
  await entered.catch(() => button.click({ timeout: 5_000 }).catch(() => undefined));
  await expect(account).toBeVisible();
  await page.goto('/account?tab=security');
  await expect(row.getByText(/Last used/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('button', { name: 'Remove this passkey' }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
});

test('an operator adds a passkey and signs in with it', async ({ visitor, client }) => {
  const email = `${randomUUID()}@example.com`;
  const tokenOf = async (name: string) => {
    const body = { email: `${name}@fairline.example`, password: demoPassword };
    return (await client.expect<{ accessToken: string }>(200, 'POST', '/api/admin/auth/login', { body })).accessToken;
  };
  const body = { email, firstName: 'Olga', lastName: 'Operator', role: 'trader', reason: 'New colleague' };
  const { id } = await client.expect<{ id: string }>(202, 'POST', '/api/admin/auth/operators', {
    token: await tokenOf('super_admin'),
    body,
  });
  await client.expect(200, 'POST', `/api/admin/auth/access-requests/${id}/approve`, {
    token: await tokenOf('super_admin2'),
  });
  const linkOf = async () =>
    (await client.mail(email)).map(({ text }) => /\/admin\/activate\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ??
    '';
  await expect.poll(linkOf).not.toBe('');
  await client.expect(200, 'POST', '/api/admin/auth/activate', { body: { token: await linkOf(), password } });
  const desk = await visitor();
  await desk.goto('/admin/login');
  await desk.getByLabel('Email').fill(email);
  await desk.getByLabel('Password', { exact: true }).fill(password);
  await desk.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(desk).toHaveURL(/\/admin\/dashboard$/);
  await addAuthenticator(desk);
  await desk.goto('/admin/settings');
  await desk.getByRole('button', { name: 'Add a passkey' }).click();
  await desk.getByRole('button', { name: 'Create passkey' }).click();
  await expect(desk.getByText('Passkey added')).toBeVisible();
  await expectAccessible(desk);
  await desk.context().clearCookies();
  await desk.evaluate('localStorage.clear()');
  await desk.goto('/admin/login');
  const button = desk.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(desk).toHaveURL(/\/admin\/dashboard$/);
});
