/** The account in the browser: a lost password, two-factor authentication, devices, the language, the dashboard, and leaving for good. */
import { createHmac, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { connectDatabase } from '../databases.ts';
import { expect, expectAccessible, expectAccessibleInEveryShape, goWithin, password, signIn, test } from '../page.ts';
import { journeyPlatform } from '../platform.setup.ts';

const newPassword = 'Better-horse-2';
const periodMs = 30_000;

/** The code of an authenticator app (RFC 6238) for a secret; `ahead` is the number of periods from now. */
function codeOf(secret: string, ahead = 0): string {
  const bits = [...secret]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / periodMs) + ahead));
  const digest = createHmac('sha1', key).update(step).digest();
  const offset = digest.readUInt8(19) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function fillSignIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** The version of the terms that a player accepted, as stored by auth. */
async function acceptedTerms(id: string): Promise<string> {
  const [row] = await inAuth('select terms_version from users where id = $1', [id]);
  return row?.terms_version ?? '';
}

/** Stores an older accepted version, as if the terms had changed since then. */
const accept = (id: string, version: string) =>
  inAuth('update users set terms_version = $2 where id = $1', [id, version]);

async function inAuth(text: string, values: readonly string[]): Promise<{ terms_version: string }[]> {
  const database = await connectDatabase(journeyPlatform(), 'auth');
  try {
    return (await database.query<{ terms_version: string }>(text, [...values])).rows;
  } finally {
    await database.end();
  }
}

const balance = (page: Page) => page.getByRole('button', { name: /^Balance/ });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test('shows every tab of the account at each width, dark and light', async ({ visitor, client }) => {
  test.slow();
  const page = await visitor();
  await signIn(page, await client.register(), '/account');
  for (const tab of ['profile', 'verification', 'security', 'preferences', 'notifications', 'privacy']) {
    await goWithin(page, `/account?tab=${tab}`);
    const selected = page.getByRole('tab', { selected: true });
    await expect(selected).toHaveText(new RegExp(tab, 'i'));
    await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0);
    await expectAccessibleInEveryShape(page, selected);
  }
});

test('a lost password is set anew by the link of the mail, once', async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(player.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If there is an account for ${player.email}`)).toBeVisible();
  await expectAccessible(page);
  const linkOf = async () =>
    (await client.mail(player.email))
      .map(({ text }) => /https?:\/\/\S*\/reset-password\S*/.exec(text)?.[0])
      .find(Boolean) ?? '';
  await expect.poll(linkOf).toMatch(/token=/);
  const { pathname, search } = new URL(await linkOf());
  await page.goto(pathname + search);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill('Another-horse-3');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your new password is set.')).toBeVisible();
  await page.goto(pathname + search);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This link is no longer valid')).toBeVisible();
  await signIn(page, { email: player.email, password: newPassword });
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('moves to a new e-mail address by its mailbox, and back by the old one', async ({ visitor, client }) => {
  const player = await client.register();
  await client.confirmEmail(player);
  const page = await visitor();
  await signIn(page, player, '/account');
  const address = `${randomUUID()}@new.example`;
  await page.getByRole('button', { name: 'Change email address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New email address').fill(address);
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`We sent a link to ${address}.`)).toBeVisible();
  const linkTo = async (mailbox: string) => {
    await expect.poll(async () => (await client.mail(mailbox))[0]?.text ?? '').toMatch(/_email&token=/);
    return (
      /https?:\S+(\/auth\/callback\?type=\w+_email&token=\S+)/.exec((await client.mail(mailbox))[0]?.text ?? '')?.[1] ??
      ''
    );
  };
  await page.goto(await linkTo(address));
  await expectAccessibleInEveryShape(page, page.getByRole('button', { name: 'Confirm the new address' }));
  await page.getByRole('button', { name: 'Confirm the new address' }).click();
  await expect(page.getByText(`The email address of your account is now ${address}.`)).toBeVisible();
  await fillSignIn(page, address, password);
  await expect(page).toHaveURL(/dashboard/);
  await expect
    .poll(async () => (await client.mail(player.email))[0]?.subject)
    .toBe('Your account has a new email address');
  const old = await visitor();
  await old.goto(await linkTo(player.email));
  await old.getByRole('button', { name: 'Keep this address' }).click();
  await expect(old.getByText(`The email address of your account is ${player.email}.`)).toBeVisible();
  await fillSignIn(old, player.email, password);
  await expect(old.getByText('Invalid email or password')).toBeVisible();
});

test('two-factor authentication: enrolled, then signed in by code and by recovery code', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  await client.confirmEmail(player);
  const page = await visitor();
  await signIn(page, player, '/account?tab=security');
  await page.getByRole('button', { name: 'Set up' }).click();
  const begin = page.locator('form').filter({ has: page.getByRole('button', { name: 'Set up' }) });
  await expectAccessible(page);
  await begin.getByLabel('Current password').fill('Another-horse-3');
  await begin.getByRole('button', { name: 'Set up' }).click();
  await expect(begin.getByText('Current password is incorrect')).toBeVisible();
  await begin.getByLabel('Current password').fill(player.password);
  await begin.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const main = page.getByRole('main');
  const secret = ((await main.locator('code').first().textContent()) ?? '').replaceAll(/\s/g, '');
  await page.getByLabel('Authenticator code').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirm the code' }).click();
  await expect(page.getByText(/^Your recovery codes\./)).toBeVisible();
  const recoveryCode = (
    (await main
      .locator('li code, li')
      .filter({ hasText: /^[\w-]{8,}$/ })
      .first()
      .textContent()) ?? ''
  ).trim();
  await signOut(page);

  await fillSignIn(page, player.email, player.password);
  const field = page.getByLabel('Code from your app, or a recovery code');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('This code is incorrect. Please try the next one.')).toBeVisible();
  // The code that confirmed the enrolment cannot be used again; the code of the next period is already valid.
  await field.fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(balance(page)).toBeVisible();
  await expect(page.getByText(/^Last sign-in:/)).toBeVisible();
  await signOut(page);

  await fillSignIn(page, player.email, player.password);
  await field.fill(recoveryCode);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(balance(page)).toBeVisible();
});

test('signs a revoked device out and sends a notice about it', async ({ visitor, client }) => {
  const player = await client.register();
  const [first, second] = [await visitor(), await visitor()];
  await signIn(first, player);
  await signIn(second, player, '/wallet');
  await first.goto('/account?tab=security');
  const others = first.getByRole('button', { name: 'Sign out', exact: true });
  await expect(others.first()).toBeVisible();
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().click();
    await expect(others).toHaveCount(left - 1);
  }
  await second.reload();
  await expect(second).toHaveURL(/\/login$/, { timeout: 70_000 });
  await first.getByRole('button', { name: /^Notices, \d+ unread/ }).click();
  await expect(first.getByText('Welcome to Fairline! Please confirm your email address')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
});

test('Spanish is chosen in the preferences and kept', async ({ visitor, client }) => {
  const page = await visitor();
  await signIn(page, await client.register(), '/account?tab=preferences');
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByRole('link', { name: 'Deportes' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Deportes' }).first()).toBeVisible();
});

test('starts an account in the language and timezone of a Spanish browser', async ({ visitor, client }) => {
  const page = await visitor({ locale: 'es-ES', timezoneId: 'America/Argentina/Buenos_Aires' });
  const email = `${randomUUID()}@example.com`;
  await page.goto('/register');
  await page.getByLabel('Nombre').fill('Ada');
  await page.getByLabel('Apellidos').fill('Player');
  await page.getByLabel('Correo').first().fill(email);
  await page.getByLabel('Fecha de nacimiento').fill('1990-01-31');
  await page.getByLabel('País').selectOption('ES');
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByLabel('Confirmar contraseña').fill(password);
  await page.getByLabel(/^Acepto/).check();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/account?tab=preferences');
  await expect(page.getByLabel('Idioma')).toHaveValue('es');
  const clock = page.getByRole('combobox', { name: 'Zona horaria' });
  // Some platforms name the timezone with its country, others without.
  await expect(clock).toHaveValue(/^America\/(Argentina\/)?Buenos Aires$/);
  // When the settings of the account arrive, the page is rendered again, which closes the list.
  await expect(async () => {
    await clock.fill('katm');
    await page.getByRole('option', { name: /Kat(h)?mandu UTC\+05:45/ }).click({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByText('Preferencias guardadas')).toBeVisible();
  await page.reload();
  await expect(clock).toHaveValue(/^Asia\/Katmandu|^Asia\/Kathmandu/);
  await expect
    .poll(async () => (await client.mail(email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/correo/i));
});

test('terms that changed are accepted before anything else, and may be read first', async ({ visitor, client }) => {
  const player = await client.register();
  const now = await acceptedTerms(player.id);
  await accept(player.id, '2020-01-01');
  const page = await visitor();
  await fillSignIn(page, player.email, player.password);
  const dialog = page.getByRole('dialog', { name: 'Our terms have changed' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'terms and conditions' }).click();
  const terms = await opening;
  await expect(terms.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(terms.getByRole('dialog')).toBeHidden();
  await terms.close();
  await page.goto('/wallet');
  await dialog.getByRole('button', { name: 'Accept the terms' }).click();
  await expect(dialog).toBeHidden();
  await expect(balance(page)).toContainText('100.00');
  expect(await acceptedTerms(player.id)).toBe(now);
  await page.reload();
  await expect(balance(page)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('signs out a player who declines new terms, and asks again at the next sign-in', async ({ visitor, client }) => {
  const player = await client.register({ language: 'es' });
  await accept(player.id, '2020-01-01');
  const page = await visitor({ locale: 'es-ES', viewport: { width: 360, height: 740 } });
  await page.goto('/login');
  await page.getByLabel('Correo').fill(player.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(player.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuestros términos han cambiado' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveTitle(/Fairline/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await acceptedTerms(player.id)).toBe('2020-01-01');
});

test('an account with money is kept, an empty one is closed for good', async ({ visitor, client }) => {
  const player = await client.register();
  const adjust = (amountMinor: number) => client.adjust(player.id, amountMinor, 'A prize, and back');
  await adjust(2_000);
  const page = await visitor();
  await signIn(page, player, '/account?tab=privacy');
  await page.getByRole('button', { name: 'Close the account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await expect(dialog.getByText(`Type ${player.email} to confirm`)).toBeVisible();
  await dialog.getByLabel(/^Enter your email/).fill(player.email);
  await dialog.getByRole('button', { name: 'Close permanently' }).click();
  await expect(dialog.getByRole('link', { name: /Withdraw your balance of 20.00.USD/ })).toBeVisible();
  await expectAccessible(page);
  // The rest of the bonus ends with the account.
  await adjust(-2_000);
  await dialog.getByRole('button', { name: 'Close permanently' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, player.email, player.password);
  await expect(page.getByText('Your account is closed.')).toBeVisible();
});
