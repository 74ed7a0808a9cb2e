/** Events: one line per consumer. */
import { type Consumer, consumeEach } from '@fairline/chassis/messaging/inbox';
import { userEvents } from '@fairline/proto/auth/users';
import type { Kyc } from './config.ts';
import { eraseDocuments } from './documents/commands.ts';
import { recordLevel } from './verifications/commands.ts';

export function consumersOf(kyc: Kyc): Consumer[] {
  return [
    consumeEach(userEvents.verificationChanged, ({ id, version, at, data }) =>
      recordLevel(kyc, data.playerId, { value: data.level, version, at: new Date(at) }, id),
    ),
    consumeEach(userEvents.accountErased, ({ data }) => eraseDocuments(kyc, data.playerId)),
  ];
}
