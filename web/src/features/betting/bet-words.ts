/** How a bet, its legs and what happened to it are named on the page. */
import type { Bet, BetStatus } from '@fairline/proto/betting';
import type { BetMoment } from '@fairline/proto/betting/bets';
import { namedSystems } from '@fairline/proto/systems';
import { i18n } from '@lingui/core';
import { said } from '../../said.ts';
import type { Tone } from '../../ui/badge.tsx';
import { moneyText } from '../../ui/money.tsx';

export function statusWords(status: BetStatus): [words: string, tone: Tone] {
  switch (status) {
    case 'pending':
      return [i18n._({ id: 'bet.pending', message: 'Pending' }), 'live'];
    case 'accepted':
      return [i18n._({ id: 'bet.accepted', message: 'Accepted' }), 'info'];
    case 'rejected':
      return [i18n._({ id: 'bet.rejected', message: 'Rejected, stake returned' }), 'down'];
    case 'won':
      return [i18n._({ id: 'bet.won', message: 'Won' }), 'act'];
    case 'half_won':
      return [i18n._({ id: 'bet.halfWon', message: 'Half won' }), 'act'];
    case 'lost':
      return [i18n._({ id: 'bet.lost', message: 'Lost' }), 'plain'];
    case 'half_lost':
      return [i18n._({ id: 'bet.halfLost', message: 'Half lost' }), 'plain'];
    case 'void':
      return [i18n._({ id: 'bet.void', message: 'Void, stake returned' }), 'plain'];
    case 'cashed_out':
      return [i18n._({ id: 'bet.cashedOut', message: 'Cashed out' }), 'act'];
  }
}

export function legWords(status: Bet['legs'][number]['status']): [words: string, tone: Tone] {
  if (status === 'open') return [i18n._({ id: 'leg.open', message: 'Open' }), 'info'];
  if (status === 'void') return [i18n._({ id: 'leg.void', message: 'Void' }), 'plain'];
  return statusWords(status);
}

/** "Single", "Treble", "Lucky 15", "System 2/4". */
export function typeWords({ type, system, legs }: Pick<Bet, 'type' | 'legs'> & { system?: string | undefined }): string {
  if (type === 'single') return i18n._({ id: 'betType.single', message: 'Single' });
  if (type === 'system') {
    const named = system === undefined ? undefined : namedSystems[system]?.name;
    return named ?? i18n._({ id: 'betType.system', message: 'System {system}', values: { system: system ?? '' } });
  }
  if (legs.length === 2) return i18n._({ id: 'betType.double', message: 'Double' });
  if (legs.length === 3) return i18n._({ id: 'betType.treble', message: 'Treble' });
  return i18n._({ id: 'betType.accumulator', message: '{count}-fold accumulator', values: { count: legs.length } });
}

/** What is bet on, in one line. */
export function betWords(bet: Bet): string {
  return bet.legs.map(({ selection }) => said(selection)).join(', ');
}

/** What happened, in one sentence. */
export function momentWords(moment: BetMoment, bet: Bet): string {
  const amount = moneyText(moment.amountMinor ?? 0, bet.currency);
  const outcome = moment.status ? statusWords(moment.status)[0] : '';
  switch (moment.kind) {
    case 'placed':
      return i18n._({ id: 'moment.placed', message: 'Placed for {amount}', values: { amount: moneyText(bet.stakeMinor, bet.currency) } });
    case 'accepted':
      return i18n._({ id: 'moment.accepted', message: 'Accepted, and the receipt signed' });
    case 'rejected':
      return i18n._({
        id: 'moment.rejected',
        message: 'Rejected: {why}',
        values: { why: bet.rejection ? said(bet.rejection.message) : (moment.reason ?? '') },
      });
    case 'leg': {
      const leg = bet.legs.find(({ selectionId }) => selectionId === moment.selectionId);
      const became = legWords(moment.legStatus ?? 'open')[0];
      return i18n._({ id: 'moment.leg', message: '{selection}: {outcome}', values: { selection: leg ? said(leg.selection) : '', outcome: became } });
    }
    case 'settled':
      return i18n._({ id: 'moment.settled', message: '{outcome}, {amount} paid', values: { outcome, amount } });
    case 'resettled':
      return i18n._({ id: 'moment.resettled', message: 'The result was corrected: {outcome}, {amount} paid in all', values: { outcome, amount } });
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
        ? i18n._({ id: 'moment.autoOff', message: 'Automatic cash-out taken back' })
        : i18n._({ id: 'moment.autoOn', message: 'Automatic cash-out set at {amount}', values: { amount } });
    case 'by_hand':
      return i18n._({ id: 'moment.byHand', message: 'Settled by our staff: {outcome}, {amount} paid', values: { outcome, amount } });
  }
}
