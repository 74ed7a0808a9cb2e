/** Rules by which events raise alerts: one row per rule, at its threshold and just below. */
import { randomUUID } from 'node:crypto';
import { alertRules, alertTypes } from '@fairline/proto/risk/alerts';
import type { KycAssessment } from '@fairline/proto/screening';
import { describe, expect, it } from 'vitest';
import { ofAction } from './insiders.ts';
import * as intake from './intake.ts';

const playerId = randomUUID();
const operatorId = randomUUID();
const id = randomUUID();

describe('an adjustment', () => {
  const adjusted = (amountMinor: number, currency = 'USD', book: 'real' | 'play' = 'real') =>
    intake.ofAdjustment({
      id,
      data: { adjustmentId: id, playerId, amountMinor, currency: currency as 'USD', book, reason: 'x' },
    })?.type;
  it.each([
    ['at the amount', adjusted(alertRules.largeAdjustmentMinor), 'large_adjustment'],
    ['that takes it', adjusted(-alertRules.largeAdjustmentMinor), 'large_adjustment'],
    ['just below', adjusted(alertRules.largeAdjustmentMinor - 1), undefined],
    ['in a currency that nobody plays in', adjusted(1, 'BTC'), 'large_adjustment'],
    ['of play money', adjusted(1_000_000, 'USD', 'play'), undefined],
  ])('%s', (_name, found, expected) => {
    expect(found).toBe(expected);
  });
  it('names the amount', () => {
    const data = {
      adjustmentId: id,
      playerId,
      amountMinor: -1_234_567,
      currency: 'EUR' as const,
      book: 'real' as const,
      reason: 'x',
    };
    expect(intake.ofAdjustment({ id, data })).toMatchObject({
      amountMinor: 1_234_567,
      description: 'An adjustment debited 12,345.67 EUR from a player.',
    });
  });
});

describe('an operator action', () => {
  const actionOf = (service: string, action: string, after: Record<string, unknown>) =>
    ofAction(service, { id, data: { operatorId, action, resourceType: 'thing', resourceId: 'r1', after } }).map(
      ({ type }) => type,
    );
  const asked = (change: unknown, service = 'betting') => actionOf(service, 'request.ask', { change });
  it.each([
    [
      'that is flagged',
      actionOf('wallet', 'payment.approve', { flagged: true, playerId, amountMinor: 900_000, currency: 'USD' }),
      ['near_threshold'],
    ],
    [
      'that names no id as its player',
      actionOf('wallet', 'payment.approve', { flagged: true, playerId: 'x', amountMinor: 0.5 }),
      ['near_threshold'],
    ],
    ['that is not', actionOf('wallet', 'payment.approve', { flagged: false }), []],
    ['with a text of that name', actionOf('support', 'ticket.answer', { flagged: 'true' }), []],
    ['that asks for a price above what one may set', asked({ kind: 'prices', ratio: 1.11 }), ['price_far_from_fair']],
    ['that asks for one just as high', asked({ kind: 'prices', ratio: 1.1 }), []],
    ['that asks for a price nobody can compare', asked({ kind: 'prices', ratio: null }), ['price_far_from_fair']],
    ['that names no ratio', asked({ kind: 'prices' }), []],
    ['that asks for something else', asked({ kind: 'own_loss', ratio: 2 }), []],
    ['of another service', asked({ kind: 'prices', ratio: 2 }, 'casino'), []],
  ])('%s', (_name, found, expected) => {
    expect(found).toEqual(expected);
  });
});

describe('a claim', () => {
  const claim = { claimId: id, promotionId: id, playerId, type: 'deposit_bonus' as const, currency: 'USD' as const };
  it.each([
    ['operator', 'bonus_abuse'],
    ['deposit', undefined],
    [undefined, undefined],
  ] as const)('that waits for %s', (waitingFor, expected) => {
    expect(intake.ofClaim({ id, data: { ...claim, waitingFor } })?.type).toBe(expected);
  });

  it('of linked bets raises one alert however its sides are ordered', () => {
    const sides = [1, 2].map((at) => ({
      playerId: randomUUID(),
      betId: randomUUID(),
      selectionId: `s${at}`,
      ...(at === 2 && { claimId: id }),
    }));
    const [one, other] = [sides, sides.toReversed()].map((ordered) =>
      intake.ofLinkedBets({ id: randomUUID(), data: { marketId: 'm1', sides: ordered } }),
    );
    expect(one?.cause).toBe(other?.cause);
    expect(one).toMatchObject({
      type: 'bonus_abuse',
      playerId: sides[1]?.playerId,
      about: { type: 'market', id: 'm1' },
    });
  });
});

it.each([
  ['payment', 1],
  ['promotion', 2],
])('counts two flagged records of one %s as %i', (resourceType, causes) => {
  const of = (event: string) =>
    ofAction('wallet', {
      id: event,
      data: { operatorId, action: 'a', resourceType, resourceId: 'r1', after: { flagged: true } },
    });
  expect(new Set([...of(randomUUID()), ...of(randomUUID())].map(({ cause }) => cause)).size).toBe(causes);
});

it('takes a player only from a valid id', () => {
  const after = { flagged: true, playerId: 'x', userId: playerId };
  const [draft] = ofAction('wallet', {
    id,
    data: { operatorId, action: 'a', resourceType: 'r', resourceId: 'r1', after },
  });
  expect(draft?.playerId).toBe(playerId);
});

it('names no player or operator in a description', () => {
  const drafts = [
    intake.ofGame({
      id,
      data: {
        gameId: 'prize-lottery',
        version: 2,
        rounds: 1_000,
        observed: 1.02,
        computed: 0.98,
        low: 0.9,
        high: 1,
        alpha: 0.01,
      } as never,
    }),
    intake.ofStop({ id, data: { proofId: id, invariant: 'transfers sum to zero' } }),
    intake.ofCheck({ id, data: { check: 'bet_stakes', completedAt: new Date(0).toISOString(), overdueMinutes: 6 } }),
    intake.ofHarm(playerId, 60, new Date(0), ['chasing']),
  ];
  expect(drafts.map(({ type }) => type)).toEqual([
    'game_out_of_bounds',
    'books_unbalanced',
    'check_overdue',
    'harm_score',
  ]);
  for (const { description } of drafts) expect(description).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

describe('what an insider tries raises an alert as well as being stopped:', () => {
  const actionOf = (
    service: string,
    action: string,
    resourceType: string,
    { before, after }: { before?: object; after: object },
  ) =>
    ofAction(service, {
      id,
      data: {
        operatorId,
        action,
        resourceType,
        resourceId: 'r1',
        ...(before && { before: { ...before } }),
        after: { ...after },
      },
    });
  const adjustment = (after: object) =>
    actionOf('wallet', 'adjustment.request', 'adjustment', {
      after: { userId: playerId, currency: 'USD', book: 'real', ...after },
    });
  const asked = (change: object) =>
    actionOf('betting', 'request.ask', 'desk_request', { after: { name: 'Reds v Blues', change } });
  it.each([
    [
      'prices written past betting',
      [intake.ofTampering({ id, at: new Date(), data: { marketId: id } })],
      'prices_tampered',
      'critical',
    ],
    ['a price a hundred times the fair one', asked({ kind: 'prices', ratio: 82 }), 'price_far_from_fair', 'high'],
    [
      'a liability limit lifted',
      asked({ kind: 'limit', scope: 'market', id, fromMinor: 1, maxLiabilityMinor: 900_000_000 }),
      'operator_rule',
      'high',
    ],
    [
      'an operator of their own invited',
      actionOf('auth', 'access.requested', 'access_request', {
        after: { kind: 'invite', operatorId: null, role: 'finance' },
      }),
      'operator_access',
      'high',
    ],
    [
      'a colleague reset',
      actionOf('auth', 'access.requested', 'access_request', {
        after: { kind: 'reset', operatorId: playerId, role: 'finance' },
      }),
      'operator_access',
      'high',
    ],
    [
      'a colleague given more access',
      actionOf('auth', 'access.requested', 'access_request', {
        after: { kind: 'raise', operatorId: playerId, role: 'super_admin' },
      }),
      'operator_access',
      'high',
    ],
    [
      'an adjustment of a fortune',
      adjustment({ amountMinor: 90_000_000_000, status: 'pending' }),
      'large_adjustment',
      'high',
    ],
    [
      'a rate raised 99-fold',
      actionOf('wallet', 'rate.request', 'rate_change', {
        after: { from: 'USD', to: 'BTC', rate: 99, before: 1, status: 'pending' },
      }),
      'rate_far_from_market',
      'high',
    ],
    [
      'a rate changed past the second operator',
      actionOf('wallet', 'rate.set', 'rate', { before: { rate: 1 }, after: { rate: 0.01 } }),
      'rate_far_from_market',
      'high',
    ],
    [
      'automatic approval of whatever is reported',
      actionOf('wallet', 'auto_approval.request', 'auto_approval', { before: { rules: [] }, after: { rules: [] } }),
      'operator_rule',
      'high',
    ],
    [
      'adjustments split below the threshold',
      adjustment({ amountMinor: 499_999, status: 'approved', flagged: true }),
      'near_threshold',
      'medium',
    ],
    [
      'a free bet just below the threshold',
      adjustment({ amountMinor: 599_999, status: 'approved', freeBetUntil: '2026-12-01T00:00:00.000Z' }),
      'large_adjustment',
      'high',
    ],
  ])('%s', (_name, drafts, type, severity) => {
    expect(drafts.map((draft) => [draft.type, alertTypes[draft.type]])).toEqual([[type, severity]]);
    for (const { description } of drafts) expect(description).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it.each([
    ['an adjustment just below', adjustment({ amountMinor: alertRules.largeAdjustmentMinor - 1, status: 'pending' })],
    [
      'one that was made at once, which BalanceAdjusted raises',
      adjustment({ amountMinor: 600_000, status: 'approved' }),
    ],
    ['play money', adjustment({ amountMinor: 90_000_000, status: 'pending', book: 'play' })],
    [
      'narrower rules of automatic approval',
      actionOf('wallet', 'auto_approval.set', 'auto_approval', { after: { rules: [] } }),
    ],
    [
      'a rate that moves a little',
      actionOf('wallet', 'rate.set', 'rate', { before: { rate: 1 }, after: { rate: 1.03 } }),
    ],
    [
      'the rate of an approved change',
      actionOf('wallet', 'rate.set', 'rate', { before: { rate: 1 }, after: { rate: 2, changeId: id } }),
    ],
    ['an access request decided', actionOf('auth', 'access.approved', 'access_request', { after: { kind: 'raise' } })],
    [
      'a kind by the name of a member of objects',
      actionOf('auth', 'access.requested', 'access_request', { after: { kind: 'constructor' } }),
    ],
  ])('%s raises nothing', (_name, drafts) => {
    expect(drafts).toEqual([]);
  });

  it('a request and the credit that follows have one cause', () => {
    const [request] = adjustment({ amountMinor: 600_000, status: 'pending' });
    const made = intake.ofAdjustment({
      id,
      data: { adjustmentId: 'r1', playerId, amountMinor: 600_000, currency: 'USD', book: 'real', reason: 'x' },
    });
    expect(request?.cause).toBe(made?.cause);
  });

  it('tampering that lasts is one alert per market and hour', () => {
    const of = (marketId: string, at: string) =>
      intake.ofTampering({ id: randomUUID(), at: new Date(at), data: { marketId } }).cause;
    const causes = [
      of('m', '2026-11-20T12:00:00Z'),
      of('m', '2026-11-20T12:59:59Z'),
      of('m', '2026-11-20T13:00:00Z'),
      of('n', '2026-11-20T12:00:00Z'),
    ];
    expect(new Set(causes).size).toBe(3);
  });
});

describe('a screening match', () => {
  const matchId = randomUUID();
  const of = (assessment?: KycAssessment) =>
    intake.ofMatch({
      id,
      data: { verificationId: id, playerId, status: 'approved', ...(assessment && { assessment }) },
    });
  it.each([
    ['of sanctions', { approved: true, matches: ['pep', 'sanctions'], matchId }, 'critical'],
    ['of another list', { approved: false, matches: ['pep'], matchId }, 'high'],
    ['that was cleared', { approved: true, matches: [] }, undefined],
    ['of an earlier release', undefined, undefined],
  ] as const)('%s is %s', (_name, assessment, severity) => {
    expect(of(assessment as KycAssessment | undefined)?.severity).toBe(severity);
  });
  it('raises one alert, which names its lists', () => {
    expect(of({ approved: true, matches: ['sanctions', 'pep'], matchId })).toMatchObject({
      cause: `screening_match ${matchId}`,
      type: 'kyc_mismatch',
      description:
        'A screening of a player found a match (sanctions, politically exposed person). They are not verified until an operator clears it.',
      about: { type: 'verification', id },
    });
  });
});
