/** Code that the journeys of the trading desk share: an event that no other test uses, bets on it, and actions of operators. */
import { randomUUID } from 'node:crypto';
import type { Bet } from '@fairline/proto/betting/bets';
import type { Decision, TradingFixtureWhole } from '@fairline/proto/betting/desk';
import type { Fixture, Market } from '@fairline/proto/betting/offer';
import type { LegResult } from '@fairline/proto/feed';
import type { Page } from '@playwright/test';
import { StagedFixture } from '../../local/platform/staged-fixture.ts';
import { openVoice, type Voice } from '../../local/platform/voice.ts';
import { type Client, eventually, isHoursAhead, openMarkets, single, type TestPlayer } from '../client.ts';
import { journeyPlatform } from '../platform.setup.ts';

export type Pick = ReturnType<typeof openMarkets>[number];

/** How many of the events that start next the journeys of players use; a match of a test starts after them. */
export const leftToPlayers = 5;

/** A worker opens it once. */
let feed: Promise<Voice> | undefined;

/** A match of its own for a test that changes what is offered or enters results: `end` ends it, without a result as if the feed had lost it. */
export async function pickStaged(
  client: Client,
): Promise<Pick & { end: (result?: readonly [LegResult, LegResult]) => Promise<void> }> {
  const token = await client.operator('trader');
  feed ??= openVoice(journeyPlatform(), 'feed');
  const staged = await StagedFixture.announce(await feed, [1_900, 1_950]);
  const offered = await eventually(
    () => client.ask<Fixture>('GET', `/api/betting/fixtures/${staged.id}`),
    ({ status, body }) => status === 200 && openMarkets([body]).length === 2,
    30_000,
  );
  const [pick] = openMarkets([offered.body]);
  if (!pick) throw new Error('the staged event is not on offer');
  const end = async (result?: readonly [LegResult, LegResult]) => {
    await staged.end('confirmed', result ? [result] : []);
    await eventually(
      () => client.expect<TradingFixtureWhole>(200, 'GET', `/api/admin/betting/fixtures/${staged.id}`, { token }),
      ({ status }) => status === 'ended',
      30_000,
    );
  };
  return { ...pick, end };
}

/** Picks a selection of the winner market on an event that other tests use too, for tests that only read or bet. */
export async function pickShared(client: Client): Promise<Pick> {
  const open = openMarkets((await client.fixtures()).items.filter(isHoursAhead));
  const pick = open.find(({ market }) => isWinner(market));
  if (!pick) throw new Error('no event hours ahead is open');
  return pick;
}

const isWinner = ({ type }: Market) => type === '1x2' || type === 'moneyline';

/** A verified player with 10,000.00, enough for a win that needs two operators. */
export async function registerWithFunds(client: Client): Promise<TestPlayer> {
  const player = await client.register();
  await client.verify(player);
  await client.adjust(player.id, 990_000, 'Settlement of a complaint');
  return player;
}

export async function betOn(client: Client, player: TestPlayer, pick: Pick, stakeMinor: number): Promise<Bet> {
  const bet = await client.expect<Bet>(201, 'POST', '/api/betting/bets', {
    token: player.token,
    key: randomUUID(),
    body: single(pick, stakeMinor),
  });
  return waitForStatus(client, player, bet.id, 'accepted');
}

/** The stake whose payout at the odds of the pick is about `payoutMinor`. */
export const stakeFor = ({ oddsMilli }: Pick, payoutMinor: number) => Math.floor((payoutMinor * 1_000) / oddsMilli);

export const waitForStatus = (client: Client, player: TestPlayer, id: string, status: Bet['status']) =>
  eventually(
    () => client.bet(player.token, id),
    (bet) => bet.status === status,
    20_000,
  );

export const readMarket = async (client: Client, { fixture, market }: Pick) =>
  (await client.expect<Fixture>(200, 'GET', `/api/betting/fixtures/${fixture.id}`)).markets.find(
    ({ id }) => id === market.id,
  )?.status;

export async function openDesk(page: Page, { fixture, market }: Pick) {
  await page.goto(`/admin/trading/${fixture.id}`);
  return page.getByRole('article', { name: market.name, exact: true });
}

/** Enters the reason that every action requires, and confirms. */
export async function giveReason(page: Page, reason: string, action: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Reason/).fill(reason);
  await dialog.getByRole('button', { name: action }).click();
}

/** Enters a result over the API. */
export async function decideMarket(
  client: Client,
  token: string,
  { market }: Pick,
  winner: string,
  status: Decision['status'],
): Promise<void> {
  const outcomes = market.selections.map(({ id }) => ({ selectionId: id, result: id === winner ? 'won' : 'lost' }));
  const decision = { kind: 'result', outcomes };
  const path = `/api/admin/betting/markets/${market.id}/decisions`;
  const { fingerprint } = await client.expect<Decision['preview']>(200, 'POST', `${path}/preview`, {
    token,
    body: { decision },
  });
  const body = { decision, fingerprint, reason: 'Through the door' };
  const answer = await client.expect<Decision>(status === 'pending' ? 202 : 200, 'POST', path, {
    token,
    key: randomUUID(),
    body,
  });
  if (answer.status !== status) throw new Error(`the decision is ${answer.status}, not ${status}`);
}
