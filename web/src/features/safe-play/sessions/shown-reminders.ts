/**
 * The reminders already shown in this browser, so that a reload does not repeat them, and the confirmed reality check, so that no other tab asks for it again.
 * Reset with each session.
 */
import { createStoredValue } from '../../../client/storage/stored-value.ts';
import type { Reminder } from '../../../domain/safe-play/reminders.ts';

interface Shown {
  /** The start of the session they belong to. */
  session: string;
  reminders: readonly Reminder[];
}

const none: Shown = { session: '', reminders: [] };
const all: readonly Reminder[] = ['time', 'loss'];

export const shownReminders = createStoredValue<Shown>('fairline.reminders', (stored) => {
  if (typeof stored !== 'object' || stored === null) return none;
  const { session, reminders } = stored as Partial<Record<keyof Shown, unknown>>;
  if (typeof session !== 'string' || !Array.isArray(reminders)) return none;
  return { session, reminders: all.filter((one) => reminders.includes(one)) };
});

/** The id of the last confirmed reality check. */
export const confirmedCheck = createStoredValue<string>('fairline.realityCheck', (stored) =>
  typeof stored === 'string' ? stored : '',
);

/** The session's reminders that were not shown yet. */
export function unseenReminders(shown: Shown, session: string, reminders: readonly Reminder[]): Reminder[] {
  return shown.session === session ? reminders.filter((one) => !shown.reminders.includes(one)) : [...reminders];
}

export function remember(session: string, reminders: readonly Reminder[]): void {
  const shown = shownReminders.get();
  const before = shown.session === session ? shown.reminders : [];
  shownReminders.set({ session, reminders: [...new Set([...before, ...reminders])] });
}
