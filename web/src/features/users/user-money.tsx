/** A player's money for operators: the balance in each currency, the limits of the account and the player's own, the PIN. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { CurrencyCode } from '@fairline/proto/money';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { playerRoutes } from '@fairline/proto/wallet/players';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { bonusUseText } from '../../domain/money/bonus-labels.ts';
import { ownLimitRows } from '../../domain/money/limit-labels.ts';
import { Money, moneyText } from '../../domain/money/money.tsx';
import { playNames } from '../../domain/money/play-labels.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { DetailList } from '../../ui/content/details.tsx';
import { Framed } from '../../ui/content/listed.tsx';
import { ErrorState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { localText } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';
import { TakeBackFreeBetDialog } from './free-bet-dialogs.tsx';
import { userWalletQuery } from './queries.ts';

/** An exclusion until this date is permanent. */
const foreverYear = '9999-';

export function UserMoney({ id, operator }: { id: string; operator: Operator }) {
  const { data, error, isFetching, refetch } = useQuery(userWalletQuery(id));
  if (!data && error) {
    return (
      <ErrorState
        title={i18n._({ id: 'wallet.failed', message: 'Failed to load wallet data' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows count={6} className="h-10" />;
  const { summary, stats, limits } = data;
  const amount = (minor: number) => <Money minor={minor} currency={summary.currency} />;
  return (
    <div className="flex flex-col gap-6">
      {data.excludedUntil && (
        <Notice tone="live">
          {data.excludedUntil.startsWith(foreverYear)
            ? i18n._({ id: 'playerRisk.excludedForever', message: 'Excluded permanently' })
            : i18n._({
                id: 'userMoney.excluded',
                message: 'Excluded from play until {at}.',
                values: { at: localText(data.excludedUntil) },
              })}
        </Notice>
      )}
      <Framed>
        <Table label={i18n._({ id: 'userMoney.accounts', message: 'Balances' })}>
          <thead>
            <tr>
              <Th>{i18n._({ id: 'users.currency', message: 'Currency' })}</Th>
              <Th figures>{i18n._({ id: 'userMoney.cash', message: 'Cash' })}</Th>
              <Th figures>{i18n._({ id: 'userMoney.held', message: 'Held' })}</Th>
              <Th figures>{i18n._({ id: 'userMoney.bonus', message: 'Bonus' })}</Th>
            </tr>
          </thead>
          <tbody>
            {data.accounts.map((account) => (
              <tr key={account.currency} className="last:[&>td]:border-b-0">
                <Td>{account.currency}</Td>
                <Td figures>
                  <Money minor={account.cashMinor} currency={account.currency} />
                </Td>
                <Td figures>
                  <Money minor={account.heldMinor} currency={account.currency} />
                </Td>
                <Td figures>
                  <Money minor={account.bonusMinor} currency={account.currency} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Framed>
      {data.bonus && <p className="text-13 text-ink-soft">{bonusUseText(data.bonus, summary.currency)}</p>}
      {data.freeBets.length > 0 && (
        <FreeBets freeBets={data.freeBets} allowed={hasPermission(operator, 'adjustments')} />
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <DetailList
          title={i18n._({ id: 'userMoney.lifetime', message: 'Lifetime' })}
          details={[
            [i18n._({ id: 'figures.deposited', message: 'Deposited' }), amount(stats.depositedMinor)],
            [i18n._({ id: 'figures.withdrawn', message: 'Withdrawn' }), amount(stats.withdrawnMinor)],
            [i18n._({ id: 'userMoney.netDeposits', message: 'Net deposits' }), amount(stats.netDepositsMinor)],
            [playNames.staked(), amount(stats.play.all.stakedMinor)],
            [playNames.open(), amount(stats.play.all.openStakeMinor)],
            [playNames.winnings(), amount(stats.play.all.returnedMinor)],
            [playNames.net(), <Money key="net" net minor={stats.play.all.netMinor} currency={stats.currency} />],
            [i18n._({ id: 'users.activeBets', message: 'Active bets' }), stats.activeBets],
            data.receivableMinor > 0 && [
              i18n._({ id: 'userMoney.receivable', message: 'Owes the house' }),
              amount(data.receivableMinor),
            ],
          ]}
        />
        <DetailList
          title={i18n._({ id: 'userMoney.limits', message: 'Limits' })}
          details={[
            [
              i18n._({ id: 'userMoney.level', message: 'Level' }),
              limits.level === 'verified'
                ? i18n._({ id: 'users.isVerified', message: 'Verified' })
                : i18n._({ id: 'users.isUnverified', message: 'Unverified' }),
            ],
            [
              i18n._({ id: 'userMoney.dailyDeposit', message: 'Daily deposit left' }),
              leftOf(limits.remaining.dailyDepositMinor, limits.dailyDepositMinor, summary.currency),
            ],
            [
              i18n._({ id: 'userMoney.monthlyDeposit', message: 'Monthly deposit left' }),
              leftOf(limits.remaining.monthlyDepositMinor, limits.monthlyDepositMinor, summary.currency),
            ],
            [
              i18n._({ id: 'userMoney.dailyWithdraw', message: 'Daily withdrawal left' }),
              leftOf(limits.remaining.dailyWithdrawMinor, limits.dailyWithdrawMinor, summary.currency),
            ],
            [
              i18n._({ id: 'userMoney.monthlyWithdraw', message: 'Monthly withdrawal left' }),
              leftOf(limits.remaining.monthlyWithdrawMinor, limits.monthlyWithdrawMinor, summary.currency),
            ],
            [i18n._({ id: 'userMoney.maxBet', message: 'Maximum bet' }), amount(limits.maxBetMinor)],
            ...ownLimitRows(data.ownLimits, summary.currency),
            [
              i18n._({ id: 'userMoney.autoConvert', message: 'Auto-conversion' }),
              data.autoConvert ? i18n._({ id: 'word.on', message: 'on' }) : i18n._({ id: 'word.off', message: 'off' }),
            ],
            [
              i18n._({ id: 'userMoney.pin', message: 'Withdrawal PIN' }),
              data.hasPin ? (
                <ClearPin key="pin" id={id} allowed={hasPermission(operator, 'payments')} />
              ) : (
                i18n._({ id: 'userMoney.noPin', message: 'none' })
              ),
            ],
          ]}
        />
      </div>
    </div>
  );
}

function FreeBets({ freeBets, allowed }: { freeBets: readonly FreeBet[]; allowed: boolean }) {
  const [taking, setTaking] = useState<FreeBet>();
  return (
    <section className="rounded-card border border-line bg-surface">
      <h3 className="px-4 py-3 text-14 font-strong">
        {i18n._({ id: 'freeBets.unused', message: 'Unused free bets' })}
      </h3>
      <ul>
        {freeBets.map((freeBet) => (
          <li
            key={freeBet.claimId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-13"
          >
            <Money minor={freeBet.amountMinor} currency={freeBet.currency} />
            <span className="grow text-ink-soft">
              {i18n._({ id: 'freeBets.until', message: 'until {at}', values: { at: localText(freeBet.expiresAt) } })}
            </span>
            <Button
              size="small"
              look="secondary"
              quietly
              why={!allowed && i18n._({ id: 'freeBets.notAllowed', message: 'Your role may not revoke free bets.' })}
              onClick={() => setTaking(freeBet)}
            >
              {i18n._({ id: 'freeBets.take', message: 'Revoke' })}
            </Button>
          </li>
        ))}
      </ul>
      {taking && <TakeBackFreeBetDialog freeBet={taking} onClose={() => setTaking(undefined)} />}
    </section>
  );
}

function leftOf(left: number, whole: number, currency: CurrencyCode): string {
  return i18n._({
    id: 'userMoney.leftOf',
    message: '{left} of {whole}',
    values: { left: moneyText(left, currency), whole: moneyText(whole, currency) },
  });
}

function ClearPin({ id, allowed }: { id: string; allowed: boolean }) {
  const [asking, setAsking] = useState(false);
  const clearing = useAction<string, void>({
    run: (reason) => call(playerRoutes.clearPin, { params: { id }, body: { reason } }),
    onDone: () => {
      notify.success(
        i18n._({
          id: 'pin.cleared',
          message: 'PIN cleared. The player has been notified, and the action is recorded.',
        }),
      );
      setAsking(false);
    },
  });
  const label = i18n._({ id: 'pin.clear', message: 'Clear the PIN' });
  return (
    <>
      <Button
        size="small"
        look="secondary"
        quietly
        why={!allowed && i18n._({ id: 'pin.notAllowed', message: 'Your role may not clear PINs.' })}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && (
        <ReasonDialog
          title={label}
          action={label}
          danger
          busy={clearing.isPending}
          failure={
            clearing.failure && {
              title: i18n._({ id: 'pin.notCleared', message: 'The PIN was not cleared' }),
              text: errorText(clearing.failure),
            }
          }
          onReason={(reason) => clearing.mutate(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
