/** An instant for operators: in local time, with UTC in the title, so that two operators can compare it. */
import { i18n } from '@lingui/core';
import { cx } from '../theme/cx.ts';

export function localText(instant: string): string {
  return new Date(instant).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
}

/** With seconds, where they matter. */
export function exactText(instant: string): string {
  return new Date(instant).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'medium' });
}

export function utcText(instant: string): string {
  return `${new Date(instant).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })} UTC`;
}

export function When({ at, exact = false, className }: { at: string; exact?: boolean; className?: string }) {
  return (
    <time dateTime={at} title={utcText(at)} className={cx('figures whitespace-nowrap', className)}>
      {exact ? exactText(at) : localText(at)}
    </time>
  );
}
