/** A reminder is shown once per session. */
import { expect, it } from 'vitest';
import { remember, shownReminders, unseenReminders } from './shown-reminders.ts';

const first = '2026-11-20T12:00:00.000Z';
const second = '2026-11-20T18:00:00.000Z';

it('shows each reminder of a session once, and in the next session again', () => {
  expect(unseenReminders(shownReminders.get(), first, ['time'])).toEqual(['time']);
  remember(first, ['time']);
  expect(unseenReminders(shownReminders.get(), first, ['time', 'loss'])).toEqual(['loss']);
  remember(first, ['loss']);
  expect(unseenReminders(shownReminders.get(), first, ['time', 'loss'])).toEqual([]);
  expect(unseenReminders(shownReminders.get(), second, ['time', 'loss'])).toEqual(['time', 'loss']);
  remember(second, ['loss']);
  expect(shownReminders.get()).toEqual({ session: second, reminders: ['loss'] });
});
