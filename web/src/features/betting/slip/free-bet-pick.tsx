/** The choice between money and a free bet as the stake; hidden without a free bet. A free bet is used as a whole, so it fixes the stake. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { i18n } from '@lingui/core';
import { useContext } from 'react';
import { OddsFormatContext } from '../../../domain/betting/odds.tsx';
import { moneyText } from '../../../domain/money/money.tsx';
import { whenText } from '../../../domain/people/display-settings.ts';
import { oddsText } from '../../../figures.ts';
import { PickOne } from '../../../ui/forms/field.tsx';
import type { FreeStake } from './single.ts';

interface FreeBetPickProps {
  freeBets: readonly FreeBet[];
  /** The selection that it is staked on, if each selection has its own stake. */
  of?: string;
  chosen: FreeStake | null;
  currency: CurrencyCode;
  locked: boolean;
  onChoose: (claimId: string | undefined) => void;
}

export function FreeBetPick({ freeBets, of, chosen, currency, locked, onChoose }: FreeBetPickProps) {
  const format = useContext(OddsFormatContext);
  if (freeBets.length === 0 && !chosen) return null;
  const listed = chosen === null || freeBets.some(({ claimId }) => claimId === chosen.claimId);
  return (
    <>
      <PickOne
        className="max-w-full self-start"
        label={i18n._({ id: 'slip.useFreeBet', message: 'Use free bet' })}
        aria-label={
          of && i18n._({ id: 'slip.useFreeBetOn', message: 'Use free bet on {selection}', values: { selection: of } })
        }
        value={chosen?.claimId ?? ''}
        disabled={locked}
        onChange={({ target }) => onChoose(target.value || undefined)}
      >
        <option value="">{i18n._({ id: 'slip.noFreeBet', message: 'no, use my balance' })}</option>
        {!listed && <option value={chosen.claimId}>{moneyText(chosen.amountMinor, currency)}</option>}
        {freeBets.map(({ claimId, amountMinor, expiresAt }) => (
          <option key={claimId} value={claimId}>
            {i18n._({
              id: 'slip.freeBet',
              message: '{amount}, until {at}',
              values: { amount: moneyText(amountMinor, currency), at: whenText(expiresAt) },
            })}
          </option>
        ))}
      </PickOne>
      {chosen?.minOddsMilli !== undefined && (
        <p className="text-12 text-ink-soft">
          {i18n._({
            id: 'slip.freeBetFrom',
            message: 'This free bet needs odds of {odds} or higher.',
            values: { odds: oddsText(chosen.minOddsMilli, format) },
          })}
        </p>
      )}
    </>
  );
}
