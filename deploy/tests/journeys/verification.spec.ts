/** Identity verification from both sides: an upload, a rejected document, its replacement, the approval, and the higher limits. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, signInOperator, test } from '../page.ts';

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(page: Page, name: string): Promise<void> {
  await page
    .getByLabel(`File of ${name}`)
    .setInputFiles({ name: `${name}.png`, mimeType: 'image/png', buffer: picture });
  await expect(page.getByText(`${name} uploaded successfully`)).toBeVisible();
}

test('a player is verified after a rejected document was uploaded again', async ({ visitor, client }) => {
  const player = await client.register({ firstName: 'Vera', lastName: 'Kowalski' });
  const page = await visitor();
  await signIn(page, player, '/account?tab=verification');
  await page
    .getByLabel('File of Passport')
    .setInputFiles({ name: 'passport.gif', mimeType: 'image/gif', buffer: picture });
  await expect(page.getByText('Only images and PDF files are allowed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit for verification' })).toHaveCount(0);
  await upload(page, 'Passport');
  await upload(page, 'Utility Bill');
  await expectAccessible(page);

  const operator = await visitor();
  await signInOperator(operator, 'compliance');
  // The operator's stream must be open before the submission, or they would get no hint about it.
  await Promise.all([
    operator.waitForResponse((response) => response.url().includes('/api/stream')),
    operator.goto('/admin/kyc'),
  ]);
  await page.getByRole('button', { name: 'Submit for verification' }).click();
  // Toasts last two to four seconds, so those of both pages are awaited at once.
  await Promise.all([
    expect(page.getByText('Verification submitted for review! You will be notified once reviewed.')).toBeVisible(),
    expect(operator.getByText('New KYC verification submitted by Vera Kowalski')).toBeVisible(),
  ]);
  await expect(page.getByText(/This usually takes 24-48 hours/)).toBeVisible();
  await expectAccessible(operator);

  await operator.getByRole('button', { name: 'Review Vera Kowalski' }).first().click();
  const review = operator.getByRole('dialog', { name: 'KYC Verification' });
  await expect(review.getByText('1990-01-31')).toBeVisible();
  await review.getByRole('button', { name: 'View Passport' }).click();
  const viewer = operator.getByRole('dialog', { name: 'Passport' });
  await expect(viewer.getByRole('img', { name: 'Passport' })).toBeVisible();
  await operator.keyboard.press('r');
  await operator.keyboard.press('ArrowRight');
  await expect(operator.getByRole('dialog', { name: 'Utility Bill' })).toBeVisible();
  await operator.keyboard.press('Escape');

  await review.getByRole('button', { name: 'Reject Passport' }).click();
  const reject = operator.getByRole('dialog', { name: 'Reject Passport' });
  await expect(reject.getByText('Please provide a rejection reason')).toBeVisible();
  await reject.getByLabel(/^Reason/).fill('Blurred');
  await reject.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Blurred')).toBeVisible();
  await upload(page, 'Passport');
  await expect(review.getByText('Blurred')).toHaveCount(0);
  await expectAccessible(operator);
  // The provider of demo mode has cleared the player by now, so the desk asks nothing.
  await expect(review.getByRole('listitem').filter({ hasText: 'Sanctions' })).toContainText('Clear');
  await expect(review.getByText('Not screened against sanctions lists')).toHaveCount(0);
  await review.getByRole('button', { name: 'Approve', exact: true }).click();
  await Promise.all([
    expect(operator.getByText('Verification approved', { exact: true })).toBeVisible(),
    expect(page.getByText('KYC Verification Approved! Your account is now fully verified.')).toBeVisible(),
  ]);
  await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible();
  await expect
    .poll(
      async () =>
        (await client.ask<{ level: string }>('GET', '/api/wallet/limits', { token: player.token })).body.level,
    )
    .toBe('verified');
});

test('the whole verification is rejected with its reason, on a phone and a tablet', async ({ visitor, client }) => {
  const player = await client.register({ firstName: 'Nils', lastName: 'Berg' });
  const page = await visitor({ viewport: { width: 360, height: 800 } });
  await signIn(page, player, '/account?tab=verification');
  for (const name of ['Passport', 'Utility Bill']) await upload(page, name);
  await page.getByRole('button', { name: 'Submit for verification' }).click();
  await expect(page.getByText(/This usually takes 24-48 hours/)).toBeVisible();
  await expectAccessible(page);

  const operator = await visitor({ viewport: { width: 768, height: 1_024 } });
  await signInOperator(operator, 'compliance', '/admin/kyc?status=pending');
  await operator.getByRole('button', { name: 'Review Nils Berg' }).first().click();
  const review = operator.getByRole('dialog', { name: 'KYC Verification' });
  await review.getByRole('button', { name: 'Reject', exact: true }).click();
  const reject = operator.getByRole('dialog', { name: 'Reject verification' });
  await reject.getByLabel(/^Reason/).fill('Documents of another person');
  await reject.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('KYC Verification Rejected: Documents of another person')).toBeVisible();
  await expect(page.getByText('Your verification was rejected: Documents of another person')).toBeVisible();
  await expectAccessible(operator);
});
