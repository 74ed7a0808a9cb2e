/** The casino from lobby to verification: a game is found and played, its round is read, the seed is rotated, and the round is verified in the browser. */
import { expect, signIn, test } from '../page.ts';

test('a round is played, revealed and verified without asking the server', async ({ visitor, client }) => {
  const page = await visitor();
  await signIn(page, await client.register());
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Casino' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Casino' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText([
    'All Games (5)',
    'Slots (1)',
    'Table Games (3)',
    'Prize Lottery (1)',
  ]);
  await page.getByRole('searchbox').fill('fortune');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Favourite: Mega Fortune Slots' }).click();
  await page.getByRole('link', { name: 'Play Now Mega Fortune Slots' }).click();

  const session = page.getByRole('region', { name: 'Session', exact: true });
  await expect(session).toContainText('Rounds0');
  await page.getByRole('button', { name: /^Spin \d/ }).click();
  await expect(session).toContainText('Rounds1');
  await page.getByRole('button', { name: 'Info' }).click();
  await expect(page.getByRole('dialog', { name: 'Info' })).toContainText('Recommended bet10.00');
  await page.getByRole('dialog', { name: 'Info' }).getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Your rounds' }).click();
  await page.getByRole('dialog', { name: 'Your rounds' }).getByRole('listitem').getByRole('link').click();
  await expect(page.getByText('The server seed is still in use')).toBeVisible();
  const round = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Rotate the seed' }).click();
  await page.getByLabel('New client seed (optional)').fill('not allowed!');
  await page.getByRole('button', { name: 'Rotate and reveal' }).click();
  await expect(page.getByText('1 to 64 letters, digits, - and _', { exact: true })).toBeVisible();
  await page.getByLabel('New client seed (optional)').fill('my-own-seed');
  await page.getByRole('button', { name: 'Rotate and reveal' }).click();
  await expect(page.getByText('Revealed. Every round played with this seed can be verified now.')).toBeVisible();

  await page.goto(round);
  const verify = page.getByRole('button', { name: 'Verify', exact: true });
  await expect(verify).toBeVisible();
  // The round is recomputed even while the server answers nothing.
  await page.route('**/api/**', () => undefined);
  await verify.click();
  await expect(page.getByText('Verified: this round follows from its seeds')).toBeVisible();
  await page.unroute('**/api/**');

  await page.goto('/casino');
  await expect(page.getByRole('heading', { name: 'Recently played' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your favourites' })).toBeVisible();
});

test('leads back to the lobby from a game that does not exist', async ({ visitor, client }) => {
  const page = await visitor();
  await signIn(page, await client.register(), '/casino/no-such-game');
  await expect(page.getByText('Game Not Found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Casino' }).click();
  await expect(page).toHaveURL('/casino');
});
