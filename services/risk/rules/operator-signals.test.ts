/** Every decision of a second operator, as its service records it, counts as an approval of the requester's action. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ofOperator } from './operator-signals.ts';

const [ada, ben, cleo, id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

const signals = (service: string, action: string, after: Record<string, unknown> = {}) =>
  ofOperator(service, { operatorId: ben, action, resourceType: 'thing', resourceId: id, after }).map(
    ({ kind, subject, detail }) => [kind, subject, detail],
  );

it.each([
  ['auth', 'access.requested', 'access.approved', {}],
  ['wallet', 'adjustment.request', 'adjustment.approve', {}],
  ['wallet', 'payment.approve', 'payment.approve', {}],
  ['wallet', 'welcome_bonus.approve', 'welcome_bonus.approve', {}],
  ['wallet', 'auto_approval.request', 'auto_approval.approve', {}],
  ['wallet', 'rate.request', 'rate.approve', { requestedBy: ada }],
  ['promotions', 'promotion.change.request', 'promotion.change.approve', { requestedBy: ada }],
  ['betting', 'decision.request', 'decision.approve', {}],
  ['betting', 'request.ask', 'request.approve', {}],
  ['betting', 'bet.settle.request', 'bet.settle', { requestedBy: ada }],
  ['casino', 'game.rtp.request', 'game.rtp.approve', {}],
  ['casino', 'round.void.request', 'round.void', { requestedBy: ada, requestReason: 'x' }],
  ['kyc', 'kyc.approved_first', 'kyc.approved', {}],
  ['kyc', 'kyc.document_approved_first', 'kyc.document_approved', {}],
])('%s: %s is decided by %s', (service, request, approval, after) => {
  expect(signals(service, request)).toEqual([
    [request === approval || request.endsWith('.approve') ? 'approved' : 'asked', ben, undefined],
  ]);
  expect(signals(service, approval, after)).toEqual([['approved', ben, 'requestedBy' in after ? ada : undefined]]);
});

it.each([
  ['betting', 'bet.settle', { flagged: true }],
  ['casino', 'round.void', { flagged: false }],
  ['betting', 'bet.settle', { requestedBy: 'nobody' }],
  ['casino', 'bet.settle', { requestedBy: ada }],
  ['betting', 'bet.settle.withdraw', { requestedBy: ada }],
  ['betting', 'bet.sale.release', { pricesSetBy: ['x'] }],
  ['wallet', 'rate.reject', { requestedBy: ada }],
])('%s: %s with %o approves nothing', (service, action, after) => {
  expect(signals(service, action, after)).toEqual([]);
});

it('reads a released cash-out as an approval to each operator who set its prices', () => {
  const after = { saleCapped: false, pricesSetBy: [ada, cleo, ada] };
  expect(signals('betting', 'bet.sale.release', after)).toEqual([
    ['approved', ben, ada],
    ['approved', ben, cleo],
  ]);
  const drafts = ofOperator('betting', {
    operatorId: ben,
    action: 'bet.sale.release',
    resourceType: 'bet',
    resourceId: id,
    after,
  });
  expect(new Set(drafts.map(({ trait }) => trait)).size).toBe(2);
});

it.each([
  ['betting', 'market.prices', {}, 'own_prices', ben],
  ['betting', 'market.prices.approve', { requestedBy: ada }, 'own_prices', ada],
  ['wallet', 'rate.set', {}, 'rate_set', ben],
  ['wallet', 'rate.set', { requestedBy: ada, changeId: id }, 'rate_set', ada],
])('%s: %s with %o belongs to whose prices or rate it is', (service, action, after, kind, subject) => {
  expect(signals(service, action, after)).toEqual([[kind, subject, undefined]]);
});

it.each<[string, string, Record<string, unknown>, [string, number][]]>([
  [
    'wallet',
    'adjustment.request',
    { userId: ada, status: 'approved', amountMinor: 500, currency: 'EUR', book: 'real' },
    [['gift', 500]],
  ],
  // Its own alert names it.
  [
    'wallet',
    'adjustment.request',
    { userId: ada, status: 'approved', amountMinor: 500_000, currency: 'EUR', book: 'real' },
    [],
  ],
  [
    'wallet',
    'adjustment.request',
    { userId: ada, status: 'pending', amountMinor: 500, currency: 'EUR', book: 'real' },
    [],
  ],
  [
    'wallet',
    'adjustment.request',
    { userId: ada, status: 'approved', amountMinor: -500, currency: 'EUR', book: 'real' },
    [],
  ],
  [
    'wallet',
    'adjustment.request',
    { userId: ada, status: 'approved', amountMinor: 500, currency: 'EUR', book: 'play' },
    [],
  ],
  [
    'wallet',
    'adjustment.request',
    { userId: ada, status: 'approved', amountMinor: 500, currency: 'BTC', book: 'real' },
    [],
  ],
  ['betting', 'bet.settle', { playerId: ada, returnedMinor: 700, currency: 'USD' }, [['gift', 700]]],
  ['betting', 'bet.settle', { playerId: ada, returnedMinor: 700, currency: 'USD', requestedBy: cleo }, []],
  [
    'casino',
    'round.void',
    { playerId: ada, returnedMinor: 700, currency: 'USD' },
    [
      ['gift', 700],
      ['round_voided', 700],
    ],
  ],
  ['casino', 'round.void', { playerId: ada, returnedMinor: -700, currency: 'USD' }, [['round_voided', -700]]],
  ['casino', 'round.void', { playerId: ada }, []],
  ['casino', 'round.void', { playerId: 'x', returnedMinor: 700, currency: 'USD' }, []],
])('%s: %s with %o gives the player', (service, action, after, expected) => {
  const given = ofOperator(service, { operatorId: ben, action, resourceType: 'thing', resourceId: id, after }).filter(
    ({ trait }) => trait === `${ben} ${ada}`,
  );
  expect(given.map(({ kind, value }) => [kind, value])).toEqual(expected);
});

it('reads each document that an operator opened, and each that an approval decided', () => {
  const read = (action: string, after: Record<string, unknown>) =>
    ofOperator('kyc', { operatorId: ben, action, resourceType: 'document', resourceId: id, after }).filter(({ kind }) =>
      kind.startsWith('document_'),
    );
  expect(read('kyc.document_viewed', { page: 1 })).toEqual([
    { kind: 'document_viewed', subject: ben, trait: `${ben} ${id}` },
  ]);
  expect(read('kyc.approved', { playerId: ada, approvedDocuments: [cleo, id] })).toEqual(
    [cleo, id].map((document) => ({
      kind: 'document_approved',
      subject: ben,
      trait: `${ben} ${document}`,
      detail: ada,
    })),
  );
  expect(read('kyc.approved', {})).toEqual([]);
});
