/** Composes a mail in its language, as text and HTML, and plans the retry of an unsent one. Pure. */
import type { Language as PageLanguage } from '@fairline/proto/auth/fields';
import { type NoticeTemplate, notices, pageOf } from '@fairline/proto/notices/notices';
import { isPersonName } from '@fairline/proto/texts';
import { english } from './english.ts';
import { spanish } from './spanish.ts';
import {
  type Language,
  type MailTemplate,
  type MailText,
  mails,
  oneTimeLinks,
  type Template,
  type TemplateData,
  writerOf,
} from './templates.ts';

const languages: Readonly<Record<PageLanguage, Language>> = { en: english, es: spanish };
const languageOf = (code: string): Language =>
  Object.hasOwn(languages, code) ? languages[code as PageLanguage] : english;

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

const longestName = 40;

/** The name as a mail shows it; none if it is not a valid name, or while the address is unconfirmed, because a stranger may have typed it. */
export function nameInMail({ name, confirmed }: { name: string; confirmed: boolean }): string | undefined {
  if (!confirmed || !isPersonName(name)) return undefined;
  return [...name].slice(0, longestName).join('').trim();
}

/** Composes a mail; in English if its language is not available. `token` is that of the one-time link, if the mail has one. */
export function composeMail<T extends Template>(
  template: T,
  data: TemplateData[T],
  to: { firstName: string; language: string; confirmed: boolean },
  { publicUrl, token }: { publicUrl: string; token: string },
): ComposedMail {
  const language = languageOf(to.language);
  const { subject, paragraphs, action: label, closing } = textOf(language, template, data);
  const { path } = oneTimeLinks[template] ?? {};
  const action =
    label === undefined
      ? undefined
      : { label, url: `${publicUrl}${path === undefined ? pageOfMail(template, data) : `${path}${token}`}` };
  const before = [language.greeting(nameInMail({ name: to.firstName, confirmed: to.confirmed })), ...paragraphs];
  const after = closing ? [closing] : [];
  const text = [
    ...before,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...after,
    `-- \n${language.footer}`,
  ].join('\n\n');
  return { subject, text: `${text}\n`, html: renderHtml(language, subject, before, action, after) };
}

const isNotice = (template: Template): template is NoticeTemplate => Object.hasOwn(notices, template);

function textOf<T extends Template>(language: Language, template: T, data: TemplateData[T]): MailText {
  if (!isNotice(template)) return language.mails[template as MailTemplate](data as never);
  const { summary, more = [], ...rest } = language.notices[template](data as never, writerOf(language));
  // The summary continues the subject, as in the list of notices.
  return { ...rest, paragraphs: [`${asSentence(rest.subject)} ${summary}`, ...more] };
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function pageOfMail<T extends Template>(template: T, data: TemplateData[T]): string {
  return isNotice(template) ? pageOf(template, data as never) : mails[template as MailTemplate].page;
}

interface Action {
  label: string;
  url: string;
}

function renderHtml(
  { code, footer }: Language,
  subject: string,
  before: string[],
  action: Action | undefined,
  after: string[],
): string {
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const button = ({ label, url }: Action) =>
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0a7a4f;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`;
  return `<!doctype html>
<html lang="${code}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#16211c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
${[...before.map(escapeHtml), ...(action ? [button(action)] : []), ...after.map(escapeHtml)].map(paragraph).join('\n')}
<p style="margin:24px 0 0;color:#5a675f;font-size:13px">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}

/** Why a mail was not sent: the server's reply code or the error's name, never an address. */
export interface SendFailure {
  code: string;
  forGood: boolean;
}

const firstWaitMs = 30_000;

const longestWaitMs = 60 * 60_000;

/** With these pauses a mail is tried for a day. */
export const maxAttempts = 30;

/** The time of the next try. A mail is given up if the receiving server refuses it for good, or after a day. */
export function planRetry(attempts: number, refusedForGood: boolean, now: Date): { dueAt: Date } | { givenUpAt: Date } {
  if (refusedForGood || attempts >= maxAttempts) return { givenUpAt: now };
  return { dueAt: new Date(now.getTime() + Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs)) };
}
