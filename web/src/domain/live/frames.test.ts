/** Frames of the live stream and their effect on the cache, as rows. */
import { streamRules } from '@fairline/proto/live/stream';
import { describe, expect, it } from 'vitest';
import { chooseFixtures, eventName, frameOf, touchedBy } from './frames.ts';

describe('a message of the stream', () => {
  it.each([
    ['ready', '{}', { event: 'ready' }],
    [
      'changes',
      '[{"type":"evt.wallet.BalanceChanged.v1","id":"p","version":3}]',
      { event: 'changes', changes: [{ type: 'evt.wallet.BalanceChanged.v1', id: 'p', version: 3 }] },
    ],
    ['prices', '[]', { event: 'prices', prices: [] }],
    ['changes', '{}', null],
    ['something-new', '[]', null],
    [undefined, '[]', null],
  ])('%s %s', (event, data, expected) => {
    expect(frameOf(event, data)).toEqual(expected);
  });

  it.each([
    ['evt.wallet.BalanceChanged.v1', 'BalanceChanged'],
    ['wallet.BetSettled.v12', 'BetSettled'],
    ['BetPlaced', 'BetPlaced'],
  ])('%s is called %s', (type, name) => {
    expect(eventName(type)).toBe(name);
  });
});

describe('a change', () => {
  const change = (type: string) => ({ type, id: 'x', version: 1 });
  it.each([
    ['evt.wallet.BalanceChanged.v1', 'player', [['wallet']]],
    ['evt.wallet.DepositApproved.v1', 'player', [['wallet']]],
    [
      'evt.betting.BetSettled.v1',
      'player',
      [
        ['betting', 'bets'],
        ['wallet', 'stats'],
      ],
    ],
    ['evt.auth.EmailVerified.v1', 'player', [['auth']]],
    ['evt.wallet.DepositRequested.v1', 'operator', [['admin', 'wallet']]],
    ['evt.auth.UserRegistered.v1', 'operator', [['admin', 'auth']]],
    ['evt.other.NeverHeardOf.v1', 'player', []],
    ['evt.casino.GameChanged.v1', 'operator', [['admin', 'casino']]],
    ['evt.promotions.ClaimChanged.v1', 'player', [['promotions']]],
    ['evt.promotions.PromotionChanged.v1', 'operator', [['admin', 'promotions']]],
    ['evt.support.TicketReplied.v1', 'player', [['support', 'tickets']]],
    ['evt.support.ChatMessageSent.v1', 'player', [['support', 'chats']]],
    ['evt.support.ChatMessageSent.v1', 'operator', [['admin', 'support', 'chats']]],
    ['evt.risk.AlertRaised.v1', 'operator', [['admin', 'risk']]],
    ['evt.risk.RealityCheckDue.v1', 'player', [['risk'], ['wallet', 'stats']]],
    ['evt.risk.PlayerExcluded.v1', 'operator', [['admin', 'risk']]],
    ['support.typing', 'player', []],
    ['live.jackpot', 'player', [['casino', 'jackpot']]],
  ] as const)('%s makes the %s read again %j', (type, audience, keys) => {
    expect(touchedBy(change(type), audience)).toEqual(keys);
  });
});

describe('the requested fixtures', () => {
  const id = (place: number) => `019aa1c8-7f00-7000-8000-${String(place).padStart(12, '0')}`;
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => id(from + index));
  const [a = '', b = '', c = ''] = ids(1, 3);

  const shown = (...fixtures: string[]) => ({ fixtures, hidden: false });

  it('are those of all tabs, each once, in their order', () => {
    expect(chooseFixtures([], [shown(b, a), shown(a, c), shown()])).toEqual([b, a, c]);
  });

  it('begin with those of visible tabs', () => {
    expect(chooseFixtures([], [{ fixtures: [a, b], hidden: true }, shown(c, b)])).toEqual([c, b, a]);
  });

  it('include fixtures that left the screen, up to the maximum', () => {
    expect(chooseFixtures([a, b], [shown(c)])).toEqual([c, a, b]);
  });

  it.each(['abc', '', '*', '019aa1c8-7f00-7000-8000-00000000000', '../x'])(
    'leave out "%s", which is not an id',
    (bad) => {
      expect(chooseFixtures([], [shown(bad, a, bad), shown(b)])).toEqual([a, b]);
    },
  );

  it('are at most fifty', () => {
    expect(chooseFixtures([], [shown(...ids(0, 51))])).toEqual(ids(0, 50));
  });

  it('never exceed one stream, with those on the screen first', () => {
    const next = chooseFixtures(ids(0, 50), [shown(...ids(100, 10))]);
    expect(next).toHaveLength(streamRules.maxFixtures);
    expect(next.slice(0, 10)).toEqual(ids(100, 10));
  });
});
