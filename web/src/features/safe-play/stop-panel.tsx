/**
 * The screen for stopping play: time-outs with one press, the session so far, links to limits, the statement and self-exclusion, and organisations that help.
 */
import type { ExclusionBody } from '@fairline/proto/risk/exclusions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useJurisdictionRules } from '../../domain/people/jurisdiction.ts';
import { useExclusion } from '../../domain/safe-play/exclusion.ts';
import { playSessionQuery } from '../../domain/safe-play/queries.ts';
import { isPlaying } from '../../domain/safe-play/reminders.ts';
import { useNow } from '../../ui/browser/use-now.ts';
import { Loaded } from '../../ui/content/listed.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { ExclusionDialog } from './exclusions/exclusion-dialog.tsx';
import { ExclusionNow } from './exclusions/exclusion-now.tsx';
import { daysText, isTimeOut, longerDays } from './exclusions/lengths.ts';
import { Section } from './section.tsx';
import { SessionFigures } from './sessions/session-figures.tsx';
import { TalkToSomeone } from './talk-to-someone.tsx';

export function StopPanel() {
  const current = useExclusion();
  const nowMs = useNow();
  const rules = useJurisdictionRules();
  const [wish, setWish] = useState<ExclusionBody | null>(null);
  const [taken, setTaken] = useState(false);
  const choices = longerDays(current, nowMs, rules).filter(isTimeOut);
  const links = [
    ['/account?tab=responsible-gaming', i18n._({ id: 'safe.limits.title', message: 'Your limits' })],
    ['/safe-play/statement', i18n._({ id: 'safe.statement', message: 'Activity statement' })],
    [
      '/account?tab=responsible-gaming#self-exclusion',
      i18n._({ id: 'safe.kind.exclusion', message: 'Self-exclusion' }),
    ],
    ['/support', i18n._({ id: 'support.contactUs', message: 'Contact support' })],
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-10 md:grid-cols-2 lg:gap-x-16">
      <div className="flex flex-col gap-10">
        {current && <ExclusionNow exclusion={current} taken={taken} />}
        {choices.length > 0 && (
          <Section
            title={
              current
                ? i18n._({ id: 'safe.longer', message: 'Make it longer' })
                : i18n._({ id: 'safe.timeOut.take', message: 'Take a time-out' })
            }
            lead={
              current
                ? i18n._({ id: 'safe.longer.lead', message: 'Counted from now. It can only get longer.' })
                : i18n._({
                    id: 'safe.timeOut.lead',
                    message:
                      'It begins immediately and ends by itself. Until then: no bets, games, deposits, bonuses or offers. Withdrawals and support stay open.',
                  })
            }
          >
            <div className="grid grid-cols-2 gap-2">
              {choices.map((days) => (
                <Button
                  key={days}
                  look="secondary"
                  wide
                  onClick={() => setWish({ days, reason: i18n._({ id: 'safe.kind.timeOut', message: 'Time-out' }) })}
                >
                  {daysText(days)}
                </Button>
              ))}
            </div>
          </Section>
        )}
        {!current && (
          <Section title={i18n._({ id: 'safe.session.now', message: 'This session' })}>
            <SessionNow />
          </Section>
        )}
      </div>
      <div className="flex flex-col gap-10">
        <Section title={i18n._({ id: 'safe.more', message: 'More' })}>
          <nav aria-label={i18n._({ id: 'safe.title', message: 'Safe play' })} className="grid gap-2 sm:grid-cols-2">
            {links.map(([to, name]) => (
              <ButtonLink key={to} to={to} look="secondary" wide>
                {name}
              </ButtonLink>
            ))}
          </nav>
        </Section>
        <TalkToSomeone />
      </div>
      <ExclusionDialog wish={wish} asksReason onClose={() => setWish(null)} onDone={() => setTaken(true)} />
    </div>
  );
}

function SessionNow() {
  const query = useQuery(playSessionQuery);
  const nowMs = useNow();
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'safe.session.failed', message: 'Your session could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={4} className="h-9" />}
    >
      {(session) =>
        isPlaying(session, nowMs) ? (
          <SessionFigures session={session} nowMs={nowMs} />
        ) : (
          <p className="text-13 text-ink-soft">
            {i18n._({
              id: 'playTime.noneHelp',
              message: 'A session begins with a stake and ends 30 minutes after the last one.',
            })}
          </p>
        )
      }
    </Loaded>
  );
}
