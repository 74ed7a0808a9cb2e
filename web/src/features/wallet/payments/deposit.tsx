/** Deposits: every method in one list, then the form of the method. A payment in progress is followed here until it is decided. */
import type { User } from '@fairline/proto/auth/users';
import type { Balance } from '@fairline/proto/wallet/ledger';
import type { PaymentMethod } from '@fairline/proto/wallet/payments';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { transferReference } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { Money } from '../../../domain/money/money.tsx';
import { useJurisdictionRules } from '../../../domain/people/jurisdiction.ts';
import { useExclusion } from '../../../domain/safe-play/exclusion.ts';
import { exclusionText } from '../../../domain/safe-play/exclusion-labels.ts';
import { IdentityFirst, useIdentityFirst } from '../../../domain/safe-play/identity-first.tsx';
import { ownLimitsQuery } from '../../../domain/safe-play/queries.ts';
import { decimalText } from '../../../figures.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { Notice, SkeletonRows } from '../../../ui/content/states.tsx';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { failedOf, WalletFailure } from '../balance/failure.tsx';
import { statsQuery } from '../balance/history-queries.ts';
import { limitsQuery } from '../balance/player-queries.ts';
import { balanceQuery } from '../balance/queries.ts';
import { ratesQuery } from '../balance/rate-queries.ts';
import { BankDetails, type TypedDeposit } from './bank-details.tsx';
import { DepositResult } from './deposit-result.tsx';
import { type DepositTerms, depositRange, withOwnLimits } from './forms.ts';
import { InstantDepositForm } from './instant-deposit.tsx';
import { ManualDepositForm } from './manual-deposit.tsx';
import { MethodList } from './method-list.tsx';
import { PendingPayments } from './pending-payments.tsx';

const LimitsLeft = lazy(async () => ({
  default: (await import('../../../domain/safe-play/limits-left.tsx')).LimitsLeft,
}));

export function Deposit({ user }: { user: User }) {
  const methods = useQuery(methodsQuery);
  const balance = useQuery(balanceQuery);
  const failed = failedOf([methods, balance]);
  if (failed.length > 0) return <WalletFailure failed={failed} />;
  if (!methods.data || !balance.data) return <SkeletonRows count={6} className="h-14 max-w-form" />;
  return <DepositDesk user={user} all={methods.data.items} balance={balance.data} />;
}

function DepositDesk({ user, all, balance }: { user: User; all: readonly PaymentMethod[]; balance: Balance }) {
  const { currency } = balance;
  const limits = useDepositLimits();
  const { data: rates } = useQuery(ratesQuery);
  const exclusion = useExclusion();
  const { refusedDeposits } = useJurisdictionRules();
  const isClosed = useIdentityFirst() || exclusion !== undefined;
  const [search, change] = useAddress();
  // Typed values are kept when another method is selected.
  const typed = useRef('');
  const [deposit, setDeposit] = useState<TypedDeposit | null>(null);
  const [attempt, setAttempt] = useState(1);
  const instant = all.filter(({ kind }) => kind === 'instant');
  const methods = [
    ...instant,
    ...all.filter(({ kind, currencies }) => kind === 'manual' && currencies.includes(currency)),
  ];
  const offered = methods.filter(({ id }) => !refusedDeposits.includes(id));
  const chosen =
    offered.find(({ id }) => id === search.get('method')) ??
    offered.find(({ type }) => type !== 'crypto') ??
    offered[0];
  const upi = chosen?.fields.includes('upiId') ?? false;
  const account = chosen?.bankDetails && {
    details: chosen.bankDetails,
    upi,
    reference: transferReference(user.id),
    deposit,
  };
  const paymentId = search.get('payment');
  const terms: DepositTerms = { playCurrency: currency, methods, limits, rates: rates?.items };
  const left = limits ? Math.min(limits.remaining.dailyDepositMinor, limits.remaining.monthlyDepositMinor) : null;
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,var(--spacing-form))_minmax(0,1fr)]">
      <div className="flex w-full max-w-form flex-col gap-4">
        <Figures remainingMinor={isClosed ? 0 : left} balance={balance} />
        {exclusion ? (
          <Closed why={exclusionText(exclusion)} />
        ) : (
          <Suspense fallback={null}>
            <LimitsLeft of="deposit" />
          </Suspense>
        )}
        {paymentId && (
          <DepositResult
            id={paymentId}
            methods={methods}
            onClose={() => change('payment', null)}
            onRetry={(payment) => {
              typed.current = decimalText(payment.amountMinor, payment.currency);
              setAttempt(attempt + 1);
              change('payment', null);
              change('method', payment.method);
            }}
          />
        )}
        {!exclusion && <IdentityFirst />}
        {!isClosed && (
          <>
            <MethodList
              name="method"
              legend={i18n._({ id: 'deposit.method', message: 'Payment method' })}
              methods={offered}
              currency={currency}
              rangeOf={(method) => depositRange(method, limits)}
              chosen={chosen?.id ?? ''}
              onChange={(event) => change('method', event.currentTarget.value)}
            />
            {offered.length < methods.length && (
              <p className="text-13 text-ink-soft">
                {i18n._({
                  id: 'deposit.noCreditCards',
                  message:
                    'Deposits by credit card are not allowed under the rules of your country. You can still withdraw to a card you deposited with before.',
                })}
              </p>
            )}
            {account && <BankDetails {...account} className="lg:hidden" />}
            {chosen?.kind === 'instant' && (
              <InstantDepositForm
                key={`${chosen.id}:${attempt}`}
                method={chosen}
                terms={terms}
                typed={typed}
                onPaid={(payment) => {
                  setAttempt(attempt + 1);
                  change('payment', payment.id);
                }}
              />
            )}
            {chosen?.kind === 'manual' && (
              <ManualDepositForm
                key={`${chosen.id}:${attempt}`}
                user={user}
                method={chosen}
                terms={terms}
                typed={typed}
                onType={setDeposit}
              />
            )}
          </>
        )}
      </div>
      <div className="flex flex-col gap-8">
        {!isClosed && account && <BankDetails {...account} className="hidden lg:block" />}
        <PendingPayments
          type="deposit"
          title={i18n._({ id: 'pending.title', message: 'Pending deposits' })}
          none={i18n._({ id: 'pending.none', message: 'No pending deposits' })}
          methods={methods}
        />
        {!isClosed && <HowItWorks instant={chosen?.kind === 'instant'} card={chosen?.id === 'credit_card'} />}
      </div>
    </div>
  );
}

/** Replaces the form during a time-out or self-exclusion. */
function Closed({ why }: { why: string }) {
  return (
    <Notice tone="live">
      <p>
        {why} {i18n._({ id: 'deposit.closed', message: 'Deposits are closed. You can still withdraw.' })}
      </p>
      <ButtonLink look="secondary" size="small" to="/wallet?tab=withdraw" className="mt-2">
        {i18n._({ id: 'wallet.withdraw', message: 'Withdraw' })}
      </ButtonLink>
    </Notice>
  );
}

/** The limits of the account, narrowed by what is left of the player's own. */
function useDepositLimits(): WalletLimits | undefined {
  const { data: limits } = useQuery(limitsQuery);
  const { data: own } = useQuery(ownLimitsQuery);
  return useMemo(() => limits && withOwnLimits(limits, own?.items ?? []), [limits, own]);
}

function Figures({ remainingMinor, balance }: { remainingMinor: number | null; balance: Balance }) {
  const { data: stats } = useQuery(statsQuery);
  const figures = [
    [
      i18n._({ id: 'deposit.balance', message: 'Current Balance' }),
      <Money key="balance" minor={balance.totalMinor} currency={balance.currency} />,
    ],
    [i18n._({ id: 'overview.activeBets', message: 'Active bets' }), stats?.activeBets],
    [
      i18n._({ id: 'deposit.left', message: 'You can deposit today' }),
      remainingMinor !== null && <Money key="left" minor={remainingMinor} currency={balance.currency} />,
    ],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-12 text-ink-soft">{name}</dt>
          <dd className="figures h-5 text-14 font-strong">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function HowItWorks({ instant, card }: { instant: boolean; card: boolean }) {
  const steps = instant
    ? [
        i18n._({
          id: 'how.instant.choose',
          message: 'Choose a method and see the fee and what is credited before you pay.',
        }),
        card
          ? i18n._({
              id: 'how.instant.pay',
              message: 'Pay on the page of the payment provider. Your card number never reaches us.',
            })
          : i18n._({
              id: 'how.instant.wallet',
              message:
                'Your wallet at the payment provider pays at once, without another page, and is saved for next time.',
            }),
        i18n._({
          id: 'how.instant.return',
          message: 'The result appears here. Approved money is in your balance at once.',
        }),
      ]
    : [
        i18n._({
          id: 'how.choose',
          message: 'Choose a method and pay the amount into the account shown, from your own bank.',
        }),
        i18n._({
          id: 'how.report',
          message: 'Report the payment here with its transaction ID, and a proof if you have one.',
        }),
        i18n._({
          id: 'how.review',
          message: 'An operator compares it with the bank statement, usually within 30 minutes.',
        }),
        i18n._({ id: 'how.credit', message: 'Once it is approved, your balance is credited and we email you.' }),
      ];
  return (
    <section>
      <h3 className="text-14 font-strong">{i18n._({ id: 'how.title', message: 'How it works' })}</h3>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-13 text-ink-soft">
            <span aria-hidden className="figures mt-px w-4 shrink-0 font-strong text-ink">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}
