/** Blackjack in the browser: a hand survives a reload, is played to its end in two tabs, and is paid. */
import type { Round } from '@fairline/proto/casino/rounds';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectReachableOnPhones, signIn, test } from '../page.ts';

const stakeMinor = 1_000;

/** Deals until a hand is open, because a blackjack ends its round at once. Returns the payouts of the rounds before. */
async function dealOpenHand(page: Page): Promise<{ round: Round; netMinor: number }> {
  let netMinor = 0;
  for (
    let begin = page.getByRole('button', { name: /^Deal 10\.00/ });
    ;
    begin = page.getByRole('button', { name: /^Rebet 10\.00/ })
  ) {
    const played = page.waitForResponse(
      (response) => response.url().endsWith('/rounds') && response.request().method() === 'POST',
    );
    await begin.click();
    const answer = await played;
    expect(answer.status()).toBe(201);
    const round = (await answer.json()) as Round;
    if (round.status === 'open') return { round, netMinor };
    netMinor += round.payoutMinor - stakeMinor;
  }
}

test('a blackjack hand is resumed after a reload, played on in another tab, and paid once', async ({
  visitor,
  client,
}) => {
  const page = await visitor({ viewport: { width: 360, height: 740 } });
  await signIn(page, await client.register(), '/casino/professional-blackjack');
  await expect(page.getByRole('button', { name: /^Main bet: 10\.00/ })).toBeVisible();
  await expectAccessible(page);
  await expectReachableOnPhones(page, '[data-spot], .bj-dealer');

  const { round, netMinor } = await dealOpenHand(page);
  const stand = page.getByRole('button', { name: 'Stand' });
  await expect(stand).toBeEnabled();
  const cards = () => page.getByRole('group', { name: /^Your hand/ }).getByRole('img');
  await expect(cards()).toHaveCount(2);
  const names = await cards().evaluateAll((found) => found.map((card) => card.getAttribute('aria-label')));
  await expect(page.getByRole('img', { name: 'face-down card' })).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(cards()).toHaveCount(2);
  expect(await cards().evaluateAll((found) => found.map((card) => card.getAttribute('aria-label')))).toEqual(names);

  const answers: Round[] = [];
  page.context().on('response', async (response) => {
    if (response.ok() && response.url().endsWith(`/rounds/${round.id}/actions`))
      answers.push((await response.json()) as Round);
  });
  const other = await page.context().newPage();
  await other.goto('/casino/professional-blackjack');
  await expect(other.getByRole('button', { name: 'Hit' })).toBeEnabled();
  await other.keyboard.press('h');
  await expect.poll(() => answers.length).toBe(1);

  // The first tab still shows two cards, so its action is refused and it reads the hand again, unless it has already received a bust.
  await expect(async () => {
    if (await stand.isVisible()) await stand.click();
    await expect(page.getByRole('button', { name: 'New Hand' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(cards()).toHaveCount(3);
  await expect(page.getByRole('img', { name: 'face-down card' })).toHaveCount(0);
  await expect.poll(() => answers.at(-1)?.status).toBe('settled');
  const { payoutMinor = 0 } = answers.at(-1) ?? {};
  const left = 10_000 + netMinor - stakeMinor + payoutMinor;
  await expect(page.getByRole('region', { name: 'Session' })).toContainText((left / 100).toFixed(2));
  await page.getByRole('button', { name: 'New Hand' }).click();
  await expect(page.getByRole('button', { name: /^Deal 10\.00/ })).toBeVisible();
});
