/**
 * The texts of alerts as data: a code and its params. Neither names a player or an operator.
 * Each language has one record of sentences; the compiler names missing ones.
 */
import { z } from 'zod';
import { CheckName } from '../checks.ts';
import type { Message } from '../contract.ts';
import { Currency } from '../money.ts';
import { ScreeningKind } from '../screening.ts';
import { Severity } from './alerts.ts';
import { HarmMarkerName } from './harm.ts';
import { type RuleId, ruleTexts } from './rule-texts.ts';
import { type ThresholdUnit, thresholdUnits } from './rules.ts';

const amount = { amountMinor: z.int(), currency: Currency };
const rule = z.enum(Object.keys(ruleTexts) as [RuleId, ...RuleId[]]);
const unit = z.enum(thresholdUnits);

/** A way in which an operator loosened a rule. */
const Loosening = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('threshold'), from: z.number(), to: z.number(), unit }),
  z.object({ kind: z.literal('window'), fromMinutes: z.int(), toMinutes: z.int() }),
  z.object({ kind: z.literal('severity'), from: Severity, to: Severity }),
]);
export type Loosening = z.infer<typeof Loosening>;

const params = {
  game_out_of_bounds: z.object({
    gameId: z.string(),
    version: z.int(),
    rounds: z.int(),
    observed: z.number(),
    computed: z.number(),
  }),
  books_unbalanced: z.object({ invariant: z.string() }),
  check_overdue: z.object({ check: CheckName, minutes: z.int() }),
  prices_tampered: z.object({}),
  many_prices_tampered: z.object({ markets: z.int() }),
  audit_rows_changed: z.object({ sequence: z.int() }),
  audit_heads_cut: z.object({ sequence: z.int() }),
  audit_actions_differ: z.object({ service: z.string(), day: z.iso.date(), committed: z.int(), logged: z.int() }),
  linked_bets: z.object({ players: z.int() }),
  linked_claim: z.object({}),
  grant_limit: z.object(amount),
  adjustment_debited: z.object(amount),
  adjustment_credited: z.object(amount),
  excluded_namesake: z.object({}),
  excluded_deposit: z.object({}),
  harm_score: z.object({ score: z.int(), markers: z.array(HarmMarkerName) }),
  near_threshold: z.object({ share: z.number() }),
  free_bet_requested: z.object(amount),
  debit_requested: z.object(amount),
  credit_requested: z.object(amount),
  price_without_fair: z.object({}),
  price_above_fair: z.object({ share: z.number() }),
  invitation_requested: z.object({}),
  access_requested: z.object({}),
  reset_requested: z.object({}),
  auto_approval_requested: z.object({}),
  limit_requested: z.object({}),
  rate_requested: z.object({}),
  rate_changed: z.object({ share: z.number() }),
  free_bet_at_risk: z.object({}),
  level_lowered: z.object({}),
  screening_match: z.object({ kinds: z.array(ScreeningKind) }),
  rule_loosened: z.object({ rule, changes: z.array(Loosening) }),
  rules_loosened: z.object({ rules: z.int() }),
  rule_throttled: z.object({ rule }),
  rule: z.object({ rule, threshold: z.number(), unit, windowMinutes: z.int().optional() }),
} as const;

export type AlertCode = keyof typeof params;
export type AlertParams = { [C in AlertCode]: z.infer<(typeof params)[C]> };

/** The formats of figures, and the names of rules, on a server or a page. */
export interface AlertWriter {
  amount: (amount: { amountMinor: number; currency: z.infer<typeof Currency> }) => string;
  count: (count: number) => string;
  /** Of a share of one, with two decimals. */
  percent: (share: number) => string;
  threshold: (threshold: number, unit: ThresholdUnit) => string;
  ruleName: (rule: RuleId) => string;
}

export type AlertTexts = { readonly [C in AlertCode]: (params: AlertParams[C], write: AlertWriter) => string };

const isKnown = (code: string): code is AlertCode => Object.hasOwn(params, code);

/** The text of a message that came over the network; undefined for a code or params of another release. */
export function alertMessageText(texts: AlertTexts, message: Message, write: AlertWriter): string | undefined {
  return isKnown(message.code) ? textOf(texts, message.code, message.params, write) : undefined;
}

function textOf<C extends AlertCode>(
  texts: AlertTexts,
  code: C,
  sent: Message['params'],
  write: AlertWriter,
): string | undefined {
  const parsed = params[code].safeParse(sent);
  return parsed.success ? texts[code](parsed.data as AlertParams[C], write) : undefined;
}

const dayMinutes = 24 * 60;
const spans = [
  { size: dayMinutes, unit: 'day' },
  { size: 60, unit: 'hour' },
  { size: 1, unit: 'minute' },
] as const;

/** The largest unit of which the window is a whole number. `size` is in minutes. */
export const spanOf = (minutes: number): (typeof spans)[number] =>
  spans.find(({ size }) => minutes >= size && minutes % size === 0) ?? spans[2];
