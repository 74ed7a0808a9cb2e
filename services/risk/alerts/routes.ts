/** HTTP for operators: alerts, and overrides of risk levels. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { Id, pageSize, Refusal } from '@fairline/proto/contract';
import { type Alert, alertRefusals, alertRoutes } from '@fairline/proto/risk/alerts';
import { levelRoutes } from '@fairline/proto/risk/levels';
import type { Risk } from '../config.ts';
import { changeAlert } from './commands.ts';
import { setLevel } from './level-override.ts';
import { actorsOf } from './own.ts';
import * as store from './store.ts';

const sourcesShown = 100;

export function alertHandlers(risk: Risk): Handler[] {
  const { db } = risk;
  return [
    handle(alertRoutes.alerts, async ({ query: { cursor, ...filter } }) => {
      const before = readCursor(Id, cursor);
      const [rows, counts] = await Promise.all([
        store.alertsBefore(db, before, filter, pageSize + 1),
        store.countAlerts(db),
      ]);
      const actors = await actorsOf(db, rows);
      return {
        ...page(
          rows,
          ({ id }) => id,
          (row) => toAlert(row, actors),
        ),
        counts,
      };
    }),
    handle(alertRoutes.alertEvents, async ({ params: { id } }) => {
      if (!(await store.findAlert(db, id))) throw new Refusal(alertRefusals.unknown);
      const items = await store.sourcesOf(db, id, sourcesShown);
      return {
        items: items.map(({ at, playerId, value, ...row }) => ({
          ...row,
          at: at.toISOString(),
          ...(playerId && { playerId }),
          ...(value !== null && { value }),
        })),
      };
    }),
    handle(alertRoutes.changeAlert, async ({ params, body, operator, address, agent }) => {
      const row = await changeAlert(risk, params.id, body, { operator, address, agent });
      return toAlert(row, await actorsOf(db, [row]));
    }),
    handle(levelRoutes.setRiskLevel, ({ params, body, operator, address, agent }) =>
      setLevel(risk, params.id, body, { operator, address, agent }),
    ),
  ];
}

function toAlert(row: store.AlertRow, actors: ReadonlyMap<string, string[]>): Alert {
  const {
    id,
    type,
    severity,
    status,
    description,
    message,
    playerId,
    operatorId,
    amountMinor,
    currency,
    assigneeId,
    aboutType,
    aboutId,
    version,
    notes,
    ruleId,
    ruleFrom,
    ruleUntil,
  } = row;
  return {
    id,
    type,
    severity,
    status,
    description,
    ...(message && { message }),
    ...(playerId && { userId: playerId }),
    ...(operatorId && { operatorId }),
    actingOperatorIds: actors.get(id) ?? [],
    ...(amountMinor !== null && { amountMinor }),
    ...(currency && { currency }),
    ...(assigneeId && { assigneeId }),
    ...(ruleId &&
      ruleFrom &&
      ruleUntil && { rule: { id: ruleId, from: ruleFrom.toISOString(), until: ruleUntil.toISOString() } }),
    ...(aboutType && aboutId && { about: { type: aboutType, id: aboutId } }),
    notes,
    version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
