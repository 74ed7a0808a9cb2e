/** HTTP: identity verification for operators. Approvals need a fresh proof of identity. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import type { Act } from '@fairline/chassis/http/operator-act';
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import type { RouteType } from '@fairline/proto/contract';
import { Refusal } from '@fairline/proto/contract';
import { kycDeskRoutes } from '@fairline/proto/kyc/desk';
import { verificationRefusals } from '@fairline/proto/kyc/verifications';
import { z } from 'zod';
import type { Kyc } from '../config.ts';
import { imageReply } from '../documents/routes.ts';
import * as commands from './commands.ts';
import * as store from './store.ts';
import { viewerOf } from './view.ts';

const QueueCursor = z.object({ at: z.iso.datetime(), id: z.uuid() });

export function deskHandlers(kyc: Kyc): Handler[] {
  return [...queueHandlers(kyc), ...decisionHandlers(kyc)];
}

function queueHandlers(kyc: Kyc): Handler[] {
  return [
    handle(kycDeskRoutes.kycStats, async () => {
      const [{ counts, oldestSubmittedAt }, documentsWaiting] = await Promise.all([
        store.countByStatus(kyc.mongo),
        store.countDocumentsWaiting(kyc.mongo),
      ]);
      return {
        counts,
        documentsWaiting,
        ...(oldestSubmittedAt && { oldestSubmittedAt: oldestSubmittedAt.toISOString() }),
      };
    }),
    handle(kycDeskRoutes.verifications, async ({ query: { status, documents, q, players, cursor }, operator }) => {
      const after = readCursor(QueueCursor, cursor);
      const ids = q === undefined && players === undefined ? undefined : idsIn(`${q ?? ''},${players ?? ''}`);
      const found = await store.findPage(kyc.mongo, { status, documents, ids, after }, kyc.clock.now());
      return page(
        found,
        ({ verification }) => ({ at: verification.submittedAt.toISOString(), id: verification.id }),
        await viewerOf(kyc, operator, found),
      );
    }),
    handle(kycDeskRoutes.documentFile, async (call) =>
      imageReply(
        await commands.viewDocument(kyc, call.params.id, call.query.page ?? 1, actOf(call, 'Viewed for review')),
      ),
    ),
    handle(kycDeskRoutes.verification, async ({ params, operator }) => {
      const found = await store.findVerification(kyc.mongo, params.id);
      if (!found) throw new Refusal(verificationRefusals.unknown);
      return (await viewerOf(kyc, operator, [found]))(found);
    }),
    handle(kycDeskRoutes.kycSummaries, async ({ body }) => {
      const found = await store.findLatest(kyc.mongo, body.playerIds);
      return {
        items: found.map(({ dossier, verification }) => ({
          playerId: dossier._id,
          verificationId: verification.id,
          status: verification.status,
        })),
      };
    }),
  ];
}

function decisionHandlers(kyc: Kyc): Handler[] {
  const show = async <R extends RouteType>({ operator }: Call<R>, decided: commands.Decided) => {
    const body = (await viewerOf(kyc, operator, [decided]))(decided);
    return new Reply({ body, ...(decided.outcome === 'waiting' && { status: 202 }) });
  };
  return [
    handle(kycDeskRoutes.startReview, async (call) =>
      show(call, await commands.startReview(kyc, call.params.id, actOf(call, 'Opened for review'))),
    ),
    handle(kycDeskRoutes.approveVerification, async (call) =>
      show(call, await commands.approveVerification(kyc, call.params.id, actOf(call, 'Documents checked'))),
    ),
    handle(kycDeskRoutes.rejectVerification, async (call) =>
      show(call, await commands.rejectVerification(kyc, call.params.id, actOf(call, call.body.reason))),
    ),
    handle(kycDeskRoutes.approveDocument, async (call) =>
      show(call, await commands.approveDocument(kyc, call.params.id, actOf(call, 'Document checked'))),
    ),
    handle(kycDeskRoutes.rejectDocument, async (call) =>
      show(call, await commands.rejectDocument(kyc, call.params.id, actOf(call, call.body.reason))),
    ),
    handle(kycDeskRoutes.recordAmlCheck, async (call) => {
      // The note is about a person and is erased with the account, unlike the audit log.
      const found = await commands.recordScreening(kyc, call.params.id, call.body, actOf(call, 'Screened by hand'));
      return (await viewerOf(kyc, call.operator, [found]))(found);
    }),
  ];
}

function actOf<R extends RouteType>({ operator, address, agent }: Call<R>, reason: string): Act {
  return { operator, address, agent, reason };
}

/** The ids in a comma-separated list. Entries that are no ids are left out. */
function idsIn(text: string): string[] {
  return text.split(',').flatMap((part) => z.uuid().safeParse(part.trim().toLowerCase()).data ?? []);
}
