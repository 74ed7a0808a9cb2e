/**
 * The mails that auth sends: those of notices, with texts in proto/notices, and other mails, with their one-time links.
 * Each language is one record of texts; the build fails if one is missing.
 */
import { emailChangeHours } from '@fairline/proto/auth/email';
import type { passkeyChanges } from '@fairline/proto/auth/passkeys';
import type { AccessRequestKind } from '@fairline/proto/auth/staff';
import { formatMoney, type NumberMarks } from '@fairline/proto/money';
import { type NoticeData, type NoticeTexts, type NoticeWriter, notices } from '@fairline/proto/notices/notices';
import type { Role } from '@fairline/proto/permissions';

type PasskeyChange = (typeof passkeyChanges)[number];

type Nothing = Record<string, never>;

/** The data of each mail that is not a notice. It is stored in the queue, so it never contains a secret. */
interface MailData {
  verify_email: Nothing;
  reset_password: Nothing;
  confirm_new_email: { changeId: string };
  email_in_use: Nothing;
  email_replaced: { changeId: string };
  operator_invited: { role: Role };
  operator_reset: Nothing;
  operator_raised: { role: Role };
  operator_passkey: { change: PasskeyChange; name: string };
  access_requested: { kind: AccessRequestKind; role: Role };
}

export type MailTemplate = keyof MailData;

export type TemplateData = NoticeData & MailData;

export type Template = keyof TemplateData;

/** Every mail that is not a notice, with the page that it links to if it has no one-time link. The build fails if one is missing. */
export const mails: Readonly<Record<MailTemplate, { page: string }>> = {
  verify_email: { page: '' },
  reset_password: { page: '' },
  confirm_new_email: { page: '' },
  email_in_use: { page: '/login' },
  email_replaced: { page: '' },
  operator_invited: { page: '' },
  operator_reset: { page: '' },
  operator_raised: { page: '/admin/operators' },
  operator_passkey: { page: '/admin/settings' },
  access_requested: { page: '/admin/operators' },
};

export const templates = Object.keys({ ...notices, ...mails }) as Template[];

export interface MailText {
  subject: string;
  paragraphs: readonly string[];
  /** The text of the button, which leads to the page or the one-time link. */
  action?: string | undefined;
  /** Shown below the action. */
  closing?: string | undefined;
}

export interface Language {
  code: string;
  /** The salutation; without a name if the address is unconfirmed. */
  greeting: (firstName: string | undefined) => string;
  footer: string;
  marks: NumberMarks;
  notices: NoticeTexts;
  mails: { readonly [T in MailTemplate]: (data: MailData[T]) => MailText };
}

interface OneTimeLink {
  purpose: 'verify_email' | 'reset_password' | 'activate' | 'change_email' | 'undo_email';
  hours: number;
  path: string;
  /** The subject of the link, if it is not the account that gets the mail. */
  subjectOf?: (data: TemplateData[Template]) => string;
}

const changeOf = (data: TemplateData[Template]) => (data as { changeId: string }).changeId;

/** Mails with a one-time link: its purpose, and how many hours it is valid after sending. */
export const oneTimeLinks: Partial<Record<Template, OneTimeLink>> = {
  welcome: { purpose: 'verify_email', hours: 24, path: '/auth/callback?type=signup&token=' },
  verify_email: { purpose: 'verify_email', hours: 24, path: '/auth/callback?type=signup&token=' },
  reset_password: { purpose: 'reset_password', hours: 1, path: '/reset-password?token=' },
  confirm_new_email: {
    purpose: 'change_email',
    hours: emailChangeHours.confirm,
    path: '/auth/callback?type=new_email&token=',
    subjectOf: changeOf,
  },
  email_change_requested: {
    purpose: 'undo_email',
    hours: emailChangeHours.confirm + emailChangeHours.undo,
    path: '/auth/callback?type=keep_email&token=',
    subjectOf: changeOf,
  },
  email_replaced: {
    purpose: 'undo_email',
    hours: emailChangeHours.undo,
    path: '/auth/callback?type=keep_email&token=',
    subjectOf: changeOf,
  },
  operator_invited: { purpose: 'activate', hours: 24, path: '/admin/activate?token=' },
  operator_reset: { purpose: 'activate', hours: 24, path: '/admin/activate?token=' },
};

/** Amounts in mail follow the conventions of its language. Times are the same in every language: "2026-11-21 03:20 UTC", "2026-11-21". */
export const writerOf = ({ marks }: Language): NoticeWriter => ({
  amount: ({ amountMinor, currency }) => formatMoney(Math.abs(amountMinor), currency, marks),
  moment: (at) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`,
  day: (at) => at.slice(0, 10),
});

/** The name of a role; the same in every language. */
export const roleTitle = (role: Role) => role.replaceAll('_', ' ');
