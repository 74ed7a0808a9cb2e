/**
 * The language of a page: chosen by a visitor, taken from a player's preferences at sign-in, kept after the sign-out.
 * In Spanish, prices and amounts are written with Spanish marks, in input fields too.
 */
import { expect, expectAccessible, signIn, test } from '../page.ts';

test('shows Spanish from sign-in to sign-out to a player who prefers it, in any browser', async ({
  visitor,
  client,
}) => {
  const player = await client.register({ language: 'es' });
  const page = await visitor();
  await page.goto('/login');
  await page.getByLabel('Email').fill(player.email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-horse-1');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('¡Sesión iniciada!')).toBeVisible();
  await expect(page.getByText('Login successful!')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  const other = await page.context().newPage();
  await other.goto('/wallet');
  await expect(other.getByRole('heading', { name: 'Monedero' })).toBeVisible();
  await page.getByRole('button', { name: /^Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByText('Sesión cerrada')).toBeVisible();
  await expect(other.getByText('Tu sesión se cerró desde otra pestaña.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hola de nuevo' })).toBeVisible();
});

test('keeps the language that a visitor chose for the next visit', async ({ visitor }) => {
  const page = await visitor({ locale: 'es-ES' });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Hola de nuevo' })).toBeVisible();
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expectAccessible(page);
});

test("keeps a visitor's language until the player chooses one in the preferences", async ({ visitor, client }) => {
  const player = await client.register();
  const page = await visitor();
  await page.goto('/login');
  await page.getByText('Español', { exact: true }).click();
  await page.getByLabel('Correo').fill(player.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(player.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Saldo/ })).toBeVisible();
  await page.goto('/account?tab=notifications');
  await page.getByRole('switch', { name: 'Saldo bajo' }).click();
  await expect(page.getByRole('switch', { name: 'Saldo bajo' })).not.toBeChecked();
  await expect(page.getByText('Preferencias guardadas')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto('/account?tab=preferences');
  await expect(page.getByLabel('Idioma')).toHaveValue('es');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar Español' }).click();
  await expect(page.getByRole('button', { name: 'Guardar Español' })).toBeHidden();
  await page.getByLabel('Idioma').selectOption('en');
  await expect(page.getByText('Preferences saved successfully')).toBeVisible();
  await expect(page.getByLabel('Language', { exact: true })).toHaveValue('en');
  const saved = await client.expect<{ language: string }>(200, 'GET', '/api/auth/preferences', { token: player.token });
  expect(saved.language).toBe('en');
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`prices, stakes and amounts are written and read in Spanish at ${viewport.width}`, async ({
    visitor,
    client,
  }) => {
    const player = await client.register({ language: 'es' });
    await client.approve(await client.operator('finance'), (await client.deposit(player.token, 123_450)).id);
    const page = await visitor({ locale: 'es-ES', viewport });
    await signIn(page, player, '/sports');
    await expect(page.getByRole('button', { name: /^Saldo/ })).toContainText('1.334,50');

    // The first of them, because the journeys of the desk suspend and price events that start after it.
    const upcoming = page.locator('li[data-fixture]').filter({ hasText: /en \d+ h/ });
    const price = upcoming.getByRole('button', { name: /, probabilidad/ }).first();
    await expect(price).toContainText(/\d,\d{2}/);
    await expect(price).not.toContainText(/\d\.\d{2}\b/);
    await price.click();
    if (viewport.width < 768)
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /Boleto/ })
        .click();
    const slip =
      viewport.width < 768
        ? page.getByRole('dialog', { name: 'Boleto' })
        : page.getByRole('region', { name: 'Boleto' });
    const stake = slip.getByLabel(/^Importe para .* en USD/);
    await stake.fill('1.000,50');
    await expect(slip.getByRole('button', { name: /1\.000,50.USD/ })).toBeVisible();
    await stake.fill('12.5');
    await expect(slip.getByRole('button', { name: /12,50.USD/ })).toBeVisible();
    await stake.blur();
    await expect(stake).toHaveValue('12,50');
    await stake.fill('1,2345');
    await stake.blur();
    await expect(stake).toHaveValue('1,2345');
    await expect(slip.getByText(/Introduce un importe/).first()).toBeVisible();
    await stake.fill('1 000,50');
    await expect(slip.getByRole('button', { name: /1\.000,50.USD/ })).toBeVisible();
    await expectAccessible(page);

    await page.goto('/wallet');
    await expect(page.getByText(/^1\.334,50.USD$/).first()).toBeVisible();
    await page.goto('/wallet?tab=withdraw');
    await page.getByLabel('Importe', { exact: true }).fill('1.234,50');
    await expect(page.getByRole('button', { name: /Retirar 1\.234,50.USD/ })).toBeVisible();
    await page.getByLabel('Importe', { exact: true }).fill('9.999,00');
    await expect(page.getByText(/El importe debe estar entre .*,\d{2} USD y .*,\d{2} USD/).first()).toBeVisible();
    await expectAccessible(page);
  });
}
