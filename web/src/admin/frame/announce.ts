/** Toasts to operators when an event happens. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Change } from '@fairline/proto/live/stream';
import { operatorSession } from '../../client/session/session.ts';
import { eventName } from '../../domain/live/frames.ts';

type Announcement = (change: Change, name: string, operator: Operator) => Promise<void>;

const verification: Announcement = async (...change) =>
  (await import('../../domain/kyc/announce-desk.ts')).announceVerification(...change);

const announcements = new Map<string, Announcement>([
  ['KycSubmitted', verification],
  ['KycApproved', verification],
  ['KycRejected', verification],
  ['TicketOpened', async (change) => (await import('../../domain/support/announce-desk.ts')).announceTicket(change)],
  ['AlertRaised', async (change) => (await import('../../domain/risk/announce-desk.ts')).announceAlert(change)],
]);

export function announceChange(change: Change): void {
  const name = eventName(change.type);
  const operator = operatorSession.state.who;
  // If loading fails there is no toast; the queue still shows the item.
  if (operator)
    void announcements
      .get(name)?.(change, name, operator)
      .catch(() => undefined);
}
