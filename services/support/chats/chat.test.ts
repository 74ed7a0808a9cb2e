/** Tables of chats: assignments and stale places, the queue, limits, notices and idle time. */
import { chatNotices, chatRules } from '@fairline/proto/support/chats';
import { describe, expect, it } from 'vitest';
import {
  addAgentMessage,
  addNotice,
  addUserMessage,
  assign,
  end,
  isIdle,
  newChat,
  requeue,
  type StoredChat,
  slotStateOf,
} from './chat.ts';

const now = new Date('2026-06-02T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const chat = (changes: Partial<StoredChat> = {}): StoredChat => ({
  ...newChat('chat', 'player', 'silver', now),
  version: 1,
  ...changes,
});
const ana = { id: 'ana', name: 'Ana' };
const sent = { id: 'message', senderId: 'player', text: 'Hello' };

it('begins waiting, and is assigned two seconds later', () => {
  expect(chat()).toMatchObject({ status: 'waiting', openPlayerId: 'player', assignFrom: later(2_000), rank: 2 });
});

describe('a place', () => {
  const active = chat();
  assign(active, ana, 1);
  const again = chat();
  assign(again, ana, 1);
  requeue(again, later(1));
  const ended = chat();
  assign(ended, ana, 1);
  end(ended, now);

  it.each<[string, StoredChat | undefined, string, number, string]>([
    ['of the agent who has the chat', active, 'ana', 1, 'current'],
    ['of a hand-over under way', active, 'ben', 2, 'underway'],
    ['of another agent', active, 'ben', 1, 'stale'],
    ['of an assignment under way', chat(), 'ana', 1, 'underway'],
    ['of an agent who gave the chat back', again, 'ana', 1, 'stale'],
    ['of the next assignment after that', again, 'ana', 2, 'underway'],
    ['of a chat that ended', ended, 'ana', 1, 'stale'],
    ['of a chat that ended before its assignment', ended, 'ben', 2, 'stale'],
    ['of no chat', undefined, 'ana', 1, 'stale'],
  ])('%s', (_, of, agentId, number, state) => {
    expect(slotStateOf(of, agentId, number)).toBe(state);
  });

  it('of a chat that went back is first in line, and free for the next agent at once', () => {
    expect(again).toMatchObject({ status: 'waiting', rank: -1, waitingSince: later(1), assignFrom: later(1) });
    expect(again.agent).toBeUndefined();
  });
});

describe('a message', () => {
  it('of the player counts towards their limit, of an agent it does not', () => {
    const one = chat();
    assign(one, ana, 1);
    for (let at = 0; at < chatRules.maxMessagesPerMinute; at++) {
      addUserMessage(one, sent, 1, now);
      addAgentMessage(one, { ...sent, senderId: 'ana' }, now);
    }
    expect(() => addUserMessage(one, sent, 1, now)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    addAgentMessage(one, { ...sent, senderId: 'ana' }, now);
    addUserMessage(one, sent, 1, later(60_000));
    expect(one.userMessages).toBe(chatRules.maxMessagesPerMinute + 1);
  });

  it('is refused by a chat that ended or is full, and of an agent who does not have it', () => {
    expect(() => addUserMessage(chat({ status: 'ended' }), sent, 1, now)).toThrow(
      expect.objectContaining({ code: 'chat_ended' }),
    );
    expect(() => addUserMessage(chat({ lastSequence: 1_000 }), sent, 1, now)).toThrow(
      expect.objectContaining({ code: 'chat_full' }),
    );
    expect(() => addAgentMessage(chat(), { ...sent, senderId: 'ana' }, now)).toThrow(
      expect.objectContaining({ code: 'chat_taken' }),
    );
  });
});

it.each(Object.keys(chatNotices) as (keyof typeof chatNotices)[])('fills the notice %s', (code) => {
  const { text, senderType } = addNotice(chat(), 'id', code, now, { agent: 'Ana', reference: 'deadbeef' });
  expect([senderType, text.includes('{')]).toEqual(['system', false]);
});

it.each([
  ['waiting', chatRules.idleEndsMs - 1, false],
  ['waiting', chatRules.idleEndsMs, true],
  ['active', chatRules.idleEndsMs, true],
  ['ended', chatRules.idleEndsMs, false],
] as const)('a chat that is %s, %d ms after its last message', (status, ms, idle) => {
  expect(isIdle(chat({ status }), later(ms))).toBe(idle);
});
