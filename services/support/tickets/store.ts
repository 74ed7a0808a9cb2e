/** Tickets in the database: one document each. Lists omit the messages; the next page continues after the last row. */

import { collection } from '@fairline/chassis/documents/collection';
import type { Mongo } from '@fairline/chassis/documents/mongo';
import type { Sought } from '@fairline/chassis/http/search';
import { pageSize, Refusal } from '@fairline/proto/contract';
import { searchRules } from '@fairline/proto/search';
import { type TicketStatus, ticketRefusals, ticketStatuses } from '@fairline/proto/support/tickets';
import { z } from 'zod';
import { literalPattern, searchTextOf, termsOf } from '../search-text.ts';
import { closesBefore, dueBefore, type ListedTicket, listedShape, type StoredTicket, ticketShape } from './ticket.ts';

export const tickets = collection('tickets', ticketShape, [
  { keys: { playerId: 1, updatedAt: -1, _id: -1 } },
  { keys: { queue: 1, queueMs: 1, _id: 1 } },
  { keys: { status: 1, updatedAt: 1 } },
  { keys: { reference: 1 } },
  { keys: { terms: 1, _id: -1 } },
  { keys: { 'attachments.id': 1 } },
  { keys: { assigneeId: 1 }, sparse: true },
]);

const withoutMessages = { messages: 0, applied: 0, outbox: 0, unsent: 0 };

export async function requireTicket(mongo: Mongo, id: string): Promise<StoredTicket> {
  return requireOne(await mongo.get(tickets, id));
}

/** Refuses `not_found` for another player's ticket. */
export async function requireOwnTicket(mongo: Mongo, id: string, playerId: string): Promise<StoredTicket> {
  return requireOne(await mongo.get(tickets, id), playerId);
}

export function requireOne(ticket: StoredTicket | undefined, playerId = ticket?.playerId): StoredTicket {
  if (!ticket || ticket.playerId !== playerId) throw new Refusal(ticketRefusals.unknown);
  return ticket;
}

export const PlayerCursor = z.tuple([z.iso.datetime(), z.uuid()]);
export const QueueCursor = z.tuple([z.int(), z.number(), z.uuid()]);

export interface PlayerFilter {
  status?: TicketStatus | undefined;
  q?: string | undefined;
}

/** The tickets of a player, last changed first: a page and one more row. */
export function ticketsOf(
  mongo: Mongo,
  playerId: string,
  { status, q }: PlayerFilter,
  after?: z.infer<typeof PlayerCursor>,
): Promise<ListedTicket[]> {
  const [at, id] = after ? [new Date(after[0]), after[1]] : [];
  return list(
    mongo,
    [
      { playerId },
      status && { status },
      q && textFilter(q),
      at && { $or: [{ updatedAt: { $lt: at } }, { updatedAt: at, _id: { $lt: id } }] },
    ],
    { updatedAt: -1, _id: -1 },
  );
}

export interface QueueFilter extends PlayerFilter {
  category?: string | undefined;
  priority?: string | undefined;
  assigneeId?: string | null | undefined;
  playerId?: string | undefined;
}

/** The queue of operators: a page and one more row. */
export function queueOfTickets(
  mongo: Mongo,
  filter: QueueFilter,
  after?: z.infer<typeof QueueCursor>,
): Promise<ListedTicket[]> {
  const { status, category, priority, assigneeId, playerId, q } = filter;
  const [queue, queueMs, id] = after ?? [];
  const conditions = [
    status && { status },
    category && { category },
    priority && { priority },
    assigneeId === null ? { assigneeId: { $exists: false } } : assigneeId && { assigneeId },
    playerId && { playerId },
    q && textFilter(q),
    after && {
      $or: [{ queue: { $gt: queue } }, { queue, queueMs: { $gt: queueMs } }, { queue, queueMs, _id: { $gt: id } }],
    },
  ];
  return list(mongo, conditions, { queue: 1, queueMs: 1, _id: 1 });
}

function list(mongo: Mongo, conditions: readonly unknown[], $sort: Record<string, 1 | -1>): Promise<ListedTicket[]> {
  const $and = conditions.filter(Boolean);
  return mongo.aggregate(tickets, listedShape, [
    ...($and.length > 0 ? [{ $match: { $and } }] : []),
    { $sort },
    { $limit: pageSize + 1 },
    { $project: withoutMessages },
  ]);
}

/** A search: part of the subject, the printed reference, or an id. */
function textFilter(q: string): Record<string, unknown> {
  const text = searchTextOf(q);
  const reference = text.replace(/^#/, '');
  if (z.uuid().safeParse(text).success) return { $or: [{ _id: text }, { playerId: text }] };
  return { $or: [{ reference }, { searchText: { $regex: literalPattern(text) } }] };
}

const hitShape = ticketShape.pick({ _id: true, playerId: true, subject: true, status: true });
type Hit = z.infer<typeof hitShape>;
/** At most this many matches of a partly typed term are sorted. */
const mostSorted = 1_000;

/** Finds tickets for the search over all services by id, printed reference or terms of the subject, each by an index. Ids are UUIDv7, so they sort by time. */
export async function findTickets(mongo: Mongo, { text, id, end }: Sought): Promise<Hit[]> {
  if (id) return findHits(mongo, [{ $match: { $or: [{ _id: id }, { playerId: id }] } }, newestFirst]);
  const referenced = end
    ? findHits(mongo, [{ $match: { reference: end.slice(-8), _id: { $regex: `${end}$` } } }, newestFirst])
    : [];
  const found = (await Promise.all([referenced, findBySubject(mongo, termsOf(text))])).flat();
  return found.filter(({ _id }, at) => found.findIndex((other) => other._id === _id) === at).slice(0, searchRules.most);
}

/** Finds subjects with all these terms, newest first; then those where the last term is only the beginning of one, since it may be incomplete. */
async function findBySubject(mongo: Mongo, terms: readonly string[]): Promise<Hit[]> {
  const last = terms.at(-1);
  if (last === undefined) return [];
  const whole = await findHits(mongo, [{ $match: { terms: { $all: [...terms] } } }, newestFirst]);
  if (whole.length >= searchRules.most) return whole;
  const begun = { $and: [...terms.slice(0, -1).map((term) => ({ terms: term })), { terms: { $regex: `^${last}` } }] };
  return [...whole, ...(await findHits(mongo, [{ $match: begun }, { $limit: mostSorted }, newestFirst]))];
}

const newestFirst = { $sort: { _id: -1 } };

function findHits(mongo: Mongo, stages: Record<string, unknown>[]): Promise<Hit[]> {
  return mongo.aggregate(tickets, hitShape, [
    ...stages,
    { $limit: searchRules.most },
    { $project: { _id: 1, playerId: 1, subject: 1, status: 1 } },
  ]);
}

const sumShape = z.object({ _id: z.unknown(), unread: z.int() });

export async function unreadOf(mongo: Mongo, playerId: string): Promise<number> {
  const [sum] = await mongo.aggregate(tickets, sumShape, [
    { $match: { playerId, unreadByPlayer: { $gt: 0 } } },
    { $group: { _id: null, unread: { $sum: '$unreadByPlayer' } } },
  ]);
  return sum?.unread ?? 0;
}

export interface TicketCounts {
  counts: Record<TicketStatus, number>;
  unassigned: number;
  unread: number;
  complaintsDue: number;
}

export async function countTickets(mongo: Mongo, now: Date): Promise<TicketCounts> {
  const open = { status: { $in: ['open', 'in_progress', 'waiting_user'] as TicketStatus[] } };
  const [unassigned, unread, complaintsDue, ...ofStatus] = await Promise.all([
    mongo.model(tickets).countDocuments({ status: { $in: ['open', 'in_progress'] }, assigneeId: { $exists: false } }),
    mongo.model(tickets).countDocuments({ ...open, unreadByOperators: { $gt: 0 } }),
    mongo.model(tickets).countDocuments({ ...open, category: 'complaint', deadlineAt: { $lte: dueBefore(now) } }),
    ...ticketStatuses.map((status) => mongo.model(tickets).countDocuments({ status })),
  ]);
  const counts = Object.fromEntries(ticketStatuses.map((status, at) => [status, ofStatus[at] ?? 0])) as Record<
    TicketStatus,
    number
  >;
  return { counts, unassigned, unread, complaintsDue };
}

const summaryShape = z.object({ _id: z.uuid(), tickets: z.int(), open: z.int() });

export async function summariesOf(
  mongo: Mongo,
  playerIds: readonly string[],
): Promise<{ playerId: string; tickets: number; open: number }[]> {
  const isEnded = { $in: ['$status', ['resolved', 'closed']] };
  const rows = await mongo.aggregate(tickets, summaryShape, [
    { $match: { playerId: { $in: [...playerIds] } } },
    { $group: { _id: '$playerId', tickets: { $sum: 1 }, open: { $sum: { $cond: [isEnded, 0, 1] } } } },
  ]);
  return rows.map(({ _id, ...counts }) => ({ playerId: _id, ...counts }));
}

/** Tickets of an earlier release, which have no search terms. */
export function unindexed(mongo: Mongo, limit: number): Promise<string[]> {
  return mongo.ids(tickets, { terms: { $exists: false } }, limit);
}

/** Resolved tickets that are due to close, because nobody changed them since. */
export function resolvedLongAgo(mongo: Mongo, now: Date, limit: number): Promise<string[]> {
  return mongo.ids(tickets, { status: 'resolved', updatedAt: { $lt: closesBefore(now) } }, limit);
}

export function isClosable({ status, updatedAt }: StoredTicket, now: Date): boolean {
  return status === 'resolved' && updatedAt < closesBefore(now);
}

export function unclosedOf(mongo: Mongo, playerId: string): Promise<string[]> {
  return mongo.ids(tickets, { playerId, status: { $ne: 'closed' } }, 10_000);
}

export function allOf(mongo: Mongo, playerId: string): Promise<string[]> {
  return mongo.ids(tickets, { playerId }, 1_000_000);
}

export async function isAssignee(mongo: Mongo, operatorId: string): Promise<boolean> {
  return (await mongo.model(tickets).exists({ assigneeId: operatorId })) !== null;
}

export async function ticketWithAttachment(mongo: Mongo, attachmentId: string): Promise<StoredTicket | undefined> {
  const [ticket] = await mongo.find(tickets, { 'attachments.id': attachmentId }, { limit: 1 });
  return ticket;
}
