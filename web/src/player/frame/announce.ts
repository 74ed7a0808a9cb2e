/**
 * Toasts to a player when an event happens, on any page: decisions about money and identity, replies from support, and results of bets. Changes of the account
 * are refetched at once.
 */
import type { Change } from '@fairline/proto/live/stream';
import { i18n } from '@lingui/core';
import { playerSession } from '../../client/session/session.ts';
import { eventName } from '../../domain/live/frames.ts';
import { notify } from '../../ui/notices/notify.ts';

export function announceChange(change: Change): void {
  const name = eventName(change.type);
  switch (name) {
    case 'DepositApproved':
      notify.info(i18n._({ id: 'told.depositApproved', message: 'Your deposit was approved' }));
      return;
    case 'DepositRejected':
      notify.error(
        i18n._({ id: 'told.depositRejected', message: 'Your deposit was rejected. The reason is in your email.' }),
      );
      return;
    case 'WithdrawalApproved':
      notify.info(i18n._({ id: 'told.withdrawalApproved', message: 'Your withdrawal was approved' }));
      return;
    case 'WithdrawalPaid':
      notify.info(i18n._({ id: 'told.withdrawalPaid', message: 'Your withdrawal was paid' }));
      return;
    case 'WithdrawalRejected':
      notify.error(
        i18n._({
          id: 'told.withdrawalRejected',
          message: 'Your withdrawal was rejected. The amount is available again.',
        }),
      );
      return;
    case 'BonusGranted':
      // An event of a grant names its claim; that of the welcome bonus names the player.
      if (change.id !== playerSession.state.who?.id)
        notify.info(i18n._({ id: 'told.bonus', message: 'You received a bonus' }));
      return;
    case 'BetAccepted':
    case 'BetRejected':
    case 'BetSettled':
    case 'BetVoided':
    case 'BetCashedOut':
    case 'BetResettled':
      // If loading fails there is no toast; the lists still show the change.
      void Promise.all([
        import('../../features/betting/bets/announce.ts'),
        import('../../features/betting/placed/placed.ts'),
      ])
        .then(([{ announceBet }, { isPlacedInSight }]) => announceBet(change, name, isPlacedInSight(change.id)))
        .catch(() => undefined);
      return;
    case 'KycApproved':
    case 'KycRejected':
      void import('../../domain/kyc/announce.ts')
        .then(({ announceReview }) => announceReview(name))
        .catch(() => undefined);
      return;
    case 'TicketAnswered':
      notify.info(i18n._({ id: 'notice.ticketAnswered', message: 'Support answered your ticket' }));
      return;
    case 'WageringCompleted':
      notify.success(
        i18n._({ id: 'told.wagered', message: 'You have met the wagering requirement: your bonus is now cash' }),
      );
      return;
    case 'CashbackPaid':
      notify.info(i18n._({ id: 'told.cashback', message: 'Your cashback was paid' }));
      return;
    case 'EmailVerified':
    case 'VerificationChanged':
    case 'UserStatusChanged':
      void playerSession.check('expired');
      return;
  }
}
