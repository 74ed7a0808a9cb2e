/** HTTP: what operators find of kyc: verifications by their id or their player's id. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { kycSearchRoutes, searchRules } from '@fairline/proto/search';
import type { Kyc } from './config.ts';
import { findPage } from './desk/store.ts';

export function verificationSearch({ mongo, clock }: Kyc): Handler {
  return searchHandler(kycSearchRoutes.search, async ({ id }) => {
    const found = id ? await findPage(mongo, { ids: [id] }, clock.now()) : [];
    return [
      found.slice(0, searchRules.most).map(({ dossier, verification }) => ({
        kind: 'verification' as const,
        id: verification.id,
        title: `#${verification.id.slice(-8)}`,
        detail: verification.status,
        playerId: dossier._id,
      })),
    ];
  });
}
