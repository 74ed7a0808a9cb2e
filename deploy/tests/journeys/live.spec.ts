/**
 * Live betting in the browser: prices lock when the live stream is stale and unlock when it is back.
 * A live bet is cashed out only after a delay in which its value may change.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Bet } from '@fairline/proto/betting/bets';
import type { Fixture } from '@fairline/proto/betting/offer';
import type { Page, Route } from '@playwright/test';
import { type Client, eventually, single, type TestPlayer } from '../client.ts';
import { expect, expectAccessible, signIn, test } from '../page.ts';

/** A proxy to the platform that can stop forwarding without closing connections, like a phone in a tunnel. */
async function openLine(site: string) {
  const { hostname, port } = new URL(site);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => !isFrozen && to.write(bytes));
      from.once('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  }).listen(0, hostname);
  await once(server, 'listening');
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    freeze: () => {
      isFrozen = true;
    },
    /** Forwards new connections again; earlier ones stay dead. */
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('prices lock once the stream is stale, and come back with the line', async ({ browser, client, site }) => {
  const player = await client.register();
  const line = await openLine(site);
  // A browser context of its own, because the cut connection logs errors that the shared page would report.
  const page = await browser.newPage({ baseURL: line.url, viewport: { width: 1440, height: 1000 } });
  await signIn(page, player, '/sports');
  const price = page.getByRole('button', { name: /, chance \d+/ });
  // On an event that starts hours later, so that no goal suspends it.
  await page
    .locator('li[data-fixture]')
    .filter({ hasText: /in \d+ h/ })
    .getByRole('button', { name: /, chance \d+/ })
    .first()
    .click();
  const slip = page.getByRole('region', { name: 'Bet slip' });
  await expect(slip.getByRole('button', { name: /^Place/ })).toBeEnabled();
  line.freeze();
  await expect(price).toHaveCount(0);
  await expect(page.getByText('Price not live').first()).toBeVisible();
  await expect(page.getByText('Connection to live odds lost', { exact: false })).toBeVisible();
  await expect(slip.getByText('The price is not live at the moment').first()).toBeVisible();
  await expect(slip.getByRole('button', { name: /^Place/ })).toHaveAttribute('aria-disabled', 'true');
  line.thaw();
  await expect(price.first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Connection to live odds lost', { exact: false })).toBeHidden();
  await page.context().close();
  line.close();
});

/** Own prices for a market: the offered price of the first selection times `factor`, the others shortened so that the house keeps a margin. */
function pricesFor(market: Fixture['markets'][number], factor: number) {
  return market.selections.map(({ id, oddsMilli }, place) => ({
    selectionId: id,
    oddsMilli: Math.max(Math.round((oddsMilli * (place === 0 ? factor : 0.85)) / 10) * 10, 1_010),
  }));
}

/** Places a bet on a match that has just begun, at own prices of the desk, so that only the desk changes its value. */
async function liveBet(client: Client, player: TestPlayer, trader: string) {
  const price = (market: Fixture['markets'][number], factor: number) =>
    client.ask('PUT', `/api/admin/betting/markets/${market.id}/prices`, {
      token: trader,
      body: { prices: pricesFor(market, factor), reason: 'The journey holds the price' },
    });
  const attempt = async () => {
    const { items } = await client.fixtures('?live=true');
    const newest = items.toSorted((one, other) => other.startsAt.localeCompare(one.startsAt));
    const market = newest
      .flatMap(({ markets }) => markets)
      .find(({ type, status }) => status === 'active' && (type === '1x2' || type === 'moneyline'));
    const [selection] = market?.selections ?? [];
    if (!market || !selection || (await price(market, 1)).status !== 200) return null;
    const [held] = pricesFor(market, 1);
    const body = single({ id: selection.id, oddsMilli: held?.oddsMilli ?? 0 }, 1_000);
    const { status, body: bet } = await client.ask<Bet>('POST', '/api/betting/bets', {
      token: player.token,
      key: crypto.randomUUID(),
      body,
    });
    if (status !== 201) return null;
    const decided = await eventually(
      () => client.bet(player.token, bet.id),
      (now) => now.status !== 'pending',
      20_000,
    );
    return decided.status === 'accepted' ? { bet: decided, price: (factor: number) => price(market, factor) } : null;
  };
  const made = await eventually(attempt, (found) => found !== null, 60_000);
  if (!made) throw new Error('No bet on a match that is played was accepted');
  return made;
}

/** Holds back the answer to the next cash-out until released, so that the page can be checked even if the delay is short. */
async function holdSale(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = async (route: Route) => {
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  };
  await page.route(/\/cash-out$/, answer, { times: 1 });
  return resolve;
}

test('refuses a live cash-out when its value falls, then accepts the new value', async ({ visitor, client }) => {
  const player = await client.register();
  const trader = await client.operator('trader');
  const page = await visitor({ viewport: { width: 360, height: 640 } });
  await signIn(page, player);
  const sheet = page.getByRole('dialog', { name: 'Cash out' });
  const sell = sheet.getByRole('button', { name: /^Cash out \d/ });
  const sold = sheet.getByText(/^Cashed out for/);
  /** Waits for a quote. A goal suspends the market for a while even with own prices, so the value is requested again until then. */
  const quoted = () =>
    expect(async () => {
      const again = sheet.getByRole('button', { name: 'Get a new offer' });
      if (await again.isVisible()) await again.click();
      await expect(sell).toBeEnabled({ timeout: 2_000 });
    }).toPass({ timeout: 45_000 });
  /** Lowers the value while a cash-out is checked. Returns null if the new price came too late for the check, which is short at this pace, so that the bet was cashed out. */
  const refusedSale = async () => {
    const { bet, price } = await liveBet(client, player, trader);
    await page.goto('/bets');
    await page
      .getByRole('list', { name: 'My bets' })
      .getByRole('button', { name: /^Cash out/ })
      .click();
    await quoted();
    await expect(sheet.getByText('The match is live', { exact: false })).toBeVisible();
    const release = await holdSale(page);
    await sell.click();
    const fallen = price(1.1);
    await expect(sheet.getByText('Checking', { exact: false })).toBeVisible();
    await expect(sell).toHaveAttribute('aria-disabled', 'true');
    await fallen;
    release();
    const refused = sheet.getByText(/^Not cashed out|is suspended/).first();
    await expect(refused.or(sold)).toBeVisible();
    return (await refused.isVisible()) ? bet : null;
  };
  let bet = await refusedSale();
  for (let tries = 1; !bet && tries < 4; tries++) bet = await refusedSale();
  if (!bet) throw new Error('The price never fell while a cash-out was checked');
  await expectAccessible(page);
  expect((await client.bet(player.token, bet.id)).cashedOutMinor).toBe(0);
  await expect(async () => {
    // The reply to an earlier attempt may have been late; then there is nothing left to cash out.
    if (await sold.isVisible()) return;
    await quoted();
    await sell.click();
    await expect(sold).toBeVisible();
  }).toPass({ timeout: 60_000 });
  expect(await client.bet(player.token, bet.id)).toMatchObject({ status: 'cashed_out' });
});
