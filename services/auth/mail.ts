/**
 * What a mail says, by language and template, and what happens when it cannot be sent. Pure.
 * A new language is one more record of letters; the compiler names the letters it lacks.
 */
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';

interface PaymentNotice {
  amountMinor: number;
  currency: CurrencyCode;
}

/** What each letter is filled with, beside the player's first name; kept in the queue until it is sent. */
export interface MailFacts {
  welcome: Record<string, never>;
  verify_email: Record<string, never>;
  deposit_approved: PaymentNotice;
  deposit_rejected: PaymentNotice & { reason: string };
  withdrawal_approved: PaymentNotice;
  withdrawal_rejected: PaymentNotice & { reason: string };
}
export type Template = keyof MailFacts;

/** Templates whose letter carries a link that confirms the address. */
export const confirming: readonly Template[] = ['welcome', 'verify_email'];
export const linkHours = 24;

interface Links {
  /** The page of the link, for the letters that have one. */
  confirm: string;
  wallet: string;
}

interface Letter {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Said after the action. */
  closing?: string;
}

type Letters = { [T in Template]: (facts: MailFacts[T], links: Links) => Letter };
interface Language {
  greeting: (firstName: string) => string;
  footer: string;
  letters: Letters;
}

const money = ({ amountMinor, currency }: PaymentNotice) => formatMoney(amountMinor, currency);

const english: Language = {
  greeting: (firstName) => `Hello ${firstName},`,
  footer: 'You receive this mail because you have an account at Fairline. 18+. Please play responsibly.',
  letters: {
    welcome: (_facts, { confirm }) => ({
      subject: 'Welcome to Fairline! Please confirm your email address',
      paragraphs: ['Welcome to Fairline! Your account is open.', 'Please confirm that this is your email address:'],
      action: { label: 'Confirm email address', url: confirm },
      closing: `The link works for ${linkHours} hours. If you did not open an account, you need not do anything.`,
    }),
    verify_email: (_facts, { confirm }) => ({
      subject: 'Please confirm your email address',
      paragraphs: ['Please confirm that this is your email address:'],
      action: { label: 'Confirm email address', url: confirm },
      closing: `The link works for ${linkHours} hours. If you did not ask for it, you need not do anything.`,
    }),
    deposit_approved: (facts, { wallet }) => ({
      subject: 'Your deposit was approved',
      paragraphs: [`Your deposit of ${money(facts)} was approved and is in your balance.`],
      action: { label: 'Open wallet', url: wallet },
    }),
    deposit_rejected: (facts, { wallet }) => ({
      subject: 'Your deposit was rejected',
      paragraphs: [`Your deposit of ${money(facts)} was rejected.`, `Reason: ${facts.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
    withdrawal_approved: (facts, { wallet }) => ({
      subject: 'Your withdrawal was approved',
      paragraphs: [`Your withdrawal of ${money(facts)} was approved and is on its way to you.`],
      action: { label: 'Open wallet', url: wallet },
    }),
    withdrawal_rejected: (facts, { wallet }) => ({
      subject: 'Your withdrawal was rejected',
      paragraphs: [`Your withdrawal of ${money(facts)} was rejected. The money is available in your balance again.`, `Reason: ${facts.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
  },
};
const languages: Record<string, Language> = { en: english };

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/** A language we do not have is English. `token` is the one of the link, for the letters that carry one. */
export function compose<T extends Template>(
  template: T,
  facts: MailFacts[T],
  to: { firstName: string; language: string },
  { publicUrl, token }: { publicUrl: string; token: string },
): ComposedMail {
  const language = languages[to.language] ?? english;
  const links = { confirm: `${publicUrl}/auth/callback?type=signup&token=${token}`, wallet: `${publicUrl}/wallet` };
  const { subject, paragraphs, action, closing } = language.letters[template](facts, links);
  const before = [language.greeting(to.firstName), ...paragraphs];
  const after = closing ? [closing] : [];
  const text = [...before, ...(action ? [`${action.label}: ${action.url}`] : []), ...after, `-- \n${language.footer}`].join('\n\n');
  return { subject, text: `${text}\n`, html: page(subject, before, action, after, language.footer) };
}

function page(subject: string, before: string[], action: Letter['action'], after: string[], footer: string): string {
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const button = ({ label, url }: { label: string; url: string }) =>
    `<a href="${safe(url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0a7a4f;color:#ffffff;text-decoration:none">${safe(label)}</a>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${safe(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#16211c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
${[...before.map(safe), ...(action ? [button(action)] : []), ...after.map(safe)].map(paragraph).join('\n')}
<p style="margin:24px 0 0;color:#5a675f;font-size:13px">${safe(footer)}</p>
</div>
</body>
</html>
`;
}

function safe(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}

/** Why a mail was not sent: the server's answer or the fault's name, never an address. */
export interface SendFailure {
  code: string;
  forGood: boolean;
}

const firstWaitMs = 30_000;
const longestWaitMs = 60 * 60_000;
/** With the waits above, a mail is tried for a day. */
export const mostAttempts = 30;

/** When to try again; a mail that the receiving server refuses for good, or that was tried for a day, is given up. */
export function afterFailure(attempts: number, refusedForGood: boolean, now: Date): { dueAt: Date } | { givenUpAt: Date } {
  if (refusedForGood || attempts >= mostAttempts) return { givenUpAt: now };
  return { dueAt: new Date(now.getTime() + Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs)) };
}
