/** Where the jurisdiction wants it: asks for a deposit limit before the deposit form, until the player has set one or declined. */
import type { User } from '@fairline/proto/auth/users';
import { limitRoutes, limitRules } from '@fairline/proto/risk/limits';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { useJurisdictionRules } from '../../../domain/people/jurisdiction.ts';
import { useExclusion } from '../../../domain/safe-play/exclusion.ts';
import { useIdentityFirst } from '../../../domain/safe-play/identity-first.tsx';
import { ownLimitsQuery } from '../../../domain/safe-play/queries.ts';
import { ErrorState, Failure, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Passed } from '../exclusions/pause-offer.tsx';
import { LimitForm } from './limit-form.tsx';

/** A player who cannot deposit is not asked: the form says why. */
export function DepositLimitFirst({ user, children }: { user: Pick<User, 'currency'>; children: ReactNode }) {
  const { asksDepositLimit } = useJurisdictionRules();
  const isClosed = [useIdentityFirst(), useExclusion() !== undefined].includes(true);
  const isAsked = asksDepositLimit && !isClosed;
  const { data, error, isFetching, refetch } = useQuery({ ...ownLimitsQuery, enabled: isAsked });
  const wasAsked = useRef(false);
  const isOpen = isAsked && data?.depositLimitAnswered === false;
  if (isOpen) wasAsked.current = true;
  if (isOpen) return <Question currency={user.currency} />;
  if (!isAsked || data) return <Passed focused={wasAsked.current}>{children}</Passed>;
  if (!error) return <SkeletonRows count={6} className="h-14 max-w-form" />;
  return (
    <ErrorState
      title={i18n._({ id: 'safe.limits.failed', message: 'Your limits could not be loaded' })}
      busy={isFetching}
      onRetry={() => void refetch()}
    >
      {errorText(error)}
    </ErrorState>
  );
}

const types = ['deposit_daily', 'deposit_weekly', 'deposit_monthly'] as const;

function Question({ currency }: Pick<User, 'currency'>) {
  const decline = useAction({ run: () => call(limitRoutes.declineDepositLimit), touches: [['risk', 'limits']] });
  return (
    <section
      aria-labelledby="deposit-limit"
      className="flex max-w-form flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      <h2 id="deposit-limit" className="text-16 font-strong">
        {i18n._({ id: 'safe.first.title', message: 'Set a deposit limit before you deposit?' })}
      </h2>
      <p className="text-13">
        {i18n._({
          id: 'safe.first.why',
          message:
            'A limit keeps your deposits within what you have planned. You can lower it at any time; a raise waits {hours} hours.',
          values: { hours: limitRules.raiseHours },
        })}
      </p>
      <LimitForm currency={currency} types={types} />
      {decline.failure && (
        <Failure title={i18n._({ id: 'safe.pause.failed', message: 'Your answer was not saved' })}>
          {errorText(decline.failure)}
        </Failure>
      )}
      <Button look="quiet" wide busy={decline.isPending} onClick={() => decline.mutate(undefined)}>
        {i18n._({ id: 'safe.first.decline', message: 'No, continue without a limit' })}
      </Button>
    </section>
  );
}
