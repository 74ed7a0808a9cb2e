/** The page of the API documentation, under the same Content Security Policy as every other page. */
import { expect, test } from '../page.ts';

test('the interface can be read, route by route', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /^Fairline/ })).toBeVisible();
  // A small service: all routes of one are drawn at once.
  await page.getByRole('link', { name: 'kyc' }).click();
  await page
    .getByRole('button', { name: /POST.*\/api\/kyc\/submissions/ })
    .first()
    .click();
  await expect(page.getByText('idempotency_key_required').first()).toBeVisible();
});
