/** Announces the outcome of a bet on any page: once per bet and outcome, in one of the player's tabs, preferably a visible one. */
import { type Bet, betRoutes } from '@fairline/proto/betting/bets';
import type { Change } from '@fairline/proto/live/stream';
import { i18n } from '@lingui/core';
import { call } from '../../../client/requests/call.ts';
import { isFirstToAnnounce } from '../../../client/storage/one-tab.ts';
import { betText, betTypeName } from '../../../domain/betting/bet-labels.ts';
import { isRefunded, rejectionText } from '../../../domain/betting/rejection-labels.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { oddsFormatStore } from '../../../domain/people/display-settings.ts';
import { oddsText } from '../../../figures.ts';
import { announceText } from '../../../ui/notices/announce.tsx';
import { notify } from '../../../ui/notices/notify.ts';

/** Whether the event still describes the bet as fetched. Later changes have events of their own. */
export function isStillSo(event: string, { status, cashedOutMinor }: Pick<Bet, 'status' | 'cashedOutMinor'>): boolean {
  return event !== 'BetAccepted' || (status === 'accepted' && cashedOutMinor === 0);
}

/** `inSight`: the page already shows the result, so it is only announced to screen readers. */
export async function announceBet({ id, version }: Change, event: string, inSight: boolean): Promise<void> {
  if (!(await isFirstToAnnounce(`${id} ${version}`))) return;
  const bet = await call(betRoutes.bet, { params: { id } });
  if (!isStillSo(event, bet)) return;
  const corrected = event === 'BetResettled';
  const name = bet.legs.length === 1 ? betText(bet) : betTypeName(bet);
  const paid = moneyText(bet.payoutMinor ?? 0, bet.currency);
  const values = { name, paid };
  if (corrected && bet.status === 'accepted') {
    return notify.info(
      i18n._({
        id: 'told.betReopened',
        message: 'The result of {name} was withdrawn. The bet is open again.',
        values: { name },
      }),
    );
  }
  if (corrected)
    return notify.info(
      i18n._({
        id: 'told.betCorrected',
        message: 'The result of {name} was corrected. It pays {paid} in total.',
        values,
      }),
    );
  switch (bet.status) {
    case 'rejected':
      // A refused stake was never taken, and the slip shows why.
      if (!isRefunded(bet) && !inSight) return;
      return (inSight ? announceText : notify.error)(
        rejectionText(bet, (milli) => oddsText(milli, oddsFormatStore.get())),
      );
    case 'won':
    case 'half_won':
      return notify.info(i18n._({ id: 'told.betWon', message: '{name} won and pays {paid}', values }));
    case 'lost':
      return notify.info(i18n._({ id: 'told.betLost', message: '{name} lost', values: { name } }));
    case 'half_lost':
      return notify.info(i18n._({ id: 'told.betHalfLost', message: '{name} half lost and pays {paid}', values }));
    case 'void':
      if (bet.freeBet)
        return notify.info(
          i18n._({
            id: 'told.freeBetVoid',
            message: '{name} is void. Your free bet is available again.',
            values: { name },
          }),
        );
      return notify.info(i18n._({ id: 'told.betVoid', message: '{name} is void. {paid} was returned.', values }));
    case 'cashed_out':
      return notify.info(i18n._({ id: 'told.betCashedOut', message: '{name} was cashed out for {paid}', values }));
    case 'accepted':
      if (bet.cashedOutMinor === 0)
        return announceText(i18n._({ id: 'told.betAccepted', message: '{name} was accepted', values: { name } }));
      return notify.info(
        i18n._({
          id: 'told.betPart',
          message: 'Part of {name} was cashed out, {paid} so far',
          values: { name, paid: moneyText(bet.cashedOutMinor, bet.currency) },
        }),
      );
  }
}
