/** Use cases of tuning: list rules with their current values, back-test values, change a rule. */

import type { Act } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import {
  type BackTest,
  isThreshold,
  type RiskRule,
  ruleLimits,
  ruleRefusals,
  type ruleRoutes,
} from '@fairline/proto/risk/rules';
import { fieldMessages } from '@fairline/proto/texts';
import { weekMs } from '@fairline/proto/time';
import { countLoosened, countRaisedByRule, raiseAlerts } from '../alerts/commands.ts';
import type { Draft } from '../alerts/intake.ts';
import type { Risk } from '../config.ts';
import { recordActionOnUnversioned } from '../operator.ts';
import { alertsPerDay, backTest } from './back-test.ts';
import { tuningOf } from './commands.ts';
import type { Tuning } from './measures.ts';
import { defaultsOf, maxWindowMinutesOf, type Rule, ruleOf, rules, textOfRule } from './rules.ts';
import * as settings from './store-settings.ts';
import { loosenedBy, loosenedDraft, manyLoosened, manyLoosenedDraft, withValues } from './tuning.ts';

export async function readRules({ db, clock }: Risk): Promise<RiskRule[]> {
  const at = clock.now();
  const [known, raised, throttled] = await Promise.all([
    settings.settings(db),
    countRaisedByRule(db, new Date(at.getTime() - weekMs)),
    settings.throttles(db, at),
  ]);
  return rules.map((rule) =>
    toRule(rule, known.get(rule.id), { raised: raised.get(rule.id) ?? 0, throttledUntil: throttled.get(rule.id) }),
  );
}

function toRule(
  rule: Rule,
  setting: settings.SettingRow | undefined,
  { raised, throttledUntil }: { raised: number; throttledUntil: Date | undefined },
): RiskRule {
  const { id, name, alertType, measure, unit } = rule;
  const maxWindowMinutes = maxWindowMinutesOf(rule);
  const tuning = tuningOf(rule, setting);
  return {
    ...{ id, name, description: textOfRule(rule, tuning).description, alertType, measure, unit },
    ...tuning,
    ...(maxWindowMinutes !== undefined && { maxWindowMinutes }),
    defaults: defaultsOf(rule),
    version: setting?.version ?? 0,
    ...(setting && { changedAt: setting.changedAt.toISOString(), changedBy: setting.changedBy }),
    raised,
    ...(throttledUntil && { throttledUntil: throttledUntil.toISOString() }),
  };
}

type Trial = Infer<typeof ruleRoutes.backTest.body>;

export async function tryRule({ db, clock }: Risk, { id, ...values }: Trial): Promise<BackTest> {
  const { rule, present } = await readRule(db, id);
  requireThreshold(rule, values);
  return backTest(db, rule, withValues(rule, present, values), clock.now(), 'trial');
}

async function readRule(db: Queries, id: string): Promise<{ rule: Rule; present: Tuning; version: number }> {
  const rule = ruleOf(id);
  if (!rule) throw new Refusal(ruleRefusals.unknown);
  const setting = (await settings.settings(db)).get(id);
  return { rule, present: tuningOf(rule, setting), version: setting?.version ?? 0 };
}

function requireThreshold({ unit }: Rule, { threshold }: Pick<Tuning, 'threshold'>): void {
  if (!isThreshold(unit, threshold))
    throw new Refusal(common.invalidRequest, undefined, { threshold: fieldMessages.ruleThresholdInvalid });
}

type Change = Omit<Infer<typeof ruleRoutes.setRule.body>, 'reason'>;

/** Changes a rule. Its new values are back-tested before the transaction, which the back-test would keep open for seconds. */
export async function changeRule(risk: Risk, { id, version, ...values }: Change, act: Act): Promise<RiskRule> {
  refuseCardNumber(act.reason);
  const { db, clock } = risk;
  const { rule, present, version: known } = await readRule(db, id);
  if (known !== version) throw new Refusal(ruleRefusals.changed);
  requireThreshold(rule, values);
  const wanted = withValues(rule, present, values);
  if (wanted.enabled) await refuseNoisy(db, rule, wanted, clock.now());
  await db.tx(async (tx) => {
    const at = clock.now();
    const { enabled, severity, threshold, windowMinutes = null } = wanted;
    const next = {
      ruleId: id,
      enabled,
      severity,
      threshold,
      windowMinutes,
      version: version + 1,
      changedAt: at,
      changedBy: act.operator.id,
    };
    if (!(await settings.saveSetting(tx, next))) throw new Refusal(ruleRefusals.changed);
    await recordActionOnUnversioned(tx, act, {
      action: 'rule.change',
      resourceType: 'rule',
      resourceId: id,
      before: { ...present },
      after: { ...wanted },
    });
    await raiseLoosened(
      tx,
      loosenedDraft(rule, version + 1, loosenedBy(rule, present, wanted), act.operator.id),
      act.operator.id,
      at,
    );
  });
  const changed = (await readRules(risk)).find((one) => one.id === id);
  if (!changed) throw new Refusal(ruleRefusals.unknown);
  return changed;
}

/** Raises the alert of one loosened rule, and that of many once their number is reached. Changes made at once wait for each other, so that all are counted. */
async function raiseLoosened(tx: Tx, loosened: Draft | undefined, operatorId: string, at: Date): Promise<void> {
  if (!loosened) return;
  await settings.lockTuner(tx, operatorId);
  await raiseAlerts(tx, [loosened], at);
  const rules = await countLoosened(tx, operatorId, new Date(at.getTime() - manyLoosened.withinMs));
  await raiseAlerts(tx, [manyLoosenedDraft(rules, operatorId, at)], at);
}

async function refuseNoisy(db: Queries, rule: Rule, wanted: Tuning, now: Date): Promise<void> {
  const perDay = alertsPerDay(await backTest(db, rule, wanted, now, 'change'));
  if (perDay > ruleLimits.maxAlertsPerDay)
    throw new Refusal(ruleRefusals.noisy, { perDay, most: ruleLimits.maxAlertsPerDay });
}
