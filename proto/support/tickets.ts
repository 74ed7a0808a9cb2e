/** Support tickets: a player writes, operators answer; statuses, priorities, categories and the complaint deadline. */
import { z } from 'zod';
import { userRefusals } from '../auth/users.ts';
import { byId, Cursor, common, event, fileReply, Id, Instant, imageTypes, Page, refusal, route } from '../contract.ts';
import { Tier } from '../promotions/offers.ts';
import { fieldMessages, isMultilineText, isText } from '../texts.ts';

export const ticketCategories = ['account', 'payment', 'technical', 'betting', 'casino', 'complaint', 'other'] as const;
export const ticketPriorities = ['urgent', 'high', 'medium', 'low'] as const;
export const ticketStatuses = ['open', 'in_progress', 'waiting_user', 'resolved', 'closed'] as const;
export const TicketCategory = z.enum(ticketCategories);
export const TicketPriority = z.enum(ticketPriorities);
export const TicketStatus = z.enum(ticketStatuses);
export type TicketStatus = z.infer<typeof TicketStatus>;

/**
 * A complaint must have its final answer within `complaintWeeks`; operators see it as due `complaintDueDays` before. A resolved ticket closes after `closesAfterDays`.
 * Demo mode multiplies the player's limits per day and per hour by 100.
 */
export const ticketRules = {
  complaintWeeks: 8,
  complaintDueDays: 14,
  closesAfterDays: 14,
  maxOpenedPerDay: 10,
  maxRepliesPerHour: 60,
  maxMessages: 1_000,
  /** The number of characters of the reference, which are the last ones of the id. */
  referenceLength: 8,
  /** Players of these tiers start with at least `high`. */
  priorityTiers: ['gold', 'platinum'],
  maxSubject: 200,
  maxMessage: 5_000,
  maxAttachments: 10,
  attachmentTypes: ['image/jpeg', 'image/png', 'application/pdf'],
  maxAttachmentBytes: 5 * 1024 * 1024,
} as const;

/** The reference of a ticket, which is printed and can be searched. */
export const ticketReference = (id: string): string => id.slice(-ticketRules.referenceLength);

const requiredFields = fieldMessages.fieldsRequired;

export const Subject = z
  .string({ error: requiredFields })
  .trim()
  .min(1, requiredFields)
  .max(ticketRules.maxSubject)
  .refine(isText, fieldMessages.textInvalid);
export const Message = z
  .string({ error: requiredFields })
  .trim()
  .min(1, requiredFields)
  .max(ticketRules.maxMessage, `A message has at most ${ticketRules.maxMessage} characters`)
  .refine(isMultilineText, fieldMessages.textInvalid);

/** The bet, round or payment that a ticket is about. */
export const About = z.strictObject({ type: z.enum(['bet', 'round', 'payment']), id: Id });

/** In a multipart form the field is JSON text. */
const AboutInForm = z.preprocess(parsed, About).optional();

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export const Attachment = z.object({ id: Id, fileName: z.string(), fileSize: z.int(), contentType: z.string() });

export const TicketMessage = z.object({
  id: Id,
  senderType: z.enum(['user', 'admin']),
  message: z.string(),
  sentAt: Instant,
  attachments: z.array(Attachment),
});
export type TicketMessage = z.infer<typeof TicketMessage>;

export const Ticket = z.object({
  id: Id,
  subject: z.string(),
  /** The text of the first message. `messages` has it too, with its files. */
  description: z.string(),
  category: TicketCategory,
  priority: TicketPriority,
  status: TicketStatus,
  about: About.optional(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Only for a complaint: its final answer is due by this day. */
  deadlineAt: Instant.optional(),
  /** The number of answers that the player has not read. */
  unread: z.int(),
  messages: z.array(TicketMessage),
});
export type Ticket = z.infer<typeof Ticket>;
/** A ticket without its messages, for lists. */
export const TicketRow = Ticket.omit({ messages: true }).extend({
  messageCount: z.int(),
  lastMessageAt: Instant,
  lastSender: z.enum(['user', 'admin']),
});
export type TicketRow = z.infer<typeof TicketRow>;

export const ticketRefusals = {
  unknown: refusal('not_found', 404, 'Ticket not found', 'ticket'),
  closed: refusal('ticket_closed', 409, 'This ticket is closed. Please open a new one.'),
  fileType: refusal('file_type', 415, 'Only images and PDF files are allowed'),
  fileTooLarge: refusal('too_large', 413, 'File size must be less than 5MB', 'file'),
  fileUnreadable: refusal('file_unreadable', 422, 'This file could not be read. Please upload another copy.'),
  tooManyAttachments: refusal('too_many_attachments', 409, 'This ticket already has the maximum number of files'),
  unknownAssignee: refusal('unknown_assignee', 422, 'This operator cannot answer tickets'),
  full: refusal('ticket_full', 409, 'This ticket is too long. Please open a new one.'),
} as const;

const ofFiles = [
  ticketRefusals.fileType,
  ticketRefusals.fileTooLarge,
  ticketRefusals.fileUnreadable,
  common.busy,
] as const;
const file = { file: z.unknown().optional() };

export const ticketRoutes = {
  tickets: route('GET /api/support/tickets', {
    summary: 'The tickets of the player, last changed first',
    access: 'player',
    query: z.strictObject({ status: TicketStatus.optional(), q: z.string().max(100).optional(), cursor: Cursor }),
    reply: Page(TicketRow).extend({ unread: z.int() }),
  }),
  openTicket: route('POST /api/support/tickets', {
    summary: 'Opens a ticket. With a file the body is multipart, `about` being JSON text',
    access: 'player',
    keyed: true,
    upload: 'file',
    body: z.strictObject({
      subject: Subject,
      description: Message,
      category: TicketCategory,
      priority: TicketPriority.default('medium'),
      about: AboutInForm,
      ...file,
    }),
    reply: Ticket,
    status: 201,
    refusals: [
      userRefusals.sharedAccount,
      common.notFound,
      common.unavailable,
      ...ofFiles,
      common.cardNumber,
      common.rateLimited,
    ],
  }),
  ticket: route('GET /api/support/tickets/:id', {
    summary: 'A ticket with its messages; marks them read unless `unread` is `keep`',
    access: 'player',
    params: byId,
    query: z.strictObject({ unread: z.literal('keep').optional() }),
    reply: Ticket,
    refusals: [ticketRefusals.unknown],
  }),
  replyToTicket: route('POST /api/support/tickets/:id/messages', {
    summary:
      'Adds a message of the player; an open ticket stays open, any other is in progress then, a resolved one again',
    access: 'player',
    keyed: true,
    upload: 'file',
    params: byId,
    body: z.strictObject({ message: Message, ...file }),
    reply: Ticket,
    status: 201,
    refusals: [
      userRefusals.sharedAccount,
      ticketRefusals.unknown,
      ticketRefusals.closed,
      ticketRefusals.full,
      ticketRefusals.tooManyAttachments,
      ...ofFiles,
      common.cardNumber,
      common.rateLimited,
    ],
  }),
  attachment: route('GET /api/support/attachments/:id', {
    summary: 'A file of an own ticket, as an image',
    access: 'player',
    params: byId,
    reply: fileReply(...imageTypes),
    refusals: [common.notFound],
  }),
} as const;

export const OperatorTicket = Ticket.extend({
  playerId: Id,
  assigneeId: Id.optional(),
  tier: Tier,
  messages: z.array(TicketMessage.extend({ senderId: Id })),
  /** The number of messages of the player that no operator has read. */
  unreadByOperators: z.int(),
  /** When the player began to wait for an answer. */
  waitingSince: Instant.optional(),
  firstAnsweredAt: Instant.optional(),
});
export type OperatorTicket = z.infer<typeof OperatorTicket>;
export const OperatorTicketRow = OperatorTicket.omit({ messages: true }).extend({
  messageCount: z.int(),
  lastMessageAt: Instant,
  lastSender: z.enum(['user', 'admin']),
});
export type OperatorTicketRow = z.infer<typeof OperatorTicketRow>;

export const CannedAnswer = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  category: TicketCategory.optional(),
  updatedAt: Instant,
});
export type CannedAnswer = z.infer<typeof CannedAnswer>;
const CannedAnswerForm = z.strictObject({ title: Subject, text: Message, category: TicketCategory.optional() });

const read = { access: { operator: 'tickets.read' } } as const;
const write = { access: { operator: 'tickets' } } as const;

export const ticketDeskRoutes = {
  operatorTickets: route('GET /api/admin/support/tickets', {
    summary:
      'The queue: urgent first, then by tier and waiting time. `q`: text of the subject, the printed reference, or an id',
    ...read,
    query: z.strictObject({
      status: TicketStatus.optional(),
      category: TicketCategory.optional(),
      priority: TicketPriority.optional(),
      assignee: z.enum(['me', 'nobody']).optional(),
      playerId: Id.optional(),
      q: z.string().max(100).optional(),
      cursor: Cursor,
    }),
    reply: Page(OperatorTicketRow),
  }),
  ticketStats: route('GET /api/admin/support/stats', {
    summary: 'Counters of the queue and the chats',
    ...read,
    reply: z.object({
      counts: z.record(TicketStatus, z.int()),
      unassigned: z.int(),
      unread: z.int(),
      complaintsDue: z.int(),
      waitingChats: z.int(),
      activeChats: z.int(),
      agentsOnline: z.int(),
    }),
  }),
  operatorTicket: route('GET /api/admin/support/tickets/:id', {
    summary: 'A ticket with its conversation; marks it read where the operator may answer',
    ...read,
    params: byId,
    reply: OperatorTicket,
    refusals: [ticketRefusals.unknown],
  }),
  answerTicket: route('POST /api/admin/support/tickets/:id/messages', {
    summary:
      'Answers the player, who gets it by mail as well; the ticket waits for the player then. Who answers first is its assignee',
    ...write,
    keyed: true,
    upload: 'file',
    params: byId,
    body: z.strictObject({ message: Message, ...file }),
    reply: OperatorTicket,
    status: 201,
    refusals: [
      ticketRefusals.unknown,
      ticketRefusals.closed,
      ticketRefusals.full,
      ticketRefusals.tooManyAttachments,
      ...ofFiles,
      common.cardNumber,
    ],
  }),
  changeTicket: route('PATCH /api/admin/support/tickets/:id', {
    summary:
      'Changes status, priority or assignee. The assignee is the operator who calls, or an agent whom support knows',
    ...write,
    params: byId,
    body: z.strictObject({
      status: TicketStatus.optional(),
      priority: TicketPriority.optional(),
      assigneeId: Id.nullable().optional(),
    }),
    reply: OperatorTicket,
    refusals: [ticketRefusals.unknown, ticketRefusals.closed, ticketRefusals.unknownAssignee],
  }),
  operatorAttachment: route('GET /api/admin/support/attachments/:id', {
    summary: 'A file of a ticket as an image; every view is recorded',
    ...write,
    params: byId,
    reply: fileReply(...imageTypes),
    refusals: [common.notFound, common.busy],
  }),
  cannedAnswers: route('GET /api/admin/support/canned-answers', {
    summary: 'The canned answers',
    ...read,
    reply: z.object({ items: z.array(CannedAnswer) }),
  }),
  addCannedAnswer: route('POST /api/admin/support/canned-answers', {
    summary: 'Adds a canned answer',
    ...write,
    body: CannedAnswerForm,
    reply: CannedAnswer,
    status: 201,
  }),
  changeCannedAnswer: route('PUT /api/admin/support/canned-answers/:id', {
    summary: 'Changes a canned answer',
    ...write,
    params: byId,
    body: CannedAnswerForm,
    reply: CannedAnswer,
    refusals: [common.notFound],
  }),
  removeCannedAnswer: route('DELETE /api/admin/support/canned-answers/:id', {
    summary: 'Removes a canned answer',
    ...write,
    params: byId,
    refusals: [common.notFound],
  }),
  supportSummaries: route('POST /api/admin/support/summaries', {
    summary: 'Tickets of up to 100 players, for lists that other services page',
    ...read,
    body: z.strictObject({ playerIds: z.array(Id).max(100) }),
    reply: z.object({ items: z.array(z.object({ playerId: Id, tickets: z.int(), open: z.int() })) }),
  }),
} as const;

const ticket = { ticketId: Id, playerId: Id, status: TicketStatus };
const toBoth = { player: 'playerId', operators: 'tickets.read' } as const;

export const ticketEvents = {
  ticketOpened: event('support', 'TicketOpened', {
    summary: 'A player opened a ticket, or a chat without an agent became one.',
    /** `chatId`: the chat whose transcript the ticket holds; its player is notified. */
    data: z.object({ ...ticket, category: TicketCategory, priority: TicketPriority, chatId: Id.optional() }),
    audience: toBoth,
    notice: { template: 'chat_kept' },
  }),
  ticketReplied: event('support', 'TicketReplied', {
    summary: 'A message was added to a ticket.',
    data: z.object({ ...ticket, messageId: Id, senderType: z.enum(['user', 'admin']) }),
    audience: toBoth,
  }),
  ticketAnswered: event('support', 'TicketAnswered', {
    summary: 'An operator answered a ticket; the player is notified.',
    /** `subject` is always empty, because texts of players stay in the ticket. Events of earlier releases have it. */
    data: z.object({ ...ticket, subject: z.string() }),
    audience: { player: 'playerId' },
    notice: { template: 'ticket_answered' },
  }),
  ticketChanged: event('support', 'TicketChanged', {
    summary: 'Status, priority or assignee of a ticket changed.',
    data: z.object(ticket),
    audience: toBoth,
  }),
} as const;
