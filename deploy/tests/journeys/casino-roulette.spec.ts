/** Roulette in the browser: chips by click and by keyboard, a spin with its result, and the balance after it. */
import { expect, expectAccessible, expectReachable, phones, signIn, test } from '../page.ts';

/** One spot of each type, far from the wheel. */
const spots = ['straight:36', 'split:35-36', 'street:34-35-36', 'corner:32-33-35-36', 'line:31-32-33-34-35-36'];
const outside = ['dozen:3', 'column:1', 'red', 'black', 'odd', 'even', 'low', 'high'];

test('takes roulette chips by click and keyboard, spins once and pays by the pocket', async ({ visitor, client }) => {
  const page = await visitor({ viewport: { width: 360, height: 740 } });
  await signIn(page, await client.register(), '/casino/premium-roulette');
  const spin = page.getByRole('button', { name: /^Spin/ });
  await spin.click();
  await expect(page.getByRole('alert')).toHaveText('Please place at least one bet!');

  const red = page.getByRole('button', { name: /^Red, pays 1 to 1/ });
  await red.click();
  await page.getByRole('button', { name: /^Straight up 17, pays/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: /^Straight up 17, pays 35 to 1: 5/ })).toBeVisible();
  await expect(red).toHaveAccessibleName(/5\.00/);
  await expectAccessible(page);

  const played = page.waitForResponse(
    (response) => response.url().endsWith('/rounds') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: /^Spin 10\.00/ }).click();
  const answer = await played;
  expect(answer.status()).toBe(201);
  const { outcome, payoutMinor } = (await answer.json()) as { outcome: { pocket: number }; payoutMinor: number };
  await expect(
    page.getByRole('status').filter({ hasText: new RegExp(`^${outcome.pocket} (red|black|green)`) }),
  ).toBeAttached();
  const left = 10_000 - 1_000 + payoutMinor;
  const session = page.getByRole('region', { name: 'Session' });
  await expect(session).toContainText((left / 100).toFixed(2));

  await page.getByRole('button', { name: 'Rebet' }).click();
  await expect(page.getByRole('button', { name: /^Spin 10\.00/ })).toBeVisible();
});

/** The smallest phone upright, and the one across: every type of spot is tapped on them, and one spot on the others. */
const tapped = new Set([phones[0], phones[3]]);

test('reaches every roulette spot on a phone, and shows the wheel while it spins', async ({ visitor, client }) => {
  const page = await visitor({ viewport: phones[0] ?? null, reducedMotion: 'no-preference' });
  await signIn(page, await client.register(), '/casino/premium-roulette');
  await page.getByRole('radio', { name: /^1\.00/ }).click();
  for (const phone of phones) {
    await test.step(`${phone.width} x ${phone.height}`, async () => {
      await page.setViewportSize(phone);
      expect(await expectReachable(page, '[data-spot]')).toBe(157);
      const chips = tapped.has(phone) ? [...spots, ...outside] : ['red'];
      for (const spot of chips) await page.locator(`[data-spot="${spot}"]`).click();
      await page.getByRole('button', { name: new RegExp(`^Spin ${chips.length}\\.00`) }).click();
      const skip = page.getByRole('button', { name: 'Show result' });
      await expect(skip).toBeVisible();
      await expect(page.locator('.wheel')).toBeInViewport({ ratio: 1 });
      await skip.click();
      await expect(page.getByRole('button', { name: 'Spin', exact: true })).toBeVisible();
    });
  }
});
