/** The back office in the browser: two operators and one payment, adjustments by maker and checker, players, rates, exports, operators and their sign-in. */
import { randomUUID } from 'node:crypto';
import { expect, expectAccessible, signInOperator, test } from '../page.ts';

test('needs two operators for a large deposit, and shows that to the first', async ({ visitor, client }) => {
  const player = await client.register();
  const finance = await client.operator('finance');
  await client.verify(player);
  const payment = await client.deposit(player.token, 1_000_000);
  await client.expect(202, 'POST', `/api/admin/wallet/payments/${payment.id}/approve`, { token: finance });
  const desk = await visitor();
  await signInOperator(desk, 'super_admin', `/admin/financial?payment=${payment.id}`);
  await expect(desk.getByRole('dialog').getByText('1 of 2 approvals')).toBeVisible();
  await desk.getByRole('button', { name: /^Approve 10,000.00/ }).click();
  await desk
    .getByRole('dialog', { name: /^Approve/ })
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(desk.getByText('Deposit approved successfully!')).toBeVisible();
  expect((await client.balance(player.token)).totalMinor).toBe(1_010_000);
});

test('an adjustment is made by one operator and, when large, checked by another', async ({ visitor, client }) => {
  const player = await client.register();
  const desk = await visitor();
  await signInOperator(desk, 'finance', `/admin/users/${player.id}`);
  await desk.getByRole('button', { name: 'Adjust' }).click();
  await desk.getByLabel('Amount').fill('10000');
  await desk.getByLabel(/^Reason/).fill('Settlement of a complaint');
  await desk.getByRole('button', { name: /^Add 10,000.00/ }).click();
  await expect(desk.getByText('Requested. Another operator must approve this adjustment.')).toBeVisible();
  expect((await client.balance(player.token)).totalMinor).toBe(10_000);
  const checker = await visitor();
  await signInOperator(checker, 'super_admin', '/admin/financial?tab=adjustments');
  await checker
    .getByRole('row', { name: new RegExp(player.email) })
    .getByRole('button', { name: 'Approve' })
    .focus();
  const question = checker.getByRole('dialog');
  // Holding Enter opens the confirmation but does not confirm it.
  await checker.keyboard.down('Enter');
  await expect(question.getByText('Settlement of a complaint')).toBeVisible();
  for (let repeat = 0; repeat < 3; repeat++) await checker.keyboard.down('Enter');
  await checker.keyboard.up('Enter');
  await expect(question.getByText('Settlement of a complaint')).toBeVisible();
  expect((await client.balance(player.token)).totalMinor).toBe(10_000);
  await question.getByRole('button', { name: /^Approve \+?10,000.00/ }).click();
  await expect(checker.getByText('Adjustment approved')).toBeVisible();
  expect((await client.balance(player.token)).totalMinor).toBe(1_010_000);
});

test('verifies no player without documents, suspends and closes one; money and session follow', async ({
  visitor,
  client,
}) => {
  const player = await client.register();
  const desk = await visitor();
  await signInOperator(desk, 'compliance', `/admin/users?q=${player.email}`);
  await desk.getByRole('button', { name: 'Verify', exact: true }).click();
  await desk.getByLabel(/^Reason/).fill('Identity shown');
  await desk.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
  await expect(desk.getByText('The required documents of this player are not approved')).toBeVisible();
  await desk.keyboard.press('Escape');
  await client.verify(player);
  await expect(desk.getByRole('row', { name: /Verified/ })).toBeVisible();
  await desk.getByLabel(`Status of ${player.email}`).selectOption('suspended');
  await desk.getByLabel(/^Reason/).fill('Under review');
  await desk.getByRole('button', { name: 'Set to: Suspended' }).click();
  await expect(desk.getByText('The account is now: Suspended. The action is recorded.')).toBeVisible();
  const deposit = { amountMinor: 10_000, currency: 'USD', method: 'e_wallet' };
  const refused = await client.ask('POST', '/api/wallet/deposits', {
    token: player.token,
    body: deposit,
    key: randomUUID(),
  });
  expect(refused.status).toBe(403);
  await desk.getByLabel(`Status of ${player.email}`).selectOption('closed');
  await desk.getByLabel(/^Reason/).fill('Review ended');
  await desk.getByRole('button', { name: 'Set to: Closed' }).click();
  await expect(desk.getByText('The account is now: Closed. The action is recorded.')).toBeVisible();
  await expect.poll(async () => (await client.ask('GET', '/api/wallet', { token: player.token })).status).toBe(401);
  await desk.goto('/admin/users?q=nobody-has-this-name');
  await expect(desk.getByText('No users match your search criteria')).toBeVisible();
});

test('finds a player by id and shows an overview', async ({ visitor, client }) => {
  const player = await client.register({ firstName: 'Glance' });
  const desk = await visitor();
  await signInOperator(desk, 'finance', `/admin/users?q=${player.id}`);
  await expect(desk.getByRole('row')).toHaveCount(2);
  await desk.getByRole('link', { name: 'Glance Player' }).click();
  const glance = desk.getByRole('dialog', { name: 'Glance Player' });
  await expect(glance.getByText('Unverified')).toBeVisible();
  await expect(glance.getByText(player.email)).toBeVisible();
  await expect(glance.getByText('Last login')).toBeVisible();
  await expect(glance.getByText(/^100.00.USD$/).first()).toBeVisible();
  await expectAccessible(desk);
  await glance.getByRole('link', { name: 'Open the page' }).click();
  await expect(desk.getByRole('heading', { name: 'Glance Player' })).toBeVisible();
});

test('a rate is edited with a reason; one with which money could be made is refused', async ({ visitor }) => {
  const desk = await visitor();
  await signInOperator(desk, 'finance', '/admin/financial?tab=rates');
  await desk.getByRole('button', { name: 'Edit USD to EUR' }).click();
  await desk.getByLabel('1 USD is').fill('5');
  await desk.getByLabel(/^Reason/).fill('Test');
  await desk.getByRole('button', { name: 'Save rate' }).click();
  await expect(desk.getByText('This rate would let players profit by converting back and forth')).toBeVisible();
  await desk.getByLabel('1 USD is').fill('0.91');
  await desk.getByRole('button', { name: 'Save rate' }).click();
  await expect(desk.getByRole('row', { name: /USD EUR 0\.91/ })).toBeVisible();
});

test('the export is a file of what the filter shows', async ({ visitor, client }) => {
  const player = await client.register();
  const payment = await client.deposit(player.token, 6_200);
  const desk = await visitor();
  await signInOperator(desk, 'finance', `/admin/financial?q=${payment.id}`);
  const coming = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Export' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^payments_\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await (await file.createReadStream()).toArray()).join('').trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(payment.id);
});

test('all transactions are found by their filters, and lead to the player', async ({ visitor, client }) => {
  const player = await client.register();
  const payment = await client.deposit(player.token, 6_300);
  const desk = await visitor();
  await signInOperator(desk, 'finance', '/admin/financial?tab=transactions');
  await desk.getByRole('combobox', { name: 'Currency' }).selectOption('USD');
  await desk.getByLabel('From amount').fill('63');
  await desk.getByLabel('To amount').fill('63');
  await desk.getByRole('searchbox').fill(payment.reference);
  const row = desk.getByRole('row', { name: /63\.00 USD/ });
  await expect(row).toHaveCount(1);
  await expect(desk).toHaveURL(/currency=USD&min=6300&max=6300&q=DEP-/);
  await row.getByRole('link', { name: 'Ada Player' }).click();
  await expect(desk).toHaveURL(/\/admin\/users\//);
});

test('a bank transfer is marked as paid, and its player follows it', async ({ visitor, client }) => {
  const player = await client.register();
  const payment = await client.deposit(player.token, 10_000);
  const token = await client.operator('finance');
  await client.approve(token, payment.id);
  const body = { amountMinor: 5_000, currency: 'USD', method: 'bank_transfer', destination: 'DE89370400440532013000' };
  const out = await client.expect<{ id: string }>(201, 'POST', '/api/wallet/withdrawals', {
    token: player.token,
    key: randomUUID(),
    body,
  });
  await client.approve(token, out.id);
  const desk = await visitor();
  await signInOperator(desk, 'finance', `/admin/financial?status=to_transfer&payment=${out.id}`);
  await desk.getByRole('button', { name: /^Mark .* as paid$/ }).click();
  await desk.getByLabel('Bank reference, shown to the player').fill('SEPA 4711');
  await desk.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(desk.getByText('Marked as paid. The player has been notified.')).toBeVisible();
  const paid = await client.expect<{ payout: object }>(200, 'GET', `/api/wallet/payments/${out.id}`, {
    token: player.token,
  });
  expect(paid.payout).toMatchObject({ stage: 'paid', bankReference: 'SEPA 4711' });
});

test('an operator is invited by two super admins, activated, and sets up an authenticator', async ({
  visitor,
  client,
}) => {
  const email = `${randomUUID()}@example.com`;
  const desk = await visitor();
  await signInOperator(desk, 'super_admin', '/admin/operators');
  await desk.getByRole('button', { name: 'Invite an operator' }).click();
  await desk.getByLabel('Email').fill(email);
  await desk.getByLabel('First name').fill('Olga');
  await desk.getByLabel('Last name').fill('Operator');
  await desk.getByLabel(/^Reason/).fill('New colleague');
  await desk.getByRole('button', { name: 'Request invitation' }).click();
  const own = desk.getByRole('listitem').filter({ hasText: email });
  await expect(own.getByText('Another super admin must approve it.').first()).toBeVisible();
  const second = await visitor();
  await signInOperator(second, 'super_admin2', '/admin/operators');
  await second.getByRole('listitem').filter({ hasText: email }).getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expect.poll(async () => (await client.mail(email)).length).toBe(1);
  const [mail] = await client.mail(email);
  const link = new URL(/https?:\S+\/admin\/activate\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '');
  const theirs = await visitor();
  await theirs.goto(link.pathname + link.search);
  await theirs.getByLabel('New password').fill('Correct-horse-1');
  await theirs.getByRole('button', { name: 'Set password' }).click();
  await expect(theirs.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
});

test('finds a player in the header search; a page beyond the role is refused', async ({ visitor, client }) => {
  const player = await client.register({ firstName: 'Searchable' });
  const desk = await visitor();
  await signInOperator(desk, 'support');
  const field = desk.getByRole('combobox', { name: 'Search all' });
  await field.fill(player.email);
  await expect(desk.getByRole('option', { name: /Searchable/ })).toBeVisible();
  await field.press('Enter');
  await expect(desk.getByRole('heading', { name: /Searchable/ })).toBeVisible();
  await desk.goto('/admin/integrity');
  await expect(desk.getByText('Your role may not see this page')).toBeVisible();
});

test('each role begins on a page with something for it', async ({ visitor, client }) => {
  const trader = await visitor();
  await signInOperator(trader, 'trader');
  await expect(trader.getByRole('heading', { name: 'Highest liability' })).toBeVisible();
  const inPlay = trader.getByRole('region', { name: 'Fixtures in play' });
  await expect(inPlay.getByRole('link').nth(1)).toBeVisible();
  await expectAccessible(trader);
  await inPlay.getByRole('link').nth(1).click();
  await expect(trader).toHaveURL(/\/admin\/trading\/[0-9a-f-]{36}$/);
  // Registered right before the search, because other tests register players too.
  const player = await client.register({ firstName: 'Newcomer' });
  const support = await visitor();
  await signInOperator(support, 'support');
  await expect(support.getByRole('region', { name: 'Newest players' }).getByText(player.email)).toBeVisible();
  await expectAccessible(support);
  const compliance = await visitor();
  await signInOperator(compliance, 'compliance');
  await expect(compliance.getByRole('region', { name: 'Recent activity' })).toBeVisible();
  await expect(compliance.getByRole('region', { name: 'Critical alerts' })).toBeVisible();
  await expectAccessible(compliance);
  const games = await visitor();
  await signInOperator(games, 'games');
  await games.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await expect(games).toHaveURL(/\/admin\/settings$/);
});
