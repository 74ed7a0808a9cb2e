/** Prize Lottery in the browser: tickets are picked or refused with the game's messages, and a draw lights the drawn numbers. */
import type { Round } from '@fairline/proto/casino/rounds';
import type { LotteryOutcome } from '@fairline/proto/games/lottery';
import { expect, expectAccessibleInEveryShape, expectReachableOnPhones, signIn, test } from '../page.ts';

test('tickets are refused with a reason, bought and drawn, at each width, dark and light', async ({
  visitor,
  client,
}) => {
  const page = await visitor({ viewport: { width: 360, height: 800 } });
  await signIn(page, await client.register(), '/casino/prize-lottery');
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('No tickets to draw!');
  await expectReachableOnPhones(page, '[data-number], [data-scene]');
  for (const number of [1, 2, 3, 4, 5]) await page.getByRole('button', { name: String(number), exact: true }).click();
  await page.getByRole('button', { name: /^Add 50 ticket/ }).click();
  await expect(page.getByRole('alert')).toHaveText('Please select exactly 6 numbers!');
  await page.getByRole('button', { name: '6', exact: true }).click();
  await page.getByRole('button', { name: '7', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Maximum 6 numbers allowed!');
  await page.getByRole('button', { name: /^Add 50 ticket/ }).click();
  const draw = page.getByRole('button', { name: /^Draw 1 ticket · 50.00.USD/ });
  await expectAccessibleInEveryShape(page, draw);
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/rounds'),
  );
  await draw.click();
  const round = (await (await answer).json()) as Round;
  const { drawn, tickets } = round.outcome as LotteryOutcome;
  expect(tickets).toHaveLength(1);
  const claim = page.getByRole('button', { name: 'Claim Prize' });
  if (round.payoutMinor > 0) await claim.click();
  await expect(
    page.getByRole('list', { name: 'Drawn numbers' }).getByText(String(drawn[5]), { exact: true }).first(),
  ).toBeAttached();
  await expect(page.getByText(round.payoutMinor > 0 ? /^1 ticket won: / : 'No prize this time').first()).toBeVisible();
  await expectAccessibleInEveryShape(page);
});
