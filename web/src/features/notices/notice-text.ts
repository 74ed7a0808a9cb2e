/**
 * The text of a notice in the language of the page, from the same record as its mail; each language loads when it is first needed. Params are treated as
 * untrusted: a notice that this page does not know or cannot parse gets a general text.
 */
import type { Language } from '@fairline/proto/auth/fields';
import type { Notice } from '@fairline/proto/auth/mail';
import {
  type NoticeData,
  type NoticeTemplate,
  type NoticeTexts,
  type NoticeWriter,
  notices,
  pageOf,
} from '@fairline/proto/notices/notices';
import { i18n } from '@lingui/core';
import { moneyText } from '../../domain/money/money.tsx';
import { dayText, whenText } from '../../domain/people/display-settings.ts';

const languages: Readonly<Record<Language, () => Promise<NoticeTexts>>> = {
  en: async () => (await import('@fairline/proto/notices/english')).english,
  es: async () => (await import('@fairline/proto/notices/spanish')).spanish,
};

const loaded = new Map<Language, Promise<NoticeTexts>>();

/** The texts of a language; always the same promise, as a component that suspends on it needs. */
export function loadNoticeTexts(language: Language): Promise<NoticeTexts> {
  const present = loaded.get(language);
  if (present) return present;
  const texts = languages[language]();
  loaded.set(language, texts);
  // A language that failed to load is loaded again next time.
  texts.catch(() => loaded.delete(language));
  return texts;
}

interface NoticeLine {
  title: string;
  /** Additional information. */
  detail?: string;
  to: string;
}

const writer: NoticeWriter = {
  amount: ({ amountMinor, currency }) => moneyText(Math.abs(amountMinor), currency),
  moment: whenText,
  day: dayText,
};

export function noticeLine({ template, params }: Pick<Notice, 'template' | 'params'>, texts: NoticeTexts): NoticeLine {
  const line = isKnown(template) ? lineOf(template, params, texts) : undefined;
  return (
    line ?? { title: i18n._({ id: 'notice.other', message: 'Something changed in your account' }), to: '/account' }
  );
}

const isKnown = (template: string): template is NoticeTemplate => Object.hasOwn(notices, template);

function lineOf<T extends NoticeTemplate>(
  template: T,
  params: Notice['params'],
  texts: NoticeTexts,
): NoticeLine | undefined {
  const parsed = notices[template].data.safeParse(params);
  if (!parsed.success) return undefined;
  const data = parsed.data as NoticeData[T];
  const { subject, summary } = texts[template](data, writer);
  return { title: subject, detail: summary, to: pageOf(template, data) };
}
