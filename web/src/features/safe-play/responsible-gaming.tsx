/** The Responsible Gaming tab of the account: limits, reminders and self-exclusion. */
import { limitRules } from '@fairline/proto/risk/limits';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { timeText } from '../../domain/people/display-settings.ts';
import { useExclusion } from '../../domain/safe-play/exclusion.ts';
import { playSessionQuery } from '../../domain/safe-play/queries.ts';
import { useNow } from '../../ui/browser/use-now.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { ExclusionForm } from './exclusions/exclusion-form.tsx';
import { LimitForm } from './limits/limit-form.tsx';
import { LimitList } from './limits/limit-list.tsx';
import { Section } from './section.tsx';
import { SettingsForm } from './sessions/settings-form.tsx';

export function ResponsibleGamingTab() {
  const currency = useQuery(playSessionQuery).data?.currency;
  const { hash } = useLocation();
  const nowMs = useNow();
  const isExcluded = useExclusion() !== undefined;
  // The tab loads after its page, which could not find the section yet.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="secondary" size="small" to="/safe-play">
          {i18n._({ id: 'safe.stop', message: 'Take a time-out' })}
        </ButtonLink>
        <ButtonLink look="secondary" size="small" to="/safe-play/statement">
          {i18n._({ id: 'safe.statement', message: 'Activity statement' })}
        </ButtonLink>
      </div>
      {/* Two independent columns: a long list of limits leaves no gap beside it. */}
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className="flex flex-col gap-10">
          <Section
            id="set-limit"
            title={i18n._({ id: 'safe.limits.setOne', message: 'Set a limit' })}
            lead={i18n._({
              id: 'safe.limits.lead',
              message:
                'A new or lower limit applies immediately. A raise or removal needs your confirmation, from {hours} hours to {days} days after you request it; otherwise your limit stays. Days, weeks (from Monday) and months begin at midnight UTC ({time} in your timezone).',
              values: {
                hours: limitRules.raiseHours,
                days: limitRules.lapseDays,
                time: timeText(new Date(new Date(nowMs).setUTCHours(0, 0, 0, 0)).toISOString()),
              },
            })}
          >
            <LimitForm key={currency} currency={currency ?? 'USD'} />
          </Section>
          <Section id="limits" title={i18n._({ id: 'safe.limits.title', message: 'Your limits' })}>
            <LimitList />
          </Section>
        </div>
        <div className="flex flex-col gap-10">
          <Section id="reminders" title={i18n._({ id: 'safe.settings.title', message: 'Reminders' })}>
            <SettingsForm />
          </Section>
          <Section
            id="self-exclusion"
            title={i18n._({ id: 'safe.kind.exclusion', message: 'Self-exclusion' })}
            lead={
              !isExcluded &&
              i18n._({
                id: 'safe.exclusion.lead',
                message:
                  'It begins immediately, and nobody can end it early. Until it ends: no bets, games, deposits, bonuses or offers. Withdrawals and support stay open.',
              })
            }
          >
            <ExclusionForm />
          </Section>
        </div>
      </div>
    </div>
  );
}
