/** Events: one line per consumer. */
import { type Consumer, consumeEach } from '@fairline/chassis/messaging/inbox';
import { accountEvents } from '@fairline/proto/auth/account';
import { userEvents } from '@fairline/proto/auth/users';
import type { Kyc } from './config.ts';
import { eraseDocuments, recordProfile } from './documents/commands.ts';
import { screenRenamed } from './screenings/commands.ts';
import { answerMove, recordLevel } from './verifications/commands.ts';

/** The fields of a profile that a screening is about. */
const screenedFields = ['firstName', 'lastName', 'dateOfBirth', 'country'];

export function consumersOf(kyc: Kyc): Consumer[] {
  return [
    consumeEach(userEvents.verificationChanged, ({ id, version, at, data }) =>
      recordLevel(kyc, data.playerId, { value: data.level, version, at: new Date(at) }, id),
    ),
    consumeEach(accountEvents.profileUpdated, async ({ id, at, data: { playerId, fields, move: given } }) => {
      const move = given && { ...given, at: new Date(given.at) };
      const isChange = fields.some((field) => screenedFields.includes(field));
      if (isChange) {
        await recordProfile(kyc, playerId, { at: new Date(at), move });
        await screenRenamed(kyc, playerId, id);
      } else if (move) {
        await recordProfile(kyc, playerId, { at: move.at, move });
        await answerMove(kyc, playerId, move.at, id);
      }
    }),
    consumeEach(userEvents.accountErased, ({ data }) => eraseDocuments(kyc, data.playerId)),
  ];
}
