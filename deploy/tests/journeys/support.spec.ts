/** Support from both sides: a ticket and its answer, a chat in two browsers, a hand-over, and help articles. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInEveryShape, signIn, signInOperator, test } from '../page.ts';

test('a ticket is opened, answered, replied to and closed', async ({ visitor, client }) => {
  const player = await client.register();
  const canned = { title: 'Transfer times', text: 'Transfers take up to three days.' };
  await client.expect(201, 'POST', '/api/admin/support/canned-answers', {
    token: await client.operator('support'),
    body: canned,
  });
  const page = await visitor();
  await signIn(page, player, '/support');
  await page.getByRole('button', { name: 'New Ticket' }).click();
  const form = page.getByRole('dialog', { name: 'New Ticket' });
  await form.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(form.getByText('Please fill in all required fields').first()).toBeVisible();
  await form.getByLabel('Subject').fill('Where is my deposit?');
  await form.getByLabel('Description').fill('I paid an hour ago.');
  await form.getByLabel('Category').selectOption('complaint');
  await form.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.getByText('Support ticket created successfully')).toBeVisible();
  await expect(page.getByText('You get our final answer to this complaint by')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('I paid an hour ago.');
  await expectAccessible(page);

  const agent = await visitor();
  await signInOperator(agent, 'support', '/admin/support');
  await agent
    .getByRole('list', { name: 'Tickets' })
    .getByRole('button', { name: /Where is my deposit/ })
    .first()
    .click();
  await expect(agent.getByRole('region', { name: 'Conversation' })).toContainText('I paid an hour ago.');
  await agent.getByRole('button', { name: 'Assign to me' }).click();
  await expect(agent.getByRole('button', { name: 'Release' })).toBeVisible();
  const opener = agent.getByRole('article').getByRole('button', { name: 'Canned answers' });
  await opener.click();
  const answer = agent.getByRole('button', { name: canned.title }).first();
  await expect(answer).toBeVisible();
  const [from, shown] = [await opener.boundingBox(), await answer.boundingBox()];
  expect(Math.abs((shown?.x ?? 0) - (from?.x ?? 0)), 'the answers open beside their button').toBeLessThan(50);
  await answer.click();
  await expect(agent.getByLabel('Answer the player')).toHaveValue(canned.text);
  await agent.getByLabel('Answer the player').fill('It is on its way.');
  await agent.getByLabel('Answer the player').press('Enter');
  await expect(agent.getByText('Message sent')).toBeVisible();
  await expectAccessible(agent);

  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('It is on its way.');
  await expect(page.getByRole('article').getByText('Waiting for you')).toBeVisible();
  await expect
    .poll(async () => (await client.mail(player.email)).map(({ subject }) => subject).join(), { timeout: 20_000 })
    .toMatch(/support team answered/);
  await page.getByLabel('Your message').fill('Thank you.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(agent.getByRole('region', { name: 'Conversation' })).toContainText('Thank you.');
  await agent.getByRole('article').getByRole('combobox').first().selectOption('closed');
  await expect(agent.getByText('This ticket is closed. It can no longer be answered.')).toBeVisible();
  await expect(page.getByText('This ticket is closed. Open a new one if you need more help.')).toBeVisible();
});

async function goOnline(page: Page, role: string): Promise<void> {
  await signInOperator(page, role, '/admin/support/chats');
  await page.getByRole('button', { name: 'Go online' }).click();
  await expect(page.getByText('You are online', { exact: true })).toBeVisible();
}

test('a chat is assigned, written on both sides, survives a reload, and ends', async ({ visitor, client }) => {
  const agent = await visitor();
  await goOnline(agent, 'support');
  const page = await visitor({ viewport: { width: 360, height: 800 } });
  await signIn(page, await client.register(), '/support?tab=chat');
  await page.getByRole('button', { name: 'Start Live Chat' }).click();
  await expect(page.getByText('Live chat started')).toBeVisible();
  await expect(page.getByText(/You are chatting with /)).toBeVisible();
  await page.getByLabel('Your message').fill('Hello <b>there</b>');
  await page.getByLabel('Your message').press('Enter');
  const mine = page.getByRole('region', { name: 'Conversation' });
  await expect(mine).toContainText('Hello <b>there</b>');

  const row = agent.getByRole('list', { name: 'Chats' }).getByRole('button').last();
  await row.click();
  const theirs = agent.getByRole('region', { name: 'Conversation' });
  await expect(theirs).toContainText('Hello <b>there</b>');
  await agent.getByLabel('Answer the player').pressSequentially('Good evening');
  await expect(page.getByText(/is typing…/)).toBeVisible();
  await agent.getByLabel('Answer the player').press('Enter');
  await expect(mine).toContainText('Good evening');
  await expectAccessible(page);
  await expectAccessible(agent);

  await page.reload();
  await expect(mine).toContainText('Good evening');
  for (const text of ['one', 'two', 'three']) {
    await page.getByLabel('Your message').fill(text);
    await page.getByLabel('Your message').press('Enter');
  }
  await expect(theirs.getByRole('listitem').filter({ hasText: /one|two|three/ })).toHaveCount(3);
  await page.getByRole('button', { name: 'End chat' }).click();
  await expect(page.getByText('This chat has ended')).toBeVisible();
  await expect(theirs).toContainText('The chat was ended by the player.');
  await page.getByRole('button', { name: 'Turn into a ticket' }).click();
  await expect(mine).toContainText('Good evening');
  await expect(page).toHaveURL(/ticket=/);
  await agent.getByRole('button', { name: 'Go away' }).click();
  await expect(agent.getByText('You are away', { exact: true })).toBeVisible();
});

/** The first page of each is among the screens of players and operators. */
test('shows the pages of support on a light phone and a dark desktop', async ({ visitor, client }) => {
  test.slow();
  const looks = [
    { width: 360, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ] as const;
  const expectLooks = (page: Page, shown: Locator) => expectAccessibleInEveryShape(page, shown, looks);
  const page = await visitor();
  await signIn(page, await client.register(), '/support?tab=faq');
  await page.getByRole('searchbox').fill('withdraw');
  await page.getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expectLooks(page, page.getByText(/readers found this helpful/));
  await page.getByRole('tab', { name: 'Live Chat' }).click();
  await expectLooks(page, page.getByRole('button', { name: 'Start Live Chat' }));
  const desk = await visitor();
  await signInOperator(desk, 'support');
  for (const path of ['/admin/support/chats', '/admin/support/answers']) {
    await desk.goto(path);
    await expectLooks(desk, desk.getByRole('heading', { level: 1, name: 'Support' }));
  }
});
