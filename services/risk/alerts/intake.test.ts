/** Which event raises which alert: one row per rule, just at and just below its border. */
import { randomUUID } from 'node:crypto';
import { alertRules } from '@fairline/proto/risk/alerts';
import { describe, expect, it } from 'vitest';
import * as intake from './intake.ts';

const playerId = randomUUID();
const operatorId = randomUUID();
const id = randomUUID();

describe('an adjustment', () => {
  const adjusted = (amountMinor: number, currency = 'USD', book: 'real' | 'play' = 'real') =>
    intake.ofAdjustment({ id, data: { adjustmentId: id, playerId, amountMinor, currency: currency as 'USD', book, reason: 'x' } })?.type;
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
    const data = { adjustmentId: id, playerId, amountMinor: -1_234_567, currency: 'EUR' as const, book: 'real' as const, reason: 'x' };
    expect(intake.ofAdjustment({ id, data })).toMatchObject({ amountMinor: 1_234_567, description: 'An adjustment took 12,345.67 EUR from a player.' });
  });
});

describe('an operator action', () => {
  const acted = (service: string, action: string, after: Record<string, unknown>) =>
    intake.ofAction(service, { id, data: { operatorId, action, resourceType: 'thing', resourceId: 'r1', after } }).map(({ type }) => type);
  const asked = (change: unknown, service = 'betting') => acted(service, 'request.ask', { change });
  it.each([
    ['that is flagged', acted('wallet', 'payment.approve', { flagged: true, playerId, amountMinor: 900_000, currency: 'USD' }), ['near_threshold']],
    ['that names no id as its player', acted('wallet', 'payment.approve', { flagged: true, playerId: 'x', amountMinor: 0.5 }), ['near_threshold']],
    ['that is not', acted('wallet', 'payment.approve', { flagged: false }), []],
    ['with a text of that name', acted('support', 'ticket.answer', { flagged: 'true' }), []],
    ['that asks for a price above what one may set', asked({ kind: 'prices', ratio: 1.11 }), ['price_far_from_fair']],
    ['that asks for one just as high', asked({ kind: 'prices', ratio: 1.1 }), []],
    ['that asks for a price nobody can compare', asked({ kind: 'prices', ratio: null }), []],
    ['that asks for something else', asked({ kind: 'limit', ratio: 2 }), []],
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
    const sides = [1, 2].map((at) => ({ playerId: randomUUID(), betId: randomUUID(), selectionId: `s${at}`, ...(at === 2 && { claimId: id }) }));
    const [one, other] = [sides, sides.toReversed()].map((ordered) => intake.ofLinkedBets({ id: randomUUID(), data: { marketId: 'm1', sides: ordered } }));
    expect(one?.cause).toBe(other?.cause);
    expect(one).toMatchObject({ type: 'bonus_abuse', playerId: sides[1]?.playerId, about: { type: 'market', id: 'm1' } });
  });
});

it.each([
  ['payment', 1],
  ['promotion', 2],
])('counts two flagged records of one %s as %i', (resourceType, causes) => {
  const of = (event: string) =>
    intake.ofAction('wallet', { id: event, data: { operatorId, action: 'a', resourceType, resourceId: 'r1', after: { flagged: true } } });
  expect(new Set([...of(randomUUID()), ...of(randomUUID())].map(({ cause }) => cause)).size).toBe(causes);
});

it('takes as a player only what is an id', () => {
  const after = { flagged: true, playerId: 'x', userId: playerId };
  const [draft] = intake.ofAction('wallet', { id, data: { operatorId, action: 'a', resourceType: 'r', resourceId: 'r1', after } });
  expect(draft?.playerId).toBe(playerId);
});

it('names no player or operator in a description', () => {
  const drafts = [
    intake.ofGame({
      id,
      data: { gameId: 'prize-lottery', version: 2, rounds: 1_000, observed: 1.02, computed: 0.98, low: 0.9, high: 1, alpha: 0.01 } as never,
    }),
    intake.ofStop({ id, data: { proofId: id, invariant: 'transfers sum to zero' } }),
    intake.ofHarm(playerId, 60, new Date(0), ['raised stakes after losses']),
  ];
  expect(drafts.map(({ type }) => type)).toEqual(['game_out_of_bounds', 'books_unbalanced', 'harm_score']);
  for (const { description } of drafts) expect(description).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});
