/** Use cases of operators and tickets: read, answer, change, view files. Answers, changes and views are recorded. */

import { randomUUIDv7 } from 'node:crypto';
import { runOnceInMongo } from '@fairline/chassis/documents/idempotency';
import type { Operator } from '@fairline/chassis/http/identity';
import type { Actor } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import { common, Refusal } from '@fairline/proto/contract';
import { type OperatorTicket, ticketEvents, ticketRefusals } from '@fairline/proto/support/tickets';
import { agents } from '../agents/store.ts';
import type { SupportContext } from '../context.ts';
import { readMessages } from '../conversation.ts';
import { recordAction } from '../operator.ts';
import { changeTicketOnce, publishChange, publishReply, type ReadFile, readFile, settleFile } from './commands.ts';
import { keepFile, type Upload } from './files.ts';
import * as store from './store.ts';
import { addOperatorMessage, applyChange, type StoredTicket, type TicketChange } from './ticket.ts';
import { toOperatorTicket } from './view.ts';

const { tickets } = store;

/** Reads the ticket with its conversation. It counts as read only if the operator may answer. */
export async function readTicketAsOperator(
  { mongo }: SupportContext,
  operator: Operator,
  ticketId: string,
): Promise<OperatorTicket> {
  const ticket = await store.requireTicket(mongo, ticketId);
  const isRead = ticket.unreadByOperators > 0 && operator.permissions.includes('tickets');
  const read = isRead ? store.requireOne(await mongo.change(tickets, ticketId, clearUnread)) : ticket;
  return toOperatorTicket(read, await readMessages(mongo, read));
}

function clearUnread(ticket: StoredTicket): void {
  ticket.unreadByOperators = 0;
}

/** Answers the player. The same key sends the answer once. */
export async function answerTicket(
  context: SupportContext,
  by: Actor,
  ticketId: string,
  text: string,
  upload: Upload | undefined,
  idempotencyKey: IdempotencyKey,
): Promise<void> {
  refuseCardNumber(text);
  await store.requireTicket(context.mongo, ticketId);
  const attachment = await keepFile(context, by.operatorId, upload);
  await runOnceInMongo(context.mongo, idempotencyKey, async (commandId) => {
    await changeTicketOnce(context, ticketId, commandId, async (ticket, out) => {
      addOperatorMessage(ticket, { id: commandId, senderId: by.operatorId, text, attachment }, context.clock.now());
      const { _id, playerId, status, version } = ticket;
      await publishReply(out, ticket, commandId, 'admin');
      await publish(out, ticketEvents.ticketAnswered, _id, version, { ticketId: _id, playerId, status, subject: '' });
      await recordAction(out, by, version, {
        action: 'ticket.answer',
        resourceType: 'ticket',
        resourceId: _id,
        after: { messageId: commandId, status },
      });
    });
    return ticketId;
  });
  await settleFile(context, ticketId, attachment);
}

/** Changes status, priority or assignee. A change without effect is not recorded. */
export async function changeTicket(
  context: SupportContext,
  by: Actor,
  ticketId: string,
  change: TicketChange,
): Promise<void> {
  const { mongo, clock, turns } = context;
  await checkAssignee(context, by, change.assigneeId);
  const changed = await turns.run(ticketId, () =>
    mongo.change(tickets, ticketId, async (ticket, out) => {
      const difference = applyChange(ticket, change, clock.now());
      if (!difference) return;
      await publishChange(out, ticket);
      await recordAction(out, by, ticket.version, {
        action: 'ticket.change',
        resourceType: 'ticket',
        resourceId: ticketId,
        ...difference,
      });
    }),
  );
  store.requireOne(changed);
}

/** Refuses an unknown assignee. Support knows the operator who calls, every agent, and everyone who has a ticket already. */
async function checkAssignee(
  { mongo }: SupportContext,
  by: Actor,
  assigneeId: TicketChange['assigneeId'],
): Promise<void> {
  if (!assigneeId || assigneeId === by.operatorId) return;
  if ((await mongo.get(agents, assigneeId)) || (await store.isAssignee(mongo, assigneeId))) return;
  throw new Refusal(ticketRefusals.unknownAssignee);
}

/** Shows a file to an operator. The view is recorded before the file is sent. */
export async function viewFile(context: SupportContext, by: Actor, attachmentId: string): Promise<ReadFile> {
  const ticket = await store.ticketWithAttachment(context.mongo, attachmentId);
  if (!ticket) throw new Refusal(common.notFound);
  const view = { action: 'ticket.view_file', resourceType: 'ticket', resourceId: ticket._id, after: { attachmentId } };
  await context.mongo.publish((out) => recordAction(out, by, 1, view, randomUUIDv7()));
  return readFile(context, ticket, attachmentId);
}
