/** Baccarat in the browser: bets by click, quick pick and keyboard, a deal with its result, the balance after it, and a new hand. */
import { isRoundOf, type Round } from '@fairline/proto/casino/rounds';
import { expect, expectAccessible, expectReachableOnPhones, signIn, test } from '../page.ts';

test('takes baccarat bets, deals once and pays by the cards', async ({ visitor, client }) => {
  const page = await visitor({ viewport: { width: 360, height: 740 } });
  await signIn(page, await client.register(), '/casino/elite-baccarat');
  await expect(page.getByRole('button', { name: /^Deal 0\.00/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please place at least one bet!');

  await expectReachableOnPhones(page, '[data-spot], [data-scene]');
  await page.getByRole('button', { name: /^Player 1:1/ }).click();
  await page.getByRole('button', { name: 'Tie 5.00 USD' }).click();
  await page.getByRole('button', { name: /^Banker pair 11:1/ }).focus();
  await page.keyboard.press('1');
  await page.keyboard.press(' ');
  await page.keyboard.press(' ');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: /^Banker pair 11:1: 1\.00/ })).toBeVisible();
  await expectAccessible(page);

  const played = page.waitForResponse(
    (response) => response.url().endsWith('/rounds') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: /^Deal 16\.00/ }).click();
  const answer = await played;
  expect(answer.status()).toBe(201);
  const round = (await answer.json()) as Round;
  if (!isRoundOf(round, 'elite-baccarat')) throw new Error('another game was played');
  const texts = { player: 'Player wins', banker: 'Banker wins', tie: 'Tie at' };
  await expect(page.getByText(new RegExp(`^${texts[round.outcome.result]} `))).toBeVisible();
  const left = 10_000 - 1_600 + round.payoutMinor;
  await expect(page.getByRole('region', { name: 'Session' })).toContainText((left / 100).toFixed(2));
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New Hand' }).click();
  await expect(page.getByRole('button', { name: /^Deal 0\.00/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Player 1:1: no bet/ })).toBeVisible();
  await page.getByRole('button', { name: 'Rebet' }).click();
  await expect(page.getByRole('button', { name: /^Deal 16\.00/ })).toBeVisible();
});
