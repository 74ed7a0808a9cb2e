/** The limits before and after verification, read from the same rules as the servers use. */
import type { User } from '@fairline/proto/auth/users';
import { ticketRules } from '@fairline/proto/support/tickets';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import { moneyText } from '../../domain/money/money.tsx';
import { useJurisdictionRules } from '../../domain/people/jurisdiction.ts';
import { tierName } from '../../domain/promotions/promotion-labels.ts';
import { Table, Td, Th } from '../../ui/content/table.tsx';

/** The tiers whose tickets are answered first. */
const tiersText = () =>
  new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(ticketRules.priorityTiers.map(tierName));

export function LimitsTable({ currency }: Pick<User, 'currency'>) {
  const { unverified, verified } = limitsByLevel;
  const { identityFirst } = useJurisdictionRules();
  const beforeOf = (minor: number) => (identityFirst ? null : minor);
  const rows = [
    [
      i18n._({ id: 'verification.bet', message: 'Maximum bet' }),
      beforeOf(unverified.maxBetMinor),
      verified.maxBetMinor,
    ],
    [
      i18n._({ id: 'verification.deposit', message: 'Deposits per day' }),
      beforeOf(unverified.dailyDepositMinor),
      verified.dailyDepositMinor,
    ],
    [
      i18n._({ id: 'verification.withdraw', message: 'Withdrawals per day' }),
      unverified.dailyWithdrawMinor,
      verified.dailyWithdrawMinor,
    ],
    [
      i18n._({ id: 'verification.depositMonth', message: 'Deposits per month' }),
      beforeOf(unverified.monthlyDepositMinor),
      verified.monthlyDepositMinor,
    ],
    [
      i18n._({ id: 'verification.withdrawMonth', message: 'Withdrawals per month' }),
      unverified.monthlyWithdrawMinor,
      verified.monthlyWithdrawMinor,
    ],
  ] as const;
  return (
    <Table
      label={i18n._({ id: 'verification.label', message: 'Limits before and after verification' })}
      className="text-12 [&_td]:px-1 [&_td]:py-1 max-sm:[&_td:last-child]:whitespace-normal [&_th]:px-1"
    >
      <thead>
        <tr>
          <Th>{i18n._({ id: 'verification.limit', message: 'Limit' })}</Th>
          <Th figures>{i18n._({ id: 'overview.unverified', message: 'Unverified' })}</Th>
          <Th figures>{i18n._({ id: 'overview.verified', message: 'Verified' })}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, before, after]) => (
          <tr key={name}>
            <Td>{name}</Td>
            <Td figures>{before === null ? '–' : moneyText(before, currency)}</Td>
            <Td figures>{moneyText(after, currency)}</Td>
          </tr>
        ))}
        <tr>
          <Td>{i18n._({ id: 'verification.queue', message: 'Withdrawal review' })}</Td>
          <Td figures>{i18n._({ id: 'verification.within48', message: '24-48 hours' })}</Td>
          <Td figures>{i18n._({ id: 'verification.within24', message: 'First, within 24 hours' })}</Td>
        </tr>
        <tr>
          <Td>{i18n._({ id: 'verification.vip', message: 'VIP promotions' })}</Td>
          <Td figures>–</Td>
          <Td figures>{i18n._({ id: 'verification.vipTier', message: 'From the tier each offer names' })}</Td>
        </tr>
        <tr>
          <Td>{i18n._({ id: 'verification.support', message: 'Priority support' })}</Td>
          <Td figures colSpan={2}>
            {i18n._({ id: 'verification.supportTier', message: 'With {tiers}', values: { tiers: tiersText() } })}
          </Td>
        </tr>
      </tbody>
    </Table>
  );
}
