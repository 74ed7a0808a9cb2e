/** Operators' decisions in the browser: a result, its correction, a dead heat, a window of void bets, and approval by a second operator. */
import { eventually } from '../client.ts';
import { expect, expectAccessible, signIn, signInOperator, test } from '../page.ts';
import {
  betOn,
  decideMarket,
  giveReason,
  openDesk,
  pickStaged,
  registerWithFunds,
  stakeFor,
  waitForStatus,
} from './desk.ts';

test('pays a result; a correction needs a preview and another operator', async ({ visitor, client }) => {
  const player = await registerWithFunds(client);
  const pick = await pickStaged(client);
  // A payout that one operator may settle alone, but not correct on the same day.
  const bet = await betOn(client, player, pick, stakeFor(pick, 750_000));
  await pick.end();
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await openDesk(page, pick);
  await market.getByRole('button', { name: 'Result', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Enter a result for every selection')).toBeVisible();
  await sheet.getByRole('button', { name: `${pick.name} won` }).click();
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByText('not needed')).toBeVisible();
  await giveReason(page, 'The feed has lost the match', /^Apply, 1 bet changes/);
  await expect(page.getByText('Applied. Bets are being settled.')).toBeVisible();
  const won = await waitForStatus(client, player, bet.id, 'won');
  expect(won.payoutMinor).toBe(bet.potentialPayoutMinor);
  await expect(market.getByText('Result by an operator')).toBeVisible();

  const other = pick.market.selections.find(({ id }) => id !== pick.id);
  await market.getByRole('button', { name: 'Result', exact: true }).click();
  await sheet.getByRole('button', { name: `${other?.name} won` }).click();
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByText('needed', { exact: true })).toBeVisible();
  await giveReason(page, 'It was the other side', 'Ask a second operator');
  await expect(page.getByText('Recorded. A second operator must approve it.')).toBeVisible();
  expect((await client.bet(player.token, bet.id)).status).toBe('won');
  await page.goto('/admin/trading/decisions');
  const own = page.getByRole('row', { name: /It was the other side/ });
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  await expect(own.getByText('You requested this: another operator must approve it')).toBeVisible();

  const second = await visitor();
  await signInOperator(second, 'super_admin');
  await expect(second.getByRole('link', { name: /Trading.*decisions and bets wait/ })).toBeVisible();
  await second.goto('/admin/trading/decisions');
  await second
    .getByRole('row', { name: /It was the other side/ })
    .getByRole('button', { name: 'Approve' })
    .click();
  const asked = second.getByRole('dialog').getByRole('list', { name: 'Result' });
  await expect(asked.getByRole('listitem').filter({ hasText: other?.name ?? '' })).toContainText('Won');
  await expect(asked.getByRole('listitem').filter({ hasText: pick.name })).toContainText('Lost');
  await second.getByRole('button', { name: 'Approve and apply' }).click();
  await expect(second.getByText('Applied. Bets are being settled.')).toBeVisible();
  await waitForStatus(client, player, bet.id, 'lost');
  await eventually(
    () => client.balance(player.token),
    ({ totalMinor }) => totalMinor === 1_000_000 - bet.stakeMinor,
    15_000,
  );
});

test('enters a dead heat with its share, pays it and shows it on the leg', async ({ visitor, client }) => {
  const player = await client.register();
  const pick = await pickStaged(client);
  const bet = await betOn(client, player, pick, 1_000);
  await pick.end();
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await openDesk(page, pick);
  await market.getByRole('button', { name: 'Result', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: `${pick.name} won` }).click();
  await sheet.getByRole('checkbox', { name: `Dead heat of ${pick.name}` }).check();
  await sheet.getByLabel('Places they share').fill('2');
  await expect(sheet.getByText('A dead heat has fewer places than sides')).toBeVisible();
  await sheet.getByLabel('Sides').fill('3');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await giveReason(page, 'Three crossed the line as one', /^Apply, 1 bet changes/);
  await expect(market.getByText('Won, dead heat 2 of 3')).toBeVisible();
  const settled = await eventually(
    () => client.bet(player.token, bet.id),
    ({ status }) => status !== 'accepted',
    20_000,
  );
  expect(settled).toMatchObject({
    payoutMinor: Math.floor((1_000 * bet.oddsMilli * 2) / 3_000),
    legs: [{ status: 'won', deadHeat: { of: 3, places: 2 } }],
  });
  const theirs = await visitor();
  await signIn(theirs, player, `/bets/${bet.id}`);
  await expect(theirs.getByRole('region', { name: 'Selection' }).getByText('Won, dead heat 2 of 3')).toBeVisible();
});

test('changes nothing when another operator declines a decision with a reason', async ({ visitor, client }) => {
  const player = await registerWithFunds(client);
  const pick = await pickStaged(client);
  const bet = await betOn(client, player, pick, stakeFor(pick, 750_000));
  await pick.end();
  const token = await client.operator('super_admin');
  await decideMarket(client, token, pick, pick.id, 'applied');
  await waitForStatus(client, player, bet.id, 'won');
  const other = pick.market.selections.find(({ id }) => id !== pick.id);
  await decideMarket(client, token, pick, other?.id ?? '', 'pending');
  const page = await visitor();
  await signInOperator(page, 'trader', '/admin/trading/decisions');
  const row = page.getByRole('row', { name: new RegExp(`${pick.fixture.homeTeam}.*${pick.market.name}`) });
  await expect(row).toContainText(`Won: ${other?.name}; Lost: ${pick.name}`);
  // An approval needs a current preview. If it cannot be read, the page marks the figures as outdated.
  const previews = Promise.withResolvers<void>();
  await page.route('**/decisions/preview', async (route) => {
    await previews.promise;
    await route.fulfill({ status: 429 });
  });
  await row.getByRole('button', { name: 'Approve' }).click();
  const approval = page.getByRole('dialog').getByRole('button', { name: 'Approve and apply' });
  await expect(approval).toHaveAttribute('aria-disabled', 'true');
  previews.resolve();
  await expect(page.getByText('Below is the preview from the time of the request.')).toBeVisible();
  await expect(approval).not.toHaveAttribute('aria-disabled');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/decisions/preview');
  await row.getByRole('button', { name: 'Decline' }).click();
  await giveReason(page, 'The first result was right', 'Decline');
  await expect(page.getByText('The decision was declined. Nothing changed.')).toBeVisible();
  await expect(row).toBeHidden();
  await page.goto('/admin/trading/decisions?status=withdrawn');
  await expect(row).toContainText('Declined');
  await expect(row).toContainText('The first result was right');
  expect((await client.bet(player.token, bet.id)).status).toBe('won');
});

test('voids a large bet by hand with two operators; before the match ends it can be nothing else', async ({
  visitor,
  client,
}) => {
  const player = await registerWithFunds(client);
  const pick = await pickStaged(client);
  const bet = await betOn(client, player, pick, 1_000_000);
  const [first, second] = [await visitor(), await visitor()];
  for (const [page, role] of [
    [first, 'trader'],
    [second, 'super_admin'],
  ] as const) {
    await signInOperator(page, role, `/admin/trading/bets?bet=${bet.id}`);
  }
  for (const name of [/^Won/, /^Lost/])
    await expect(first.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  await expect(
    first.getByText('Its match is not over yet. Until then the bet can only be settled as void.').last(),
  ).toBeVisible();
  const token = await client.operator('trader');
  const early = await client.ask('POST', `/api/admin/betting/bets/${bet.id}/settle`, {
    token,
    body: { result: 'won', reason: 'I know it' },
  });
  expect(early).toMatchObject({ status: 409, body: { code: 'fixture_not_over' } });
  await first.getByRole('button', { name: /^Void/ }).click();
  const question = (page: typeof first) => page.getByRole('dialog', { name: 'Settle this bet: Void' });
  await expect(question(first).getByText(/A second operator must settle it the same way/)).toBeVisible();
  await expectAccessible(first);
  await question(first)
    .getByLabel(/^Reason/)
    .fill('The feed has lost the match');
  await question(first).getByRole('button', { name: 'Ask a second operator' }).click();
  await expect(
    first.getByText('Your request is recorded. Another operator must settle this bet the same way.'),
  ).toBeVisible();
  await expect(first.getByText(/^Requested by you: Void, total payout /)).toBeVisible();
  await expect(first.getByRole('button', { name: /requested by .+$/ })).toHaveCount(0);
  expect((await client.bet(player.token, bet.id)).status).toBe('accepted');

  await second.reload();
  await expect(second.getByRole('dialog').getByText('Waiting for a second operator')).toBeVisible();
  await expect(second.getByText(/The feed has lost the match/)).toBeVisible();
  await expectAccessible(second);
  await second.getByRole('button', { name: /^Settle as void, as requested by .+$/ }).click();
  await expect(question(second).getByText(/^Total payout /)).toBeVisible();
  await question(second)
    .getByLabel(/^Reason/)
    .fill('I have seen the match');
  await question(second).getByRole('button', { name: 'Settle: Void' }).click();
  await expect(second.getByText(/^The bet is settled: Void/)).toBeVisible();
  await expect(second.getByRole('dialog').getByText('Waiting for a second operator')).toBeHidden();
  expect((await waitForStatus(client, player, bet.id, 'void')).payoutMinor).toBe(bet.stakeMinor);
});

test('counts and finds a bet that waits for a second operator, and declines the request', async ({
  visitor,
  client,
}) => {
  const player = await registerWithFunds(client);
  const pick = await pickStaged(client);
  const bet = await betOn(client, player, pick, 1_000_000);
  const ask = {
    token: await client.operator('super_admin'),
    body: { result: 'void', reason: 'The feed has lost the match' },
  };
  await client.expect(202, 'POST', `/api/admin/betting/bets/${bet.id}/settle`, ask);
  await client.expect(403, 'POST', `/api/admin/betting/bets/${bet.id}/settle`, ask);
  const page = await visitor();
  await signInOperator(page, 'trader');
  await expect(page.getByRole('link', { name: /Trading.*decisions and bets wait/ })).toBeVisible();
  await page.goto('/admin/trading');
  await page.getByRole('tab', { name: /^Bets \d+ ?wait for a second operator/ }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Waiting for a second operator');
  await expect(page).toHaveURL(/[?&]status=waits/);
  // Until the filter has been applied the list shows all bets, and a team can be in several.
  const row = page.getByRole('row', { name: new RegExp(pick.fixture.homeTeam) }).filter({ hasText: 'Second operator' });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  const question = page.getByRole('dialog', { name: 'Decline the request to settle this bet' });
  await question.getByLabel(/^Reason/).fill('The match was played to its end');
  await question.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('The request was declined. The bet stays as it is.')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Waiting for a second operator')).toBeHidden();
  await expect(row).toBeHidden();
  expect((await client.bet(player.token, bet.id)).status).toBe('accepted');
});

test('voids the bets of a window and returns the market to the feed', async ({ visitor, client }) => {
  const player = await client.register();
  const pick = await pickStaged(client);
  const bet = await betOn(client, player, pick, 1_000);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await openDesk(page, pick);
  await market.getByRole('button', { name: 'Void bets' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Placed from').fill('2026-01-02T10:00');
  await sheet.getByLabel('Placed until').fill('2026-01-01T10:00');
  await expect(sheet.getByText('The window must start before it ends')).toBeVisible();
  await sheet.getByLabel('Placed from').fill('2026-01-01T09:00');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByRole('button', { name: 'Apply, no bet changes' })).toBeVisible();
  await sheet.getByLabel('Placed from').fill('');
  await sheet.getByLabel('Placed until').fill('');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await giveReason(page, 'The prices were wrong', /^Apply, 1 bet changes/);
  await expect(page.getByText('Applied. Bets are being settled.')).toBeVisible();
  const voided = await waitForStatus(client, player, bet.id, 'void');
  expect(voided.payoutMinor).toBe(1_000);
  await market.getByRole('button', { name: 'Release to the feed' }).click();
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await giveReason(page, 'The prices were right', /^Apply, /);
  await expect(page.getByText('Applied. Bets are being settled.').last()).toBeVisible();
  await waitForStatus(client, player, bet.id, 'accepted');
});

test('before the start a market can only be void; contradicting results raise a warning', async ({
  visitor,
  client,
}) => {
  const pick = await pickStaged(client);
  const page = await visitor();
  await signInOperator(page, 'trader');
  const market = await openDesk(page, pick);
  await market.getByRole('button', { name: 'Result', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(/^The match has not started/)).toBeVisible();
  await expect(sheet.getByRole('button', { name: / won$/ })).toHaveCount(0);
  const result = sheet.getByRole('combobox', { name: `Result of ${pick.name}` });
  await expect(result.getByRole('option')).toHaveText(['Choose…', 'Void']);
  await pick.end();
  await expect(sheet.getByText(/^The match has not started/)).toBeHidden();
  const warning = sheet.getByText(/^These results cannot all be true/);
  await sheet.getByRole('button', { name: `${pick.name} won` }).click();
  await expect(warning).toBeHidden();
  for (const { name } of pick.market.selections)
    await sheet.getByRole('combobox', { name: `Result of ${name}` }).selectOption('won');
  await expect(warning).toBeVisible();
  await sheet.getByRole('button', { name: 'All void' }).click();
  await expect(warning).toBeHidden();
});
