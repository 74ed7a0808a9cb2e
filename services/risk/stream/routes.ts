/** HTTP: the timeline of events, and stories. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { Id, Instant, pageSize } from '@fairline/proto/contract';
import { type StreamEvent, streamRoutes } from '@fairline/proto/risk/stream';
import { z } from 'zod';
import { toRecord } from '../audit/routes.ts';
import type { RecordRow } from '../audit/store.ts';
import type { Risk } from '../config.ts';
import { readStory } from './commands.ts';
import { withoutAudited } from './event.ts';
import * as store from './store.ts';

const Place = z.strictObject({ at: Instant, id: Id });

export function streamHandlers(risk: Risk): Handler[] {
  return [
    handle(streamRoutes.events, async ({ query: { cursor, ...filter }, operator }) => {
      const rows = await store.eventsBefore(risk.db, readCursor(Place, cursor), filter, pageSize + 1);
      return page(rows, ({ at, id }) => ({ at: at.toISOString(), id }), toEventFor(operator));
    }),
    handle(streamRoutes.story, async ({ params: { id }, operator }) => {
      const { events, records, isPartial } = await readStory(risk, id, readsAudit(operator));
      return { id, events: events.map(toEventFor(operator)), records: records.map(withoutPlace), isPartial };
    }),
  ];
}

/** A record in a story, without the operator's IP address and browser, which stay in the audit log. */
function withoutPlace(row: RecordRow) {
  return toRecord({ ...row, address: null, agent: null });
}

const readsAudit = ({ permissions }: { readonly permissions: readonly string[] }) => permissions.includes('audit.read');

const toEventFor =
  (operator: { readonly permissions: readonly string[] }) =>
  ({ traceId, playerId, at, data, ...row }: store.EventRow): StreamEvent => ({
    ...row,
    at: at.toISOString(),
    data: readsAudit(operator) ? data : withoutAudited(row.name, data),
    ...(traceId !== null && { traceId }),
    ...(playerId !== null && { playerId }),
  });
