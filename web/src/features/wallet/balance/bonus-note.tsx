/** What the bonus money of a balance can be used for; a chunk of its own, since few balances have any. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { ActiveBonus } from '@fairline/proto/wallet/ledger';
import { bonusUseText } from '../../../domain/money/bonus-labels.ts';

export function BonusNote({ bonus, currency }: { bonus: ActiveBonus; currency: CurrencyCode }) {
  return <p className="text-12 text-ink-soft">{bonusUseText(bonus, currency)}</p>;
}
