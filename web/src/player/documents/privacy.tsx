/** The privacy page: the data stored about a player and why, and the data in their browser. */
import { betRules } from '@fairline/proto/betting/rules';
import { i18n } from '@lingui/core';
import { DocumentFrame, type Section } from './document-frame.tsx';

function sections(): Section[] {
  return [
    {
      title: i18n._({ id: 'privacy.kept', message: 'What we keep' }),
      body: [
        i18n._({
          id: 'privacy.profile',
          message:
            'Your name, email address, country and date of birth, to know who plays and that you are old enough.',
        }),
        i18n._({ id: 'privacy.password', message: 'Your password only as a one-way hash. Nobody here can read it.' }),
        i18n._({
          id: 'privacy.money',
          message: 'Every movement of money and every bet, because our accounts must add up.',
        }),
        i18n._({
          id: 'privacy.origin',
          message:
            'The IP address and browser of each sign-in and each bet, for {days} days, to detect accounts used by others. They are in the file you can download.',
          values: { days: betRules.originKeptDays },
        }),
        i18n._({
          id: 'privacy.proof',
          message: 'Payment proofs and withdrawal destinations encrypted. Each view by an operator is recorded.',
        }),
        i18n._({ id: 'privacy.card', message: 'No card numbers. A text that contains one is refused.' }),
      ],
    },
    {
      title: i18n._({ id: 'privacy.browser', message: 'In your browser' }),
      body: [
        i18n._({
          id: 'privacy.cookie',
          message: 'One cookie that keeps you signed in. Scripts cannot read it, and it goes to nobody but us.',
        }),
        i18n._({
          id: 'privacy.storage',
          message: 'Your slip, your default stake, the odds format and the theme stay on your device.',
        }),
        i18n._({
          id: 'privacy.trackers',
          message: 'No trackers, no advertising and nothing loaded from anybody else.',
        }),
      ],
    },
    {
      title: i18n._({ id: 'privacy.mail', message: 'Mail' }),
      body: [
        i18n._({
          id: 'privacy.service',
          message: 'We write to you about your account, your deposits and your withdrawals.',
        }),
        i18n._({
          id: 'privacy.marketing',
          message: 'Offers and news come only if you asked for them when you signed up.',
        }),
      ],
    },
  ];
}

export function PrivacyPage() {
  return (
    <DocumentFrame
      title={i18n._({ id: 'privacy.title', message: 'Privacy policy' })}
      lead={i18n._({ id: 'privacy.lead', message: 'What we know about you, why we need it, and what stays with you.' })}
      sections={sections()}
    />
  );
}
