/** The meter under a new password: a line in five parts, and a label with the same meaning. */
import { i18n } from '@lingui/core';
import { cx } from '../theme/cx.ts';
import { type PasswordLabel, strengthOf } from './strength.ts';

function strengthText(label: PasswordLabel): string {
  switch (label) {
    case 'Very Weak':
      return i18n._({ id: 'strength.veryWeak', message: 'Very Weak' });
    case 'Weak':
      return i18n._({ id: 'strength.weak', message: 'Weak' });
    case 'Fair':
      return i18n._({ id: 'strength.fair', message: 'Fair' });
    case 'Good':
      return i18n._({ id: 'strength.good', message: 'Good' });
    case 'Strong':
      return i18n._({ id: 'strength.strong', message: 'Strong' });
  }
}

const parts = [1, 2, 3, 4, 5];

export function StrengthMeter({ password }: { password: string }) {
  const { score, label } = strengthOf(password);
  const lit = score >= 4 ? 'bg-up' : score >= 3 ? 'bg-live' : 'bg-down';
  return (
    <span aria-live="polite" className="flex min-h-4 items-center gap-3 text-12">
      <span aria-hidden className="flex grow gap-1">
        {parts.map((part) => (
          <span
            key={part}
            className={cx('h-0.5 grow transition-colors', password && part <= score ? lit : 'bg-line')}
          />
        ))}
      </span>
      <span className="w-16 text-right text-ink-soft">{password ? strengthText(label) : ''}</span>
    </span>
  );
}
