/** HTTP: operators find verifications by the id of the verification or its player, or by the beginning or end of one. Kyc stores no names. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { kycSearchRoutes, searchRules } from '@fairline/proto/search';
import type { Kyc } from './config.ts';
import { findPage, type QueueFilter } from './desk/store.ts';

export function verificationSearch({ mongo, clock }: Kyc): Handler {
  return searchHandler(kycSearchRoutes.search, async ({ text, id, end }) => {
    const beginning = idBeginning.exec(text.toLowerCase())?.[0];
    const filters: QueueFilter[] = id
      ? [{ ids: [id] }]
      : [...(end ? [{ end }] : []), ...(beginning ? [{ beginning }] : [])];
    const found = (await Promise.all(filters.map((filter) => findPage(mongo, filter, clock.now())))).flat();
    const hits = found.map(({ dossier, verification }) => ({
      kind: 'verification' as const,
      id: verification.id,
      title: `#${verification.id.slice(-8)}`,
      detail: verification.status,
      playerId: dossier._id,
    }));
    const distinct = hits.filter(({ id: hitId }, at) => hits.findIndex((other) => other.id === hitId) === at);
    return [distinct.slice(0, searchRules.most)];
  });
}

/** At least the first eight digits of an id: fewer are shared by ids of many days. */
const idBeginning = /^[0-9a-f]{8}(-[0-9a-f-]*)?$/;
