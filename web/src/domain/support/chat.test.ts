/** Merging messages of a chat that arrive late, twice or with a gap. */
import type { Chat } from '@fairline/proto/support/chats';
import { expect, it } from 'vitest';
import { lastSequence, withEarlier, withMessage } from './chat.ts';

const message = (sequence: number) => ({
  id: `m${sequence}`,
  sequence,
  senderType: 'user' as const,
  message: `text ${sequence}`,
  sentAt: '2026-01-01T00:00:00.000Z',
});
const chat = (...sequences: number[]): Chat => ({
  id: 'c',
  status: 'active',
  startedAt: '2026-01-01T00:00:00.000Z',
  agentsOnline: 1,
  lastSequence: Math.max(0, ...sequences),
  version: 1,
  messages: sequences.map(message),
});
const sequencesOf = ({ messages }: Chat) => messages.map(({ sequence }) => sequence);

it.each([
  [[], 0],
  [[1, 2, 3], 3],
  [[1, 2, 4], 2],
  [[2, 3], 0],
])('messages %j are complete up to %i', (sequences, last) => {
  expect(lastSequence(chat(...sequences))).toBe(last);
});

it.each([
  [[1, 2], [3], [1, 2, 3]],
  [
    [1, 2],
    [2, 3],
    [1, 2, 3],
  ],
  [
    [1, 3],
    [2, 3, 4],
    [1, 2, 3, 4],
  ],
  [[], [1], [1]],
])('merges %j and then %j into %j', (before, next, all) => {
  expect(sequencesOf(withEarlier(chat(...before), chat(...next)))).toEqual(all);
});

it('uses the state of the newer response', () => {
  expect(withEarlier(chat(1), { ...chat(2), status: 'ended' }).status).toBe('ended');
});

it('shows a sent message once, also if the stream was faster', () => {
  expect(sequencesOf(withMessage(chat(1, 2), message(2)) as Chat)).toEqual([1, 2]);
  expect(withMessage(undefined, message(1))).toBeUndefined();
});
