/** Reminders of a play session as text. */
import type { Session } from '@fairline/proto/risk/sessions';
import { i18n } from '@lingui/core';
import { moneyText } from '../money/money.tsx';
import { lengthText } from './limit-labels.ts';
import { minutesOf, type Reminder } from './reminders.ts';

export function reminderText(reminder: Reminder, session: Session, nowMs: number): string {
  return reminder === 'time'
    ? i18n._({
        id: 'safe.remind.time',
        message: 'You have been playing for {length}.',
        values: { length: lengthText(minutesOf(session, nowMs)) },
      })
    : i18n._({
        id: 'safe.remind.loss',
        message: 'You have lost {amount} in this session.',
        values: { amount: moneyText(Math.max(0, -session.netMinor), session.currency) },
      });
}
