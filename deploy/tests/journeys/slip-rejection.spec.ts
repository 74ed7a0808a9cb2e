/** A bet that is rejected after its acceptance delay: the slip shows it with the reason, and offers it again at the current odds. */
import type { Bet } from '@fairline/proto/betting/bets';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from '../page.ts';
import { pick } from './picking.ts';

/** Changes answers so that the page reads its bet as rejected after the delay, with lower odds, whatever the server stores. */
async function rejectBets(page: Page): Promise<void> {
  await page.route('**/api/betting/bets/*', async (route) => {
    const bet = (await (await route.fetch()).json()) as Bet;
    const legs = bet.legs.map(({ selectionId, oddsMilli }) => ({
      selectionId,
      oddsMilli,
      newOddsMilli: oddsMilli - 50,
    }));
    await route.fulfill({
      json: {
        ...bet,
        status: 'rejected',
        rejection: { code: 'price_changed', message: 'The odds have changed', legs },
      },
    });
  });
}

test('shows on the slip why a bet was rejected, and places it again at the new odds by one press', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const page = await visitor({ viewport: { width: 360, height: 640 } });
  await signIn(page, player, '/sports');
  await pick(page, 1);
  await page.getByRole('navigation', { name: 'Quick access' }).getByRole('button', { name: /Slip/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Bet slip' });
  await sheet.getByLabel(/^Stake on .+ in USD$/).fill('5');
  await sheet.getByLabel('Accept').selectOption('any');
  await rejectBets(page);
  await sheet.getByRole('button', { name: 'Place 5.00 USD' }).click();
  await expect(sheet.getByText(/^Not placed: .+ moved to \d+\.\d{2,3}\. Stake refunded\.$/)).toBeVisible();
  await expect(sheet.getByRole('button', { name: /^Bet at \d+\.\d{2,3}$/ })).toBeEnabled();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('navigation', { name: 'Quick access' }).getByRole('button', { name: /Slip/ }).click();
  await expect(sheet.getByText(/^Not placed: /)).toBeVisible();
  await page.unroute('**/api/betting/bets/*');
  await sheet.getByRole('button', { name: /^Bet at \d+\.\d{2,3}$/ }).click();
  await expect(sheet.getByText('Bet placed')).toBeVisible();
  await expect(sheet.getByText('Accepted')).toBeVisible();
  const bets = await client.bets(player.token);
  expect(bets.map(({ stakeMinor }) => stakeMinor)).toEqual([500, 500]);
  expect(new Set(bets.map(({ legs }) => legs[0]?.selectionId)).size).toBe(1);
});
