/**
 * The mails that auth sends: those of notices, whose texts proto/notices declares, and those that are no notices, with the one-time links they carry.
 * A language is one record of texts for each; the compiler names those it lacks.
 */
import { emailChangeHours } from '@fairline/proto/auth/email';
import type { passkeyChanges } from '@fairline/proto/auth/passkeys';
import type { AccessRequestKind } from '@fairline/proto/auth/staff';
import { formatMoney, type NumberMarks } from '@fairline/proto/money';
import { type NoticeData, type NoticeTexts, type NoticeWriter, notices } from '@fairline/proto/notices/notices';
import type { Role } from '@fairline/proto/permissions';

type PasskeyChange = (typeof passkeyChanges)[number];

type Nothing = Record<string, never>;

/** The data of each mail that is no notice. It is stored in the queue, so it never holds a secret. */
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

/** Every mail that is no notice, with the page it leads to unless by a one-time link; the compiler names one that is missing here. */
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
  /** On the button to the page or to the one-time link. */
  action?: string | undefined;
  /** Shown below the action. */
  closing?: string | undefined;
}

export interface Language {
  code: string;
  /** Without a name if the address is unconfirmed. */
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
  /** What the link is about, if not the account that the mail goes to. */
  subjectOf?: (data: TemplateData[Template]) => string;
}

const changeOf = (data: TemplateData[Template]) => (data as { changeId: string }).changeId;

/** Mails with a one-time link: what it is good for, and for how long after it was sent. */
export const oneTimeLinks: Partial<Record<Template, OneTimeLink>> = {
  welcome: { purpose: 'verify_email', hours: 24, path: '/auth/callback?type=signup&token=' },
  verify_email: { purpose: 'verify_email', hours: 24, path: '/auth/callback?type=signup&token=' },
  reset_password: { purpose: 'reset_password', hours: 1, path: '/reset-password?token=' },
  confirm_new_email: { purpose: 'change_email', hours: emailChangeHours.confirm, path: '/auth/callback?type=new_email&token=', subjectOf: changeOf },
  email_change_requested: {
    purpose: 'undo_email',
    hours: emailChangeHours.confirm + emailChangeHours.undo,
    path: '/auth/callback?type=keep_email&token=',
    subjectOf: changeOf,
  },
  email_replaced: { purpose: 'undo_email', hours: emailChangeHours.undo, path: '/auth/callback?type=keep_email&token=', subjectOf: changeOf },
  operator_invited: { purpose: 'activate', hours: 24, path: '/admin/activate?token=' },
  operator_reset: { purpose: 'activate', hours: 24, path: '/admin/activate?token=' },
};

/** Mail writes amounts with the marks of its language, and times alike in every language: "2026-11-21 03:20 UTC", "2026-11-21". */
export const writerOf = ({ marks }: Language): NoticeWriter => ({
  amount: ({ amountMinor, currency }) => formatMoney(Math.abs(amountMinor), currency, marks),
  moment: (at) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`,
  day: (at) => at.slice(0, 10),
});

/** Roles are named alike in every language. */
export const roleTitle = (role: Role) => role.replaceAll('_', ' ');
