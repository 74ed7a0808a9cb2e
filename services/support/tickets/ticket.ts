/** Rules of tickets: how they begin, how messages and operators change them, and their place in the queue. Pure: `now` and ids are arguments. */

import { type Params, Refusal } from '@fairline/proto/contract';
import { Tier } from '@fairline/proto/promotions/offers';
import {
  About,
  TicketCategory,
  TicketPriority,
  TicketStatus,
  ticketPriorities,
  ticketReference,
  ticketRefusals,
  ticketRules,
} from '@fairline/proto/support/tickets';
import { dayMs, weekMs } from '@fairline/proto/time';
import { z } from 'zod';
import { addMessage, conversationShape, erasedText, eraseTexts, StoredAttachment } from '../conversation.ts';
import { tierRank } from '../players/player.ts';
import { searchTextOf, termsOf } from '../search-text.ts';

export const ticketShape = z.strictObject({
  _id: z.uuid(),
  version: z.int(),
  playerId: z.uuid(),
  /** The printed reference: the end of the id. */
  reference: z.string(),
  subject: z.string(),
  /** The subject as searches compare it. */
  searchText: z.string(),
  /** The terms of the subject, by which an index finds it. */
  terms: z.array(z.string()).optional(),
  description: z.string(),
  category: TicketCategory,
  priority: TicketPriority,
  status: TicketStatus,
  tier: Tier,
  about: About.optional(),
  assigneeId: z.uuid().optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
  deadlineAt: z.date().optional(),
  firstAnsweredAt: z.date().optional(),
  /** When the player began to wait for an answer. */
  waitingSince: z.date().optional(),
  lastMessageAt: z.date(),
  lastSender: z.enum(['user', 'agent']),
  unreadByPlayer: z.int(),
  unreadByOperators: z.int(),
  attachments: z.array(StoredAttachment),
  /** The place in the queue: lowest first, then lowest `queueMs`. */
  queue: z.int(),
  queueMs: z.number(),
  ...conversationShape,
});
export type StoredTicket = z.infer<typeof ticketShape>;

/** A ticket without its messages, as lists show it. */
export const listedShape = ticketShape.omit({ messages: true });
export type ListedTicket = z.infer<typeof listedShape>;
export type NewTicket = Omit<StoredTicket, 'version'>;

export interface TicketForm {
  subject: string;
  description: string;
  category: z.infer<typeof TicketCategory>;
  priority: z.infer<typeof TicketPriority>;
  about?: z.infer<typeof About> | undefined;
}

export interface Sent {
  id: string;
  senderId: string;
  text: string;
  attachment?: StoredAttachment | undefined;
}

/** A ticket without messages yet. Players of the highest tiers start with at least `high`. */
export function newTicket(id: string, playerId: string, form: TicketForm, tier: Tier, now: Date): NewTicket {
  const isPreferred = (ticketRules.priorityTiers as readonly Tier[]).includes(tier);
  const isLow = ticketPriorities.indexOf(form.priority) > ticketPriorities.indexOf('high');
  const ticket: NewTicket = {
    _id: id,
    playerId,
    reference: ticketReference(id),
    subject: form.subject,
    searchText: searchTextOf(form.subject),
    terms: termsOf(form.subject),
    description: form.description,
    category: form.category,
    priority: isPreferred && isLow ? 'high' : form.priority,
    status: 'open',
    tier,
    ...(form.about && { about: form.about }),
    createdAt: now,
    updatedAt: now,
    ...(form.category === 'complaint' && { deadlineAt: new Date(now.getTime() + ticketRules.complaintWeeks * weekMs) }),
    waitingSince: now,
    lastMessageAt: now,
    lastSender: 'user',
    unreadByPlayer: 0,
    unreadByOperators: 0,
    attachments: [],
    queue: 0,
    queueMs: 0,
    messages: [],
    lastSequence: 0,
  };
  return readPlace(ticket);
}

/** Adds the player's message. An open ticket stays open; any other becomes `in_progress`, also a resolved one. */
export function addUserMessage(ticket: NewTicket, sent: Sent, now: Date): void {
  checkOpen(ticket);
  addText(ticket, 'user', sent, now);
  if (ticket.status !== 'open') ticket.status = 'in_progress';
  ticket.waitingSince ??= now;
  ticket.unreadByOperators += 1;
  place(ticket);
}

/** Adds an operator's answer; the ticket then waits for the player. The first operator to answer becomes its assignee. */
export function addOperatorMessage(ticket: NewTicket, sent: Sent, now: Date): void {
  checkOpen(ticket);
  addText(ticket, 'agent', sent, now);
  ticket.status = 'waiting_user';
  ticket.firstAnsweredAt ??= now;
  ticket.assigneeId ??= sent.senderId;
  ticket.unreadByPlayer += 1;
  ticket.unreadByOperators = 0;
  delete ticket.waitingSince;
  place(ticket);
}

function checkOpen({ status }: NewTicket): void {
  if (status === 'closed') throw new Refusal(ticketRefusals.closed);
}

function addText(
  ticket: NewTicket,
  senderType: 'user' | 'agent',
  { id, senderId, text, attachment }: Sent,
  now: Date,
): void {
  if (ticket.lastSequence >= ticketRules.maxMessages) throw new Refusal(ticketRefusals.full);
  if (attachment && ticket.attachments.length >= ticketRules.maxAttachments)
    throw new Refusal(ticketRefusals.tooManyAttachments);
  addMessage(ticket, { id, senderType, senderId, text, sentAt: now, ...(attachment && { attachments: [attachment] }) });
  if (attachment) ticket.attachments.push(attachment);
  ticket.lastMessageAt = now;
  ticket.lastSender = senderType;
  ticket.updatedAt = now;
}

export interface TicketChange {
  status?: TicketStatus | undefined;
  priority?: z.infer<typeof TicketPriority> | undefined;
  assigneeId?: string | null | undefined;
}

/** Applies an operator's change; returns the changed fields before and after, or undefined if nothing changed. */
export function applyChange(
  ticket: StoredTicket,
  change: TicketChange,
  now: Date,
): { before: Params; after: Params } | undefined {
  const current = { status: ticket.status, priority: ticket.priority, assigneeId: ticket.assigneeId ?? null };
  const wanted = Object.entries(change).filter(
    ([name, value]) => value !== undefined && value !== current[name as keyof typeof current],
  );
  if (wanted.length === 0) return undefined;
  checkOpen(ticket);
  if (change.status) ticket.status = change.status;
  if (change.priority) ticket.priority = change.priority;
  if (change.assigneeId === null) delete ticket.assigneeId;
  else if (change.assigneeId !== undefined) ticket.assigneeId = change.assigneeId;
  if (!needsOperator(ticket)) delete ticket.waitingSince;
  else ticket.waitingSince ??= now;
  ticket.updatedAt = now;
  place(ticket);
  const names = wanted.map(([name]) => name as keyof typeof current);
  return { before: Object.fromEntries(names.map((name) => [name, current[name]])), after: Object.fromEntries(wanted) };
}

export function needsOperator({ status }: Pick<StoredTicket, 'status'>): boolean {
  return status === 'open' || status === 'in_progress';
}

/** A complaint without a final answer is due if its deadline is at this time or before. */
export function dueBefore(now: Date): Date {
  return new Date(now.getTime() + ticketRules.complaintDueDays * dayMs);
}

/** A resolved ticket closes if its last change was at this time or before. */
export function closesBefore(now: Date): Date {
  return new Date(now.getTime() - ticketRules.closesAfterDays * dayMs);
}

export function setTier(ticket: StoredTicket, tier: Tier): void {
  ticket.tier = tier;
  place(ticket);
}

/** Replaces everything that people wrote. */
export function eraseTicket(ticket: StoredTicket): void {
  ticket.subject = erasedText;
  ticket.searchText = '';
  ticket.terms = [];
  ticket.description = erasedText;
  ticket.attachments = [];
  eraseTexts(ticket.messages);
}

/** Computes the place in the queue. Tickets that need an operator come first, by priority, tier and waiting time; then those that wait for the player, then ended ones, each last changed first. */
function place(ticket: NewTicket): void {
  const urgency = ticketPriorities.indexOf(ticket.priority) * 10 + tierRank(ticket.tier);
  ticket.queue = needsOperator(ticket) ? urgency : ticket.status === 'waiting_user' ? 100 : 200;
  ticket.queueMs = needsOperator(ticket)
    ? (ticket.waitingSince ?? ticket.createdAt).getTime()
    : -ticket.updatedAt.getTime();
}

function readPlace(ticket: NewTicket): NewTicket {
  place(ticket);
  return ticket;
}
