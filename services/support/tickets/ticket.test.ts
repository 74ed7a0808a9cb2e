/** Tables of tickets: how messages and changes set their status, their place in the queue, and their deadlines. */
import { dayMs } from '@fairline/proto/time';
import { describe, expect, it } from 'vitest';
import {
  addOperatorMessage,
  addUserMessage,
  applyChange,
  closesBefore,
  dueBefore,
  eraseTicket,
  newTicket,
  type StoredTicket,
  setTier,
} from './ticket.ts';

const now = new Date('2026-06-02T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const id = '019aa1c8-7f00-7000-8000-0000deadbeef';
const form = { subject: 'Añadir fondos', description: 'Text', category: 'payment', priority: 'medium' } as const;
const sent = (text = 'Text') => ({ id: 'message', senderId: 'sender', text });
const ticket = (changes: Partial<StoredTicket> = {}): StoredTicket => ({
  ...newTicket(id, 'player', form, 'bronze', now),
  version: 1,
  ...changes,
});
const file = (at: number) => ({ id: `file ${at}`, fileName: 'a.png', fileSize: 1, contentType: 'image/png' });

it('begins open, with its reference and what searches compare', () => {
  expect(ticket()).toMatchObject({
    status: 'open',
    reference: 'deadbeef',
    searchText: 'anadir fondos',
    waitingSince: now,
    unreadByOperators: 0,
  });
  expect(newTicket(id, 'player', { ...form, category: 'complaint' }, 'bronze', now).deadlineAt).toEqual(
    later(56 * dayMs),
  );
});

it.each([
  ['bronze', 'medium', 'medium'],
  ['silver', 'low', 'low'],
  ['gold', 'medium', 'high'],
  ['platinum', 'low', 'high'],
  ['gold', 'urgent', 'urgent'],
  ['platinum', 'high', 'high'],
] as const)('of a %s player who chose %s starts as %s', (tier, priority, expected) => {
  expect(newTicket(id, 'player', { ...form, priority }, tier, now).priority).toBe(expected);
});

describe('a message', () => {
  it.each([
    ['open', 'open', 'waiting_user'],
    ['in_progress', 'in_progress', 'waiting_user'],
    ['waiting_user', 'in_progress', 'waiting_user'],
    ['resolved', 'in_progress', 'waiting_user'],
  ] as const)('on a ticket that is %s: of the player %s, of an operator %s', (status, afterUser, afterOperator) => {
    const [first, second] = [ticket({ status }), ticket({ status })];
    addUserMessage(first, sent(), now);
    addOperatorMessage(second, sent(), now);
    expect([first.status, second.status]).toEqual([afterUser, afterOperator]);
  });

  it('on a closed ticket is refused', () => {
    expect(() => addUserMessage(ticket({ status: 'closed' }), sent(), now)).toThrow('This ticket is closed');
    expect(() => addOperatorMessage(ticket({ status: 'closed' }), sent(), now)).toThrow('This ticket is closed');
  });

  it('above the length of a ticket is refused, and so is one file too many', () => {
    expect(() => addUserMessage(ticket({ lastSequence: 1_000 }), sent(), now)).toThrow(
      expect.objectContaining({ code: 'ticket_full' }),
    );
    const full = ticket({ attachments: Array.from({ length: 10 }, (_, at) => file(at)) });
    expect(() => addUserMessage(full, { ...sent(), attachment: file(10) }, now)).toThrow(
      expect.objectContaining({ code: 'too_many_attachments' }),
    );
    addUserMessage(full, sent(), now);
    expect(full.lastSequence).toBe(1);
  });

  it('of an operator stops the waiting, of the player begins it', () => {
    const one = ticket();
    addOperatorMessage(one, { ...sent(), senderId: 'ana' }, later(1));
    addOperatorMessage(one, { ...sent(), senderId: 'ben' }, later(2));
    expect(one).toMatchObject({ assigneeId: 'ana', firstAnsweredAt: later(1), unreadByPlayer: 2, lastSender: 'agent' });
    expect(one.waitingSince).toBeUndefined();
    addUserMessage(one, sent(), later(3));
    addUserMessage(one, sent(), later(4));
    expect(one).toMatchObject({
      waitingSince: later(3),
      unreadByOperators: 2,
      lastMessageAt: later(4),
      lastSender: 'user',
    });
  });
});

describe('a change', () => {
  it('returns what differs', () => {
    expect(applyChange(ticket(), { priority: 'high', status: 'open' }, now)).toEqual({
      before: { priority: 'medium' },
      after: { priority: 'high' },
    });
    expect(applyChange(ticket(), { priority: 'medium', assigneeId: null }, now)).toBeUndefined();
    expect(applyChange(ticket({ assigneeId: 'ana' }), { assigneeId: null }, now)).toEqual({
      before: { assigneeId: 'ana' },
      after: { assigneeId: null },
    });
  });

  it('to resolved stops the waiting, back to open begins it', () => {
    const one = ticket();
    applyChange(one, { status: 'resolved' }, later(1));
    expect(one.waitingSince).toBeUndefined();
    applyChange(one, { status: 'open' }, later(2));
    expect(one.waitingSince).toEqual(later(2));
  });

  it('of a closed ticket is refused', () => {
    expect(() => applyChange(ticket({ status: 'closed' }), { status: 'open' }, now)).toThrow(
      expect.objectContaining({ code: 'ticket_closed' }),
    );
  });
});

it('stands in the queue by need, priority, tier and waiting time', () => {
  const made = (name: string, change: (one: StoredTicket) => void): [string, StoredTicket] => {
    const one = ticket();
    change(one);
    return [name, one];
  };
  const change = (one: StoredTicket, wanted: Parameters<typeof applyChange>[1], at = now) =>
    applyChange(one, wanted, at);
  const tickets = [
    made('resolved earlier', (one) => change(one, { status: 'resolved' }, later(1))),
    made('resolved later', (one) => change(one, { status: 'resolved' }, later(2))),
    made('answered', (one) => addOperatorMessage(one, sent(), now)),
    made('low', (one) => change(one, { priority: 'low' })),
    made('medium', () => undefined),
    made('medium, gold', (one) => setTier(one, 'gold')),
    made('urgent', (one) => change(one, { priority: 'urgent' })),
  ];
  const sorted = tickets.toSorted(([, a], [, b]) => a.queue - b.queue || a.queueMs - b.queueMs).map(([name]) => name);
  expect(sorted).toEqual(['urgent', 'medium, gold', 'medium', 'low', 'answered', 'resolved later', 'resolved earlier']);
});

it('is due 14 days before its deadline, and closes 14 days after it was resolved', () => {
  expect(dueBefore(now)).toEqual(later(14 * dayMs));
  expect(closesBefore(now)).toEqual(later(-14 * dayMs));
});

it('keeps nothing that people wrote once it is erased', () => {
  const one = ticket();
  addUserMessage(one, { ...sent('my street'), attachment: file(1) }, now);
  eraseTicket(one);
  expect(JSON.stringify(one)).not.toMatch(/my street|fondos|a\.png|"Text"/);
  expect(one).toMatchObject({ lastSequence: 1, status: 'open', attachments: [] });
});
