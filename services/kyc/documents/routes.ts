/** HTTP: documents of players. */
import { isShared, refuseShared } from '@fairline/chassis/http/identity';
import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { Refusal } from '@fairline/proto/contract';
import { documentRefusals, documentRoutes } from '@fairline/proto/kyc/documents';
import type { Kyc } from '../config.ts';
import { storedType } from '../files/commands.ts';
import { ownPage, uploadDocument } from './commands.ts';

export function documentHandlers(kyc: Kyc): Handler[] {
  return [
    handle(documentRoutes.uploadDocument, ({ player, body, file, idempotencyKey }) => {
      refuseShared(player);
      return uploadDocument(kyc, { playerId: player.id, type: body.type, file }, idempotencyKey);
    }),
    handle(documentRoutes.ownDocumentFile, async ({ player, params, query }) => {
      if (isShared(player)) throw new Refusal(documentRefusals.documentUnknown);
      return imageReply(await ownPage(kyc, player.id, params.id, query.page ?? 1));
    }),
  ];
}

/** Forbids browsers and proxies to store a document. */
export function imageReply(bytes: Uint8Array): Reply {
  const headers = {
    'content-type': storedType,
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return new Reply({ body: bytes, headers });
}
