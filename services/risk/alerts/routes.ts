/** HTTP: alerts for operators. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { Id, pageSize } from '@fairline/proto/contract';
import { type Alert, alertRoutes } from '@fairline/proto/risk/alerts';
import type { Risk } from '../config.ts';
import { changeAlert } from './commands.ts';
import * as store from './store.ts';

export function alertHandlers(risk: Risk): Handler[] {
  const { db } = risk;
  return [
    handle(alertRoutes.alerts, async ({ query: { cursor, ...filter } }) => {
      const before = readCursor(Id, cursor);
      const [rows, counts] = await Promise.all([store.alertsBefore(db, before, filter, pageSize + 1), store.countAlerts(db)]);
      return { ...page(rows, ({ id }) => id, toAlert), counts };
    }),
    handle(alertRoutes.changeAlert, async ({ params, body, operator, address, agent }) =>
      toAlert(await changeAlert(risk, params.id, body, { operator, address, agent })),
    ),
  ];
}

function toAlert(row: store.AlertRow): Alert {
  const { id, type, severity, status, description, playerId, operatorId, amountMinor, currency, assigneeId, aboutType, aboutId, version, notes } = row;
  return {
    id,
    type,
    severity,
    status,
    description,
    ...(playerId && { userId: playerId }),
    ...(operatorId && { operatorId }),
    ...(amountMinor !== null && { amountMinor }),
    ...(currency && { currency }),
    ...(assigneeId && { assigneeId }),
    ...(aboutType && aboutId && { about: { type: aboutType, id: aboutId } }),
    notes,
    version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
