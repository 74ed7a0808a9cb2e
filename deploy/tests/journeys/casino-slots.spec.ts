/** Mega Fortune Slots in the browser: one round per press, reels that show the server's draw, and play by keyboard. */
import type { Round } from '@fairline/proto/casino/rounds';
import type { SlotOutcome } from '@fairline/proto/games/slots';
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInEveryShape, expectReachableOnPhones, signIn, test } from '../page.ts';

const spinButton = (page: Page) => page.getByRole('button', { name: /^Spin \d/ });
const waitForRound = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/rounds'));

async function openSlots(page: Page): Promise<void> {
  await page.goto('/casino/mega-fortune-slots');
  await expect(spinButton(page)).toBeVisible();
}

test('a spin shows what was drawn, at each width, dark and light', async ({ visitor, client }) => {
  const page = await visitor({ viewport: { width: 360, height: 800 } });
  await signIn(page, await client.register());
  await openSlots(page);
  const answer = waitForRound(page);
  await spinButton(page).click();
  const round = (await (await answer).json()) as Round;
  const { grid } = round.outcome as SlotOutcome;
  await expect(page.getByRole('listitem').filter({ hasText: /^Reel 1: / })).toContainText(
    grid[0]?.[0] === 'star' ? 'wild star' : String(grid[0]?.[0]),
  );
  await expect(page.getByText(round.payoutMinor > 0 ? /^Win / : 'No win').first()).toBeVisible();
  await expectAccessibleInEveryShape(page);
  await expectReachableOnPhones(page, '[data-scene]');
  await page.getByRole('button', { name: 'Rules and RTP' }).click();
  await expectAccessibleInEveryShape(page, page.getByRole('heading', { name: 'Paytable' }));
});

test('the keyboard sets the stake, spins once for each press, and a second press stops the reels', async ({
  visitor,
  client,
}) => {
  const page = await visitor({ reducedMotion: 'no-preference' });
  await signIn(page, await client.register());
  await openSlots(page);
  let rounds = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/rounds')) rounds += 1;
  });
  for (let line = 9; line > 3; line -= 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  const before = await spinButton(page).textContent();
  const waiting = waitForRound(page);
  await page.keyboard.press('Space');
  const answer = await waiting;
  // Pressed before the answer is read, while the reels still turn: later it would be a second spin.
  await page.keyboard.press('Space');
  expect(((await answer.json()) as Round).wager).toMatchObject({ lines: 3 });
  await expect(spinButton(page)).toHaveText(String(before));
  expect(rounds).toBe(1);
});
