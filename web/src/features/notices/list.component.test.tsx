/** The list shows notices with the text of their mail, and marks them as read. */
import { mailRoutes, Notice } from '@fairline/proto/auth/mail';
import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderAsPlayer } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { Notices } from './list.tsx';

const paymentId = '019aa1c8-7f00-7000-8000-000000000001';

it('lists the notices of the player, each with a link to its page', async () => {
  const params = { paymentId, amountMinor: 123_456, currency: 'EUR' };
  network.answer(mailRoutes.notices, {
    items: [sample(Notice, { template: 'deposit_approved', params, readAt: null })],
    nextCursor: null,
    unread: 1,
  });
  network.answer(mailRoutes.readNotices, { unread: 0 });
  renderAsPlayer(
    <Suspense>
      <Notices onLeave={() => {}} />
    </Suspense>,
    { at: '/', path: '/' },
  );
  const link = await screen.findByRole('link', {
    name: /Your deposit was approved.*1,234\.56\sEUR is in your balance\./,
  });
  expect(link.getAttribute('href')).toBe('/wallet?tab=history');
});
