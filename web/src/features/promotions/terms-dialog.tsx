/** The terms of a promotion as the operator wrote them, below the conditions that the system enforces. */
import type { User } from '@fairline/proto/auth/users';
import type { Jurisdiction } from '@fairline/proto/countries';
import type { Promotion } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { moneyText } from '../../domain/money/money.tsx';
import { dayText } from '../../domain/people/display-settings.ts';
import { useStakeTraits } from '../../domain/people/jurisdiction.ts';
import { rewardText, tierName } from '../../domain/promotions/promotion-labels.ts';
import { countingOf, isWagered, wageringFactor } from '../../domain/promotions/terms.ts';
import { numberText } from '../../figures.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Counting, Rows } from './counting.tsx';

export function TermsDialog({
  promotion,
  user,
  onClose,
}: {
  promotion: Promotion;
  user: Pick<User, 'currency'>;
  onClose: () => void;
}) {
  const { jurisdiction } = useStakeTraits();
  return (
    <Dialog
      open
      title={promotion.name}
      onClose={onClose}
      onSubmit={onClose}
      foot={
        <Button type="submit" look="secondary" data-first>
          {i18n._({ id: 'dialog.close', message: 'Close' })}
        </Button>
      }
    >
      <Rows rows={conditions(promotion, user.currency, jurisdiction)} />
      <Counting type={promotion.type} counting={countingOf(promotion, jurisdiction)} currency={user.currency} />
      <h3 className="text-14 font-strong">{i18n._({ id: 'offer.terms', message: 'Terms' })}</h3>
      <p className="text-13 break-words whitespace-pre-line text-ink-soft">{promotion.terms}</p>
    </Dialog>
  );
}

/** The conditions to know before a claim, in order of importance. */
export function conditions(
  promotion: Promotion,
  currency: User['currency'],
  jurisdiction: Jurisdiction,
): [name: string, value: string][] {
  const { eligibility, reward, type, endsAt } = promotion;
  const rows: ([string, string] | false)[] = [
    [i18n._({ id: 'offer.reward', message: 'You get' }), rewardText(promotion, currency)],
    eligibility.minDepositMinor !== undefined && [
      i18n._({ id: 'offer.minDeposit', message: 'Minimum deposit' }),
      moneyText(eligibility.minDepositMinor, currency),
    ],
    isWagered(type) && [
      i18n._({ id: 'offer.wagering', message: 'Wagering' }),
      factorText(wageringFactor(reward.wageringFactor, jurisdiction)),
    ],
    eligibility.newUsersOnly && [
      i18n._({ id: 'offer.for', message: 'For' }),
      i18n._({ id: 'offer.newPlayers', message: 'New players' }),
    ],
    eligibility.minTier !== undefined && [
      i18n._({ id: 'offer.vip', message: 'VIP' }),
      i18n._({
        id: 'offer.vipFrom',
        message: 'Verified, tier {tier} or above',
        values: { tier: tierName(eligibility.minTier) },
      }),
    ],
    [i18n._({ id: 'offer.ends', message: 'Offer ends' }), dayText(endsAt)],
  ];
  return rows.filter((row) => row !== false);
}

export const factorText = (factor: number): string =>
  i18n._({
    id: 'offer.factor',
    message: '{factor}× the bonus',
    values: { factor: numberText(factor, { maximumFractionDigits: 2 }) },
  });
