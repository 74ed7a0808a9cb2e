/** My Active Promotions: the player's open claims, with live progress, the next step and a cancel button. */
import type { User } from '@fairline/proto/auth/users';
import type { Claim } from '@fairline/proto/promotions/claims';
import type { Promotion } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { Money, moneyText } from '../../domain/money/money.tsx';
import { whenText } from '../../domain/people/display-settings.ts';
import { claimStateName } from '../../domain/promotions/claim-labels.ts';
import { promotionTypeName } from '../../domain/promotions/promotion-labels.ts';
import { isOpen, isWagered, progressOf } from '../../domain/promotions/terms.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { ProgressLine } from '../../ui/graphics/progress-line.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { Counting } from './counting.tsx';
import { claimsQuery, promotionsQuery } from './queries.ts';
import { TermsDialog } from './terms-dialog.tsx';

export function ActiveClaims({ user }: { user: User }) {
  const query = useInfiniteQuery(claimsQuery);
  const { data: offers } = useQuery(promotionsQuery);
  return (
    <section id="active" aria-labelledby="active-title" className="flex scroll-mt-20 flex-col gap-3">
      <h2 id="active-title" className="text-16 font-strong">
        {i18n._({ id: 'claims.title', message: 'My Active Promotions' })}
      </h2>
      <Loaded
        query={{ ...query, data: query.data?.pages.flatMap(({ items }) => items).filter(isOpen) }}
        failed={i18n._({ id: 'claims.failed', message: 'Your promotions could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={1} className="h-32" />}
      >
        {(claims) =>
          claims.length === 0 ? (
            <p className="text-13 text-ink-soft">
              {i18n._({
                id: 'claims.none',
                message: 'No active promotions. Promotions that you claim appear here with their progress.',
              })}
            </p>
          ) : (
            <ul className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
              {claims.toSorted(byUrgency).map((claim) => (
                <ActiveClaim
                  key={claim.id}
                  claim={claim}
                  user={user}
                  promotion={offers?.items.find(({ id }) => id === claim.promotionId)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

/** Claims that need an action come first, those that pay automatically last. */
function byUrgency(one: Claim, other: Claim): number {
  return rankOf(one) - rankOf(other);
}

function rankOf({ waitingFor, type }: Claim): number {
  if (waitingFor === 'deposit') return 0;
  if (isWagered(type)) return 1;
  return type === 'free_bet' ? 2 : 3;
}

type Asked = 'cancel' | 'terms';

function ActiveClaim({ claim, promotion, user }: { claim: Claim; promotion: Promotion | undefined; user: User }) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const [label, tone] = claimStateName(claim);
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="text-14 font-strong break-words">{claim.name}</h3>
          <p className="text-12 text-ink-soft">{promotionTypeName(claim.type)}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Progress claim={claim} />
      <NextStep claim={claim} />
      {claim.counting && (
        <details className="text-13">
          <summary className="py-1 font-medium">{i18n._({ id: 'claim.whatCounts', message: 'What counts' })}</summary>
          <Counting type={claim.type} counting={claim.counting} currency={claim.currency} />
        </details>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
        <p className="text-12 text-ink-soft">
          {i18n._({ id: 'claim.expires', message: 'Valid until {at}', values: { at: whenText(claim.expiresAt) } })}
        </p>
        <span className="flex flex-wrap gap-2">
          {promotion && (
            <Button look="quiet" size="small" onClick={() => setAsked('terms')}>
              {i18n._({ id: 'offer.terms', message: 'Terms' })}
            </Button>
          )}
          <Button look="secondary" size="small" onClick={() => setAsked('cancel')}>
            {i18n._({ id: 'claim.cancel', message: 'Cancel promotion' })}
          </Button>
        </span>
      </div>
      {asked === 'cancel' && <CancelDialog claim={claim} onClose={close} />}
      {asked === 'terms' && promotion && <TermsDialog promotion={promotion} user={user} onClose={close} />}
    </li>
  );
}

/** The amounts staked and required. */
function Progress({ claim }: { claim: Claim }) {
  const { wageringCompletedMinor, wageringRequiredMinor, covered, bonusMinor, currency, status, type } = claim;
  if (status !== 'active' || !isWagered(type) || wageringRequiredMinor === 0) return null;
  const share = progressOf(claim);
  const values = {
    completed: moneyText(wageringCompletedMinor, currency),
    required: moneyText(wageringRequiredMinor, currency),
  };
  const text = i18n._({ id: 'claim.progress', message: '{completed} of {required} wagered', values });
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-13">
        <span className="figures font-medium">{text}</span>
        <span className="text-ink-soft">
          {i18n._({ id: 'claim.bonus', message: 'Bonus' })} <Money minor={bonusMinor} currency={currency} />
        </span>
      </p>
      <ProgressLine
        share={share}
        done={share === 1}
        label={i18n._({ id: 'claim.progressLabel', message: 'Wagering progress' })}
        text={text}
      />
      {covered && (
        <p className="text-12 text-ink-soft">
          {i18n._({
            id: 'claim.covered',
            message:
              '{counted} of {staked} counts: your bets covered both sides of a market, or most spots of a round.',
            values: {
              counted: moneyText(covered.atRiskMinor, currency),
              staked: moneyText(covered.stakeMinor, currency),
            },
          })}
        </p>
      )}
      <p className="text-12 text-ink-soft">
        {i18n._({ id: 'claim.thenCash', message: 'When it is complete, what is left of the bonus becomes cash.' })}
      </p>
    </div>
  );
}

function NextStep({ claim }: { claim: Claim }) {
  const { waitingFor, type, status, minDepositMinor, currency, bonusMinor } = claim;
  if (waitingFor === 'deposit') {
    return (
      <Notice
        tone="live"
        action={
          <ButtonLink size="small" to="/wallet?tab=deposit">
            {i18n._({ id: 'balance.deposit', message: 'Deposit' })}
          </ButtonLink>
        }
      >
        {minDepositMinor
          ? i18n._({
              id: 'claim.depositOf',
              message: 'Deposit {amount} or more to get the bonus.',
              values: { amount: moneyText(minDepositMinor, currency) },
            })
          : i18n._({ id: 'claim.deposit', message: 'Make a deposit to get the bonus.' })}
      </Notice>
    );
  }
  if (waitingFor === 'operator') {
    return (
      <Notice>
        {i18n._({
          id: 'claim.review',
          message: 'We are reviewing this claim. You do not need to do anything; the decision appears here.',
        })}
      </Notice>
    );
  }
  if (type === 'free_bet' && status === 'active') {
    return (
      <Notice
        tone="act"
        action={
          <ButtonLink size="small" to="/sports">
            {i18n._({ id: 'claim.pickBet', message: 'Choose a bet' })}
          </ButtonLink>
        }
      >
        {i18n._({
          id: 'claim.freeBet',
          message: 'Your {amount} free bet is in the bet slip: choose "Use free bet" as the stake.',
          values: { amount: moneyText(bonusMinor, currency) },
        })}
      </Notice>
    );
  }
  if (type === 'cashback' && status === 'active') {
    return (
      <Notice
        action={
          <ButtonLink look="secondary" size="small" to="?tab=cashback">
            {i18n._({ id: 'claim.statements', message: 'Statements' })}
          </ButtonLink>
        }
      >
        {i18n._({
          id: 'claim.cashback',
          message: 'Your weeks run from Monday to Sunday (UTC). Cashback is paid as cash after each week.',
        })}
      </Notice>
    );
  }
  if (type === 'loyalty_points' && status === 'active') {
    return (
      <Notice
        action={
          <ButtonLink look="secondary" size="small" to="?tab=loyalty">
            {i18n._({ id: 'claim.points', message: 'Your points' })}
          </ButtonLink>
        }
      >
        {i18n._({ id: 'claim.extraPoints', message: 'Your stakes earn extra loyalty points while this is active.' })}
      </Notice>
    );
  }
  return null;
}
