/** Whether the account is verified, and what that changes: each number is the one the servers decide by. */
import type { User } from '@fairline/proto/auth/users';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import { contactAddress } from '../../contact.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { Badge } from '../../ui/content/badge.tsx';
import { Notice } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { buttonClass } from '../../ui/controls/button.tsx';
import { Section } from './forms.tsx';

export function VerificationTab({ user }: { user: User }) {
  const { unverified, verified } = limitsByLevel;
  const rows = [
    [i18n._({ id: 'verification.bet', message: 'Largest bet' }), unverified.maxBetMinor, verified.maxBetMinor],
    [i18n._({ id: 'verification.deposit', message: 'Deposits a day' }), unverified.dailyDepositMinor, verified.dailyDepositMinor],
    [i18n._({ id: 'verification.withdraw', message: 'Withdrawals a day' }), unverified.dailyWithdrawMinor, verified.dailyWithdrawMinor],
    [i18n._({ id: 'verification.depositMonth', message: 'Deposits a month' }), unverified.monthlyDepositMinor, verified.monthlyDepositMinor],
    [i18n._({ id: 'verification.withdrawMonth', message: 'Withdrawals a month' }), unverified.monthlyWithdrawMinor, verified.monthlyWithdrawMinor],
  ] as const;
  return (
    <Section title={i18n._({ id: 'account.verification', message: 'Verification' })}>
      <p className="flex items-center gap-2">
        {user.isVerified ? (
          <Badge tone="act">{i18n._({ id: 'overview.verified', message: 'Verified' })}</Badge>
        ) : (
          <Badge tone="live">{i18n._({ id: 'overview.unverified', message: 'Unverified' })}</Badge>
        )}
        <span className="text-13 text-ink-soft">
          {user.isVerified
            ? i18n._({ id: 'verification.done', message: 'Your identity is confirmed. These limits are in force:' })
            : i18n._({ id: 'verification.open', message: 'Our staff confirms your identity. Then the higher limits are yours:' })}
        </span>
      </p>
      {!user.isVerified && (
        <Notice
          action={
            <a href={`mailto:${contactAddress}`} className={buttonClass('secondary', 'small')}>
              {i18n._({ id: 'verification.write', message: 'Write to us' })}
            </a>
          }
        >
          {i18n._({
            id: 'verification.how',
            message: 'To be verified, write to {address} from your account email. We tell you which document we need and confirm your identity by hand.',
            values: { address: contactAddress },
          })}
        </Notice>
      )}
      <Table
        label={i18n._({ id: 'verification.label', message: 'Limits before and after verification' })}
        className="max-sm:text-12 max-sm:[&_td]:px-1 max-sm:[&_td:last-child]:whitespace-normal max-sm:[&_th]:px-1"
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
              <Td figures>{moneyText(before, user.currency)}</Td>
              <Td figures>{moneyText(after, user.currency)}</Td>
            </tr>
          ))}
          <tr>
            <Td>{i18n._({ id: 'verification.queue', message: 'Withdrawals' })}</Td>
            <Td figures>{i18n._({ id: 'verification.inTurn', message: 'in turn' })}</Td>
            <Td figures>{i18n._({ id: 'verification.first', message: 'first in the queue' })}</Td>
          </tr>
        </tbody>
      </Table>
    </Section>
  );
}
