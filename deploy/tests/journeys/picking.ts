/** Adds selections to the slip of a page, as a player does. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../page.ts';

export const prices = (page: Page) => page.locator('li[data-fixture]').getByRole('button', { name: /, chance \d+/ });

/** The row of an event that starts hours later, found by its id, because the list moves. */
export async function laterEvent(page: Page): Promise<Locator> {
  const later = page
    .locator('li[data-fixture]')
    .filter({ hasText: /in \d+ h/ })
    .first();
  return page.locator(`li[data-fixture="${await later.getAttribute('data-fixture')}"]`);
}

/** Picks by keyboard the first price of so many events that start later. */
export async function pick(page: Page, count: number): Promise<void> {
  const rows = page.locator('li[data-fixture]').filter({ hasText: /in \d+ h/ });
  const offered = rows.filter({ has: page.getByRole('button', { name: /, chance \d+/ }) });
  await expect.poll(() => offered.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
  // The list moves meanwhile: rows are found by their content, not by their place.
  const ids = await offered.evaluateAll((found) => found.map((row) => row.getAttribute('data-fixture')));
  for (const id of ids.slice(0, count)) {
    const price = page
      .locator(`li[data-fixture="${id}"]`)
      .getByRole('button', { name: /, chance \d+/ })
      .first();
    // A price ignores the key while the stream is late. A second press of a picked price does not remove it.
    await expect(async () => {
      await price.focus();
      await page.keyboard.press('Enter');
      await expect(price).toHaveAttribute('aria-pressed', 'true', { timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
  }
}
