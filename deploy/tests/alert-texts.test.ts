/** Every alert that risk can raise has a Spanish text, for all values that its rule can have. */
import { randomUUID } from 'node:crypto';
import { type AlertWriter, alertMessageText } from '@fairline/proto/risk/alert-messages';
import { type HarmMarker, harmMarkers } from '@fairline/proto/risk/harm';
import { expect, it } from 'vitest';
import { ofAction, ofFreeBet, ofLowered } from '../../services/risk/alerts/insiders.ts';
import * as intake from '../../services/risk/alerts/intake.ts';
import { throttledDraft } from '../../services/risk/rules/case.ts';
import { defaultsOf, rules, textOfRule } from '../../services/risk/rules/rules.ts';
import { loosenedBy, loosenedDraft } from '../../services/risk/rules/tuning.ts';
import { alertTexts } from '../../web/src/locales/es.alerts.ts';

const write: AlertWriter = {
  amount: ({ amountMinor }) => String(amountMinor),
  count: String,
  percent: String,
  threshold: String,
  ruleName: () => 'Regla',
};

const [id, playerId, operatorId] = [randomUUID(), randomUUID(), randomUUID()];
const at = new Date('2026-11-20T12:00:00.000Z');

const markers = Object.keys(harmMarkers) as HarmMarker[];
const adjusted = (amountMinor: number) =>
  intake.ofAdjustment({
    id,
    data: { adjustmentId: id, playerId, amountMinor, currency: 'USD', book: 'real', reason: 'x' },
  });
const claim = {
  claimId: id,
  promotionId: id,
  playerId,
  type: 'deposit_bonus',
  currency: 'USD',
  waitingFor: 'operator',
} as const;
const deposit = { paymentId: id, playerId, amountMinor: 5_000, currency: 'USD', book: 'real' } as const;
const side = { betId: id, playerId, selectionId: id };

const ofEvents: (intake.Draft | undefined)[] = [
  intake.ofGame({
    id,
    data: { gameId: 'dice', version: 3, rounds: 1_234_567, observed: 0.99, computed: 0.97 } as never,
  }),
  intake.ofStop({ id, data: { invariant: 'transfers balance', proofId: id } as never }),
  intake.ofTampering({ id, at, data: { marketId: id } as never }),
  intake.ofLinkedBets({
    id,
    data: { marketId: id, sides: [side, { ...side, betId: operatorId, playerId: operatorId }] } as never,
  }),
  intake.ofClaim({ id, data: claim }),
  adjusted(1_000_000),
  adjusted(-1_000_000),
  intake.ofDuplicate({ id, data: { playerId, others: [id] } as never }, new Set([id])),
  intake.ofExcludedDeposit({ id, data: deposit as never }),
  intake.ofHarm(playerId, 70, at, markers.slice(0, 1)),
  intake.ofHarm(playerId, 70, at, markers),
];

const acts = (service: string, action: string, after: Record<string, unknown>, before?: Record<string, unknown>) =>
  ofAction(service, {
    id,
    data: { operatorId, action, resourceType: 'thing', resourceId: id, after, ...(before && { before }) },
  });
const request = (after: object) =>
  acts('wallet', 'adjustment.request', { amountMinor: 1_000_000, currency: 'USD', status: 'pending', ...after });

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
  return [throttledDraft(rule, usual, at, operatorId), ...tuned.map((tuning) => textOfRule(rule, tuning))];
});

const ofTuning = rules.flatMap((rule) => {
  const before = { enabled: true, severity: 'critical', threshold: 2_000, windowMinutes: 600 } as const;
  const [higher, lower] = [3_000_000, 1_000].map((threshold) => ({
    ...before,
    enabled: false,
    threshold,
    windowMinutes: 90,
    severity: 'low' as const,
  }));
  return [higher, lower, { ...before, enabled: false }].map((after) =>
    loosenedDraft(rule, 2, loosenedBy(rule, before, after ?? before), operatorId),
  );
});

const english =
  /\b(the|within|more|minutes?|hours?|days?|an|of|to|and|above|below|window|threshold|severity|off|times)\b/i;

it('in Spanish only', () => {
  const drafts = [...ofEvents, ...ofOperators.flat(), ...ofTuning];
  expect(drafts).not.toContain(undefined);
  expect(ofOperators.filter((raised) => raised.length === 0)).toEqual([]);
  const texts = [...drafts.flatMap((draft) => draft ?? []), ...ofRules];
  const translated = texts.map(
    (text) => [text.description, alertMessageText(alertTexts, text.message, write) ?? ''] as const,
  );
  expect(
    translated.filter(
      ([text, translation]) =>
        translation === '' || translation === text || english.test(translation) || /[{}]/.test(translation),
    ),
  ).toEqual([]);
});
