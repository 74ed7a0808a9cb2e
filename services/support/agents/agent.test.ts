/** Tables of agents: who gets the next chat, who cannot take one, and which places become free. */
import { expect, it } from 'vitest';
import { agentNameOf, freeSlot, isOnline, nextAgent, obstacleOf, type StoredAgent, takeSlot } from './agent.ts';

const now = new Date('2026-06-02T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const slots = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ chatId: `chat ${at}`, number: 1, takenAt: ago(1_000) }));
const agent = (_id: string, changes: Partial<StoredAgent> = {}): StoredAgent => ({
  _id,
  version: 1,
  name: _id,
  status: 'online',
  lastBeatAt: ago(1_000),
  slots: [],
  ...changes,
});

it.each<[string, Partial<StoredAgent>, boolean]>([
  ['with a fresh heartbeat', {}, true],
  ['just below a minute after it', { lastBeatAt: ago(59_999) }, true],
  ['a minute after it', { lastBeatAt: ago(60_000) }, false],
  ['who is away', { status: 'away' }, false],
])('an agent %s', (_, changes, online) => {
  expect(isOnline(agent('a', changes), now)).toBe(online);
});

it.each<[string, StoredAgent[], string | undefined]>([
  ['nobody without agents', [], undefined],
  ['the one with the fewest chats', [agent('a', { slots: slots(2) }), agent('b', { slots: slots(1) })], 'b'],
  [
    'of equals the one who waited longest',
    [agent('a', { lastAssignedAt: ago(10) }), agent('b', { lastAssignedAt: ago(20) })],
    'b',
  ],
  ['one who never had a chat before one who had', [agent('a', { lastAssignedAt: ago(10) }), agent('b')], 'b'],
  ['nobody when all have three', [agent('a', { slots: slots(3) }), agent('b', { slots: slots(3) })], undefined],
  ['nobody who is away', [agent('a', { status: 'away' }), agent('b', { lastBeatAt: ago(60_000) })], undefined],
])('the next chat goes to %s', (_, agents, expected) => {
  expect(nextAgent(agents, now)?._id).toBe(expected);
});

it.each<[string, Partial<StoredAgent>, string, 'away' | 'busy' | undefined]>([
  ['nothing with two chats', { slots: slots(2) }, 'new', undefined],
  ['being busy with three', { slots: slots(3) }, 'new', 'busy'],
  ['nothing where the chat is one of the three', { slots: slots(3) }, 'chat 1', undefined],
  ['being away', { status: 'away' }, 'new', 'away'],
])('an obstacle is %s', (_, changes, chatId, expected) => {
  expect(obstacleOf(agent('a', changes), chatId, now)).toBe(expected);
});

it('frees the place of its own assignment only', () => {
  const one = agent('a');
  takeSlot(one, 'chat', 1, now);
  takeSlot(one, 'chat', 2, now);
  expect(one.slots).toEqual([{ chatId: 'chat', number: 2, takenAt: now }]);
  freeSlot(one, 'chat', 1);
  expect(one.slots).toHaveLength(1);
  freeSlot(one, 'chat', 2);
  expect(one.slots).toEqual([]);
});

it.each([
  ['Maya', 'support', 'Maya'],
  [undefined, 'support', 'Support'],
  [undefined, 'super_admin', 'Super Admin'],
])('%s in the role %s is shown as %s', (name, role, shown) => {
  expect(agentNameOf(name, role)).toBe(shown);
});
