/** What operators are told the moment it happens. */
import type { Change } from '@fairline/proto/gateway';
import { operatorSession } from '../../client/session/session.ts';
import { eventName } from '../../domain/live/frames.ts';

const announced: ReadonlySet<string> = new Set(['KycSubmitted', 'KycApproved', 'KycRejected']);

export function announce(change: Change): void {
  const name = eventName(change.type);
  const operator = operatorSession.state.who;
  if (!operator || !announced.has(name)) return;
  // What cannot be read is not told; the queue shows it all the same.
  void import('../../domain/kyc/announce-desk.ts').then(({ announceVerification }) => announceVerification(change, name, operator)).catch(() => undefined);
}
