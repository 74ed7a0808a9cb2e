/** Conversations: sequences without gaps, and how a conversation is divided into pages. */
import { expect, it } from 'vitest';
import { addMessage, arrange, erasedText, eraseTexts, pageMessages, type StoredMessage } from './conversation.ts';

const message = (sequence: number): StoredMessage => ({
  id: `id ${sequence}`,
  sequence,
  senderType: 'user',
  text: 'text',
  sentAt: new Date(0),
});
const messages = (count: number) => Array.from({ length: count }, (_, at) => message(at + 1));

it('numbers messages from 1', () => {
  const conversation = { messages: [] as StoredMessage[], lastSequence: 0 };
  for (const id of ['a', 'b', 'c']) addMessage(conversation, { id, senderType: 'user', text: id, sentAt: new Date(0) });
  expect(conversation.messages.map(({ id, sequence }) => [id, sequence])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  expect(conversation.lastSequence).toBe(3);
});

it.each([
  [0, 0, 0],
  [1, 0, 1],
  [pageMessages, 0, pageMessages],
  [pageMessages + 1, 1, 1],
  [3 * pageMessages, 2, pageMessages],
  [1_000, Math.floor(999 / pageMessages), 1_000 - Math.floor(999 / pageMessages) * pageMessages],
])('arranges %d messages in %d pages and leaves %d in the document', (count, pages, rest) => {
  const arranged = arrange('chat', messages(count));
  expect([arranged.pages.length, arranged.rest.length]).toEqual([pages, rest]);
  expect(
    [...arranged.pages.flatMap((page) => page.messages), ...arranged.rest].map(({ sequence }) => sequence),
  ).toEqual(messages(count).map(({ sequence }) => sequence));
  for (const page of arranged.pages)
    expect([page.messages.length, page.lastSequence]).toEqual([pageMessages, page.firstSequence + pageMessages - 1]);
});

it('erases what people wrote, not what the system did', () => {
  const all: StoredMessage[] = [message(1), { ...message(2), senderType: 'system', code: 'greeting', text: 'Hello' }];
  eraseTexts(all);
  expect(all.map(({ text }) => text)).toEqual([erasedText, 'Hello']);
});
