/** The account: one page with tabs. The URL holds the open tab, so that mails and other pages can link to it. */
import { i18n } from '@lingui/core';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { NotificationsTab, PreferencesTab } from '../../features/account/preferences.tsx';
import { PrivacyTab } from '../../features/account/privacy.tsx';
import { ProfileTab } from '../../features/account/profile.tsx';
import { SecurityTab } from '../../features/account/security.tsx';
import { VerificationTab } from '../../features/verification/verification.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';

const ResponsibleGamingTab = lazy(async () => ({
  default: (await import('../../features/safe-play/responsible-gaming.tsx')).ResponsibleGamingTab,
}));

const tabs = [
  'profile',
  'verification',
  'security',
  'preferences',
  'responsible-gaming',
  'notifications',
  'privacy',
] as const;
type AccountTab = (typeof tabs)[number];

function tabNames(): Record<AccountTab, string> {
  return {
    profile: i18n._({ id: 'account.profile', message: 'Profile' }),
    verification: i18n._({ id: 'account.verification', message: 'Verification' }),
    security: i18n._({ id: 'account.security', message: 'Security' }),
    preferences: i18n._({ id: 'account.preferences', message: 'Preferences' }),
    'responsible-gaming': i18n._({ id: 'playTime.title', message: 'Responsible Gaming' }),
    notifications: i18n._({ id: 'account.notifications', message: 'Notifications' }),
    privacy: i18n._({ id: 'account.privacyChoices', message: 'Privacy' }),
  };
}

export function AccountPage() {
  const user = useSession(playerSession).who;
  const [search, setSearch] = useSearchParams();
  const open = tabs.find((tab) => tab === search.get('tab')) ?? 'profile';
  if (!user) return null;
  return (
    <div className="mx-auto w-full max-w-content px-4 py-6">
      <h1 className="display text-28">{i18n._({ id: 'account.title', message: 'Account' })}</h1>
      <div className="mt-4">
        <Tabs
          name="account"
          label={i18n._({ id: 'account.title', message: 'Account' })}
          tabs={tabs.map((id) => ({ id, label: tabNames()[id] }))}
          open={open}
          onOpen={(id) =>
            setSearch(id === 'profile' ? {} : { tab: id }, {
              replace: true,
              state: { stays: true },
              preventScrollReset: true,
            })
          }
        />
      </div>
      <TabPanel name="account" open={open}>
        {open === 'profile' && <ProfileTab />}
        {open === 'verification' && <VerificationTab user={user} />}
        {open === 'security' && <SecurityTab />}
        {open === 'preferences' && <PreferencesTab />}
        {open === 'responsible-gaming' && (
          <Suspense fallback={<SkeletonRows count={6} className="h-14 max-w-form" />}>
            <ResponsibleGamingTab />
          </Suspense>
        )}
        {open === 'notifications' && <NotificationsTab />}
        {open === 'privacy' && <PrivacyTab />}
      </TabPanel>
    </div>
  );
}
