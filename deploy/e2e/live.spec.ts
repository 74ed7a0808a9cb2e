/** Live betting in the browser: prices lock when nothing is heard of them any more, and come back when something is. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { streamRules } from '@fairline/proto/gateway';
import { expect, signIn, test } from './page.ts';

/** A way to the platform that can fall silent without an end, as a phone's does in a tunnel. */
async function openLine(site: string) {
  const { hostname, port } = new URL(site);
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => !silent && to.write(bytes));
      from.once('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  }).listen(0, hostname);
  await once(server, 'listening');
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    fallSilent: () => {
      silent = true;
    },
    /** What was open stays lost, as it would. */
    mend: () => {
      silent = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('prices lock within five seconds of the last sign of life, and come back with the line', async ({ browser, client, site }) => {
  const player = await client.register();
  const line = await openLine(site);
  // A browser of its own: it complains of the line that is cut here.
  const page = await browser.newPage({ baseURL: line.url, viewport: { width: 1440, height: 1000 } });
  await signIn(page, player);
  await page.goto('/live');
  const price = page.getByRole('button', { name: /, chance \d+/ });
  await price.first().click();
  const slip = page.getByRole('region', { name: 'Bet slip' });
  await expect(slip.getByRole('button', { name: /^Place/ })).toBeEnabled();
  line.fallSilent();
  await expect(price).toHaveCount(0, { timeout: streamRules.staleAfterMs + 1_000 });
  await expect(page.getByText('Price not live').first()).toBeVisible();
  await expect(page.getByText('The connection to live prices is lost', { exact: false })).toBeVisible();
  await expect(slip.getByText('The price is not live at the moment').first()).toBeVisible();
  await expect(slip.getByRole('button', { name: /^Place/ })).toHaveAttribute('aria-disabled', 'true');
  line.mend();
  await expect(price.first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('The connection to live prices is lost', { exact: false })).toBeHidden();
  await page.context().close();
  line.close();
});
