/** The security score with the steps that raise it. */
import { i18n } from '@lingui/core';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '../../ui/graphics/icon.tsx';
import { type SecurityState, type SecurityStep, securityScore, securitySteps } from './security-score.ts';

function stepText(step: SecurityStep): { name: string; act: string; to: string } {
  switch (step) {
    case 'emailConfirmed':
      return {
        name: i18n._({ id: 'score.email', message: 'Email confirmed' }),
        act: i18n._({ id: 'score.emailAct', message: 'Confirm your email' }),
        to: '/wallet',
      };
    case 'verified':
      return {
        name: i18n._({ id: 'score.verified', message: 'Account verified' }),
        act: i18n._({ id: 'score.verifiedAct', message: 'Verify your account' }),
        to: '/account?tab=verification',
      };
    case 'twoFactor':
      return {
        name: i18n._({ id: 'score.totp', message: 'Two-factor authentication on' }),
        act: i18n._({ id: 'score.totpAct', message: 'Switch on two-factor authentication' }),
        to: '/account?tab=security',
      };
    case 'pin':
      return {
        name: i18n._({ id: 'score.pin', message: 'Withdrawal PIN set' }),
        act: i18n._({ id: 'score.pinAct', message: 'Set a withdrawal PIN' }),
        to: '/wallet?tab=settings',
      };
  }
}

export function SecurityPanel({ state }: { state: SecurityState }) {
  const { score, missing } = securityScore(state);
  return (
    <section aria-labelledby="security-score" className="rounded-card border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="security-score" className="text-14 font-strong">
          {i18n._({ id: 'score.title', message: 'Security score' })}
        </h2>
        <p className="figures text-20 font-strong">
          {i18n._({ id: 'score.value', message: '{score} of 100', values: { score } })}
        </p>
      </div>
      <div aria-hidden className="mt-3 h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-act" style={{ width: `${score}%` }} />
      </div>
      <ul className="mt-3 flex flex-col">
        {securitySteps.map((step) => {
          const { name, act, to } = stepText(step);
          const open = missing.includes(step);
          return (
            <li key={step} className="flex min-h-9 items-center gap-2 text-13">
              <Icon of={open ? CircleDashed : CircleCheck} className={open ? 'text-ink-soft' : 'text-up'} />
              {open ? (
                <Link to={to} className="font-medium text-act underline underline-offset-4">
                  {act}
                </Link>
              ) : (
                name
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
