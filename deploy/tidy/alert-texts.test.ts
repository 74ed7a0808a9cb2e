/** Every alert that risk can raise has a Spanish text, whatever values its rule was tuned to. */
import { randomUUID } from 'node:crypto';
import { harmMarkers } from '@fairline/proto/risk/harm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ofAction, ofFreeBet, ofLowered } from '../../services/risk/alerts/insiders.ts';
import * as intake from '../../services/risk/alerts/intake.ts';
import { throttledDraft } from '../../services/risk/rules/case.ts';
import { defaultsOf, rules, sentenceOf } from '../../services/risk/rules/rules.ts';
import { loosenedBy, loosenedDraft } from '../../services/risk/rules/tuning.ts';
import { sentences } from '../../web/src/locales/es.sentences.ts';
import { loadSentences, translate } from '../../web/src/server-texts.ts';

beforeAll(() => loadSentences(sentences));
afterAll(() => loadSentences({}));

const [id, playerId, operatorId] = [randomUUID(), randomUUID(), randomUUID()];
const at = new Date('2026-11-20T12:00:00.000Z');

const reasons = Object.values(harmMarkers).map(({ text }) => text.charAt(0).toLowerCase() + text.slice(1));
const adjusted = (amountMinor: number) =>
  intake.ofAdjustment({ id, data: { adjustmentId: id, playerId, amountMinor, currency: 'USD', book: 'real', reason: 'x' } });
const claim = { claimId: id, promotionId: id, playerId, type: 'deposit_bonus', currency: 'USD', waitingFor: 'operator' } as const;
const deposit = { paymentId: id, playerId, amountMinor: 5_000, currency: 'USD', book: 'real' } as const;
const side = { betId: id, playerId, selectionId: id };

const ofEvents: (intake.Draft | undefined)[] = [
  intake.ofGame({ id, data: { gameId: 'dice', version: 3, rounds: 1_234_567, observed: 0.99, computed: 0.97 } as never }),
  intake.ofStop({ id, data: { invariant: 'transfers balance', proofId: id } as never }),
  intake.ofTampering({ id, at, data: { marketId: id } as never }),
  intake.ofLinkedBets({ id, data: { marketId: id, sides: [side, { ...side, betId: operatorId, playerId: operatorId }] } as never }),
  intake.ofClaim({ id, data: claim }),
  adjusted(1_000_000),
  adjusted(-1_000_000),
  intake.ofDuplicate({ id, data: { playerId, others: [id] } as never }, new Set([id])),
  intake.ofExcludedDeposit({ id, data: deposit as never }),
  intake.ofHarm(playerId, 70, at, reasons.slice(0, 1)),
  intake.ofHarm(playerId, 70, at, reasons),
];

const acts = (service: string, action: string, after: Record<string, unknown>, before?: Record<string, unknown>) =>
  ofAction(service, { id, data: { operatorId, action, resourceType: 'thing', resourceId: id, after, ...(before && { before }) } });
const request = (after: object) => acts('wallet', 'adjustment.request', { amountMinor: 1_000_000, currency: 'USD', status: 'pending', ...after });

const ofOperators: (intake.Draft | undefined)[][] = [
  acts('wallet', 'payment.approve', { flagged: true }),
  request({}),
  request({ amountMinor: -1_000_000 }),
  request({ freeBetUntil: at.toISOString() }),
  acts('betting', 'request.ask', { change: { kind: 'prices', ratio: null } }),
  acts('betting', 'request.ask', { change: { kind: 'prices', ratio: 1.5 } }),
  acts('betting', 'request.ask', { change: { kind: 'limit' } }),
  ...['invite', 'raise', 'reset'].map((kind) => acts('auth', 'access.requested', { kind })),
  acts('wallet', 'auto_approval.request', {}),
  acts('wallet', 'rate.request', {}),
  acts('wallet', 'rate.set', { rate: 2 }, { rate: 1 }),
  [
    ofFreeBet({
      id,
      data: {
        operatorId,
        action: 'adjustment.request',
        resourceType: 'adjustment',
        resourceId: id,
        after: { status: 'approved', playerId, freeBetUntil: 'x' },
      },
    }),
  ],
  [ofLowered(playerId, 2, operatorId)],
];

const windows = [1, 5, 60, 90, 300, 1_440, 4 * 1_440, 61 * 1_440];
const ofRules = rules.flatMap((rule) => {
  const usual = defaultsOf(rule);
  const tuned = [usual, ...windows.map((windowMinutes) => ({ ...usual, threshold: 1_234_567, windowMinutes }))];
  return [throttledDraft(rule, usual, at, operatorId).description, ...tuned.map((tuning) => sentenceOf(rule, tuning))];
});

const ofTuning = rules.flatMap((rule) => {
  const before = { enabled: true, severity: 'critical', threshold: 2_000, windowMinutes: 600 } as const;
  const [higher, lower] = [3_000_000, 1_000].map((threshold) => ({ ...before, enabled: false, threshold, windowMinutes: 90, severity: 'low' as const }));
  return [higher, lower, { ...before, enabled: false }].map((after) => loosenedDraft(rule, 2, loosenedBy(rule, before, after ?? before), operatorId));
});

const english = /\b(the|within|more|minutes?|hours?|days?|an|of|to|and|above|below|window|threshold|severity|off|times)\b/i;

it('in Spanish only', () => {
  const drafts = [...ofEvents, ...ofOperators.flat(), ...ofTuning];
  expect(drafts).not.toContain(undefined);
  expect(ofOperators.filter((raised) => raised.length === 0)).toEqual([]);
  const texts = new Set([...drafts.map((draft) => draft?.description ?? ''), ...ofRules]);
  expect([...texts].map((text) => [text, translate(text)]).filter(([text, translation = '']) => translation === text || english.test(translation))).toEqual([]);
});

it('translates windows, ways of loosening and reasons within a sentence', () => {
  expect(translate('A player placed 30 or more bets within 4 days.')).toBe('Un jugador hizo 30 o más apuestas en 4 días.');
  expect(translate('An operator loosened the risk rule "Large win": switched off, window 600 to 90 minutes, severity high to low.')).toBe(
    'Un operador relajó la regla de riesgo «Ganancia grande»: desactivada, ventana de 600 a 90 minutos, gravedad de alta a baja.',
  );
  expect(translate('The harm score of a player reached 70: deposited four times or more within a day; asked for nothing.')).toBe(
    'La puntuación de riesgo de un jugador llegó a 70: deposited four times or more within a day; asked for nothing.',
  );
});
