/** Requests screenings of submitted verifications from the provider, and records the results like those of operators. */

import { publish } from '@fairline/chassis/messaging/outbox';
import { isInfrastructure } from '@fairline/chassis/storage/postgres';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import type { Kyc } from '../config.ts';
import { type Dossier, dossiers } from '../documents/dossier.ts';
import { findScreeningDue } from '../documents/store.ts';
import type { Screening } from '../ports.ts';
import {
  assessmentOf,
  isStillWanted,
  postponeScreening,
  recordResults,
  referenceOf,
  screenAgain,
} from './screening.ts';

const atOnce = 20;

/** Requests every screening that is due. A failed request is retried later under the same key. */
export async function screenDue(kyc: Kyc): Promise<void> {
  const { screening } = kyc;
  if (!screening) return;
  for (const dossier of await findScreeningDue(kyc.mongo, kyc.clock.now(), atOnce))
    await screenOne(kyc, screening, dossier);
}

/** Screens the latest verification again after a change of name or date of birth. The request has a key of its own. */
export async function screenRenamed(kyc: Kyc, playerId: string, eventId: string): Promise<void> {
  if (!kyc.screening) return;
  await kyc.mongo.change(dossiers, playerId, (dossier) => screenAgain(dossier, eventId, kyc.clock.now()), {
    once: eventId,
  });
}

async function screenOne(kyc: Kyc, { provider, personOf }: Screening, dossier: Dossier): Promise<void> {
  const { _id: playerId } = dossier;
  const reference = referenceOf(dossier) as string;
  try {
    const results = isStillWanted(dossier) ? await provider.screen(reference, await personOf(playerId)) : [];
    await kyc.mongo.change(dossiers, playerId, async (current, out) => {
      const verificationId = recordResults(current, reference, provider.name, results, kyc.clock.now());
      if (!verificationId || results.length === 0) return;
      const status = current.verifications.find(({ id }) => id === verificationId)?.status ?? 'pending';
      await publish(out, verificationEvents.changed, playerId, current.version, {
        verificationId,
        playerId,
        status,
        assessment: assessmentOf(current),
      });
    });
  } catch (error) {
    if (isInfrastructure(error)) throw error;
    kyc.log.warn({ reference, error: (error as Error).message }, 'a screening waits for its provider');
    await kyc.mongo.change(dossiers, playerId, (current) => postponeScreening(current, reference, kyc.clock.now()));
  }
}
