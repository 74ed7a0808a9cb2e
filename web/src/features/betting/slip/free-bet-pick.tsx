/** Money or one of the free bets as the stake of a bet; not there while there is no free bet. A free bet is used whole, so it fixes the stake. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { whenText } from '../../../domain/people/display-settings.ts';
import { PickOne } from '../../../ui/forms/field.tsx';
import type { FreeStake } from './single.ts';

interface FreeBetPickProps {
  freeBets: readonly FreeBet[];
  /** The selection it is the stake of, where each has its own. */
  of?: string;
  chosen: FreeStake | null;
  currency: CurrencyCode;
  locked: boolean;
  onChoose: (claimId: string | undefined) => void;
}

export function FreeBetPick({ freeBets, of, chosen, currency, locked, onChoose }: FreeBetPickProps) {
  if (freeBets.length === 0 && !chosen) return null;
  const listed = chosen === null || freeBets.some(({ claimId }) => claimId === chosen.claimId);
  return (
    <PickOne
      className="max-w-full self-start"
      label={i18n._({ id: 'slip.useFreeBet', message: 'Use free bet' })}
      aria-label={of && i18n._({ id: 'slip.useFreeBetOn', message: 'Use free bet on {selection}', values: { selection: of } })}
      value={chosen?.claimId ?? ''}
      disabled={locked}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      <option value="">{i18n._({ id: 'slip.noFreeBet', message: 'no, stake money' })}</option>
      {!listed && <option value={chosen.claimId}>{moneyText(chosen.amountMinor, currency)}</option>}
      {freeBets.map(({ claimId, amountMinor, expiresAt }) => (
        <option key={claimId} value={claimId}>
          {i18n._({ id: 'slip.freeBet', message: '{amount}, until {at}', values: { amount: moneyText(amountMinor, currency), at: whenText(expiresAt) } })}
        </option>
      ))}
    </PickOne>
  );
}
