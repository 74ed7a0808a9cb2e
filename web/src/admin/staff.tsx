/** An operator's own settings, and the list of operators for those who manage it. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsQuery } from '../features/session/queries.ts';
import { Operators } from '../features/staff/operators.tsx';
import { OwnPasskeys } from '../features/staff/own-passkeys.tsx';
import { OwnPassword, OwnSessions, OwnTwoFactor } from '../features/staff/own-security.tsx';
import { Notice } from '../ui/content/states.tsx';
import { Page } from './frame/page.tsx';

export function OperatorsPage() {
  return <Page>{(operator) => <Operators operator={operator} />}</Page>;
}

export function SettingsPage() {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <Page>
      {(operator) => (
        <div className="flex max-w-content flex-col gap-8">
          {settings?.demoOperators.some(({ email }) => email === operator.email) && (
            <Notice>
              {i18n._({
                id: 'settings.demo',
                message: 'This is a demo account: its password and authenticator cannot be changed.',
              })}
            </Notice>
          )}
          <Section title={i18n._({ id: 'field.password', message: 'Password' })}>
            <OwnPassword />
          </Section>
          <Section title={i18n._({ id: 'settings.twoFactor', message: 'Two-factor authentication' })}>
            <OwnTwoFactor demo={settings?.demo ?? false} />
          </Section>
          <Section title={i18n._({ id: 'passkeys.label', message: 'Passkeys' })}>
            <OwnPasskeys />
          </Section>
          <Section title={i18n._({ id: 'settings.sessions', message: 'Where you are signed in' })}>
            <OwnSessions />
          </Section>
        </div>
      )}
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-16 font-strong">{title}</h2>
      {children}
    </section>
  );
}
