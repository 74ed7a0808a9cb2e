/** The events of a bet's timeline, as one sentence each. */
import type { Bet, BetMoment } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { refusalText } from '../../refusals.ts';
import { moneyText } from '../money/money.tsx';
import { betStatusName, legStatusName } from './bet-labels.ts';
import { feedText } from './market-labels.ts';

export function momentText(moment: BetMoment, bet: Bet): string {
  const amount = moneyText(moment.amountMinor ?? 0, bet.currency);
  const outcome = moment.status ? betStatusName(moment.status)[0] : '';
  switch (moment.kind) {
    case 'placed':
      return i18n._({
        id: 'moment.placed',
        message: 'Placed for {amount}',
        values: { amount: moneyText(bet.stakeMinor, bet.currency) },
      });
    case 'accepted':
      return i18n._({ id: 'moment.accepted', message: 'Accepted, receipt signed' });
    case 'rejected':
      return i18n._({
        id: 'moment.rejected',
        message: 'Rejected: {why}',
        values: { why: bet.rejection ? refusalText(bet.rejection) : (moment.reason ?? '') },
      });
    case 'leg': {
      const leg = bet.legs.find(({ selectionId }) => selectionId === moment.selectionId);
      const became = legStatusName(moment.legStatus ?? 'open', moment)[0];
      return i18n._({
        id: 'moment.leg',
        message: '{selection}: {outcome}',
        values: { selection: leg ? feedText(leg.selection) : '', outcome: became },
      });
    }
    case 'settled':
      return i18n._({ id: 'moment.settled', message: '{outcome}, {amount} paid', values: { outcome, amount } });
    case 'resettled':
      return i18n._({
        id: 'moment.resettled',
        message: 'Result corrected to {outcome}, total payout {amount}',
        values: { outcome, amount },
      });
    case 'voided':
      return i18n._({ id: 'moment.voided', message: 'Void, {amount} returned', values: { amount } });
    case 'cashed_out':
      return i18n._({
        id: 'moment.cashedOut',
        message: 'Cashed out {stake} of the stake for {amount}',
        values: { stake: moneyText(moment.stakeMinor ?? bet.stakeMinor, bet.currency), amount },
      });
    case 'auto_cash_out_set':
      return moment.amountMinor === undefined
        ? i18n._({ id: 'moment.autoOff', message: 'Automatic cash-out removed' })
        : i18n._({ id: 'moment.autoOn', message: 'Automatic cash-out set at {amount}', values: { amount } });
    case 'by_hand':
      return i18n._({
        id: 'moment.byHand',
        message: 'Settled by our staff: {outcome}, {amount} paid',
        values: { outcome, amount },
      });
  }
}
