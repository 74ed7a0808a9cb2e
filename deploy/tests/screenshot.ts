/** Takes the screenshots of the README from a running demo: `node deploy/tests/screenshot.ts [address]`. */
import { chromium } from '@playwright/test';
import { Client } from './client.ts';

const site = process.argv[2] ?? 'http://localhost:8080';
const client = new Client(site);
const player = await client.register({ firstName: 'Ada' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1360, height: 820 }, colorScheme: 'dark', baseURL: site });
await page.goto('/sports');
await page.getByLabel('Email').fill(player.email);
await page.getByLabel('Password', { exact: true }).fill(player.password);
await page.getByRole('button', { name: 'Login', exact: true }).click();
const prices = page.getByRole('button', { name: /, chance \d+/, pressed: false });
await page
  .getByText(/^in \d+ min/)
  .first()
  .waitFor();
await prices.nth(7).click();
await page.getByLabel('Accept').first().selectOption('any');
await page.getByRole('button', { name: /^Place 50.00/ }).click();
await page.getByText('Bet placed').waitFor();
await page.getByText('Accepted').first().waitFor();
await page.getByRole('button', { name: 'Done' }).click();
await prices.nth(3).click();
await page.waitForTimeout(3_000);
await page.screenshot({ path: new URL('../../web/screenshot.png', import.meta.url).pathname });

await page.goto('/casino/premium-roulette');
const place = (name: RegExp) => page.getByRole('button', { name }).click();
for (const name of [
  /^Straight up 17,/,
  /^Corner 8-9-11-12,/,
  /^Split 20-23,/,
  /^Red,/,
  /^2nd dozen,/,
  /^Street 1-2-3,/,
])
  await place(name);
await place(/^Spin \d/);
await page.getByText(/^\d+ (red|black|green)\./).waitFor({ state: 'attached' });
await page.waitForTimeout(1_000);
await page.screenshot({ path: new URL('../../web/casino.jpg', import.meta.url).pathname, type: 'jpeg', quality: 82 });
await browser.close();
