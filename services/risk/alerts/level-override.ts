/** Risk levels set by operators. A level below the computed one raises an alert. It is refused to operators who could not close the alerts behind the computed level. */
import type { RecordedAct } from '@fairline/chassis/http/operator-act';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { levelRefusals, type levelRoutes, type RiskLevel } from '@fairline/proto/risk/levels';
import type { Risk } from '../config.ts';
import { publishChange, readLevel, requirePlayer } from '../levels/commands.ts';
import { isBelow, isCounted, levelInForce } from '../levels/level.ts';
import * as levels from '../levels/store.ts';
import { recordAction } from '../operator.ts';
import { raiseAlerts } from './commands.ts';
import { ofLowered } from './insiders.ts';
import { ownRefusal } from './own.ts';
import { findAlert } from './store.ts';

type Change = Infer<typeof levelRoutes.setRiskLevel.body>;

/** Sets an override of the level, or removes it (`level` null). Removing none changes nothing. */
export async function setLevel(
  risk: Risk,
  playerId: string,
  { level, reason, version }: Change,
  act: RecordedAct,
): Promise<RiskLevel> {
  refuseCardNumber(reason);
  await requirePlayer(risk, playerId);
  return risk.db.tx(async (tx) => {
    const at = risk.clock.now();
    const [before] = await levels.lockLevels(tx, [playerId]);
    if (!before) throw new Refusal(common.notFound);
    if (version !== undefined && version !== before.version) throw new Refusal(levelRefusals.changed);
    if (level === null && before.overrideLevel === null) return readLevel(tx, playerId, at);
    const isLowered = level !== null && isBelow(level, before.computed);
    if (isLowered) await refuseOwn(tx, playerId, act.operator.id, at);
    const after = { ...before, overrideLevel: level, version: before.version + 1 };
    await levels.saveOverride(tx, playerId, after.version, level && { level, reason, operatorId: act.operator.id }, at);
    await publishChange(tx, before, after, { byOperator: true });
    await recordAction(tx, { ...act, reason }, after.version, {
      action: 'risk_level.set',
      resourceType: 'player',
      resourceId: playerId,
      before: { level: levelInForce(before), override: before.overrideLevel },
      after: { level: levelInForce(after), override: level },
    });
    if (isLowered) await raiseAlerts(tx, [ofLowered(playerId, after.version, act.operator.id)], at);
    return readLevel(tx, playerId, at);
  });
}

/** Refuses operators who may not close an alert behind the level, because lowering the level has the effect of closing it. */
async function refuseOwn(tx: Tx, playerId: string, operatorId: string, at: Date): Promise<void> {
  for (const counted of await levels.alertsOf(tx, [playerId], at)) {
    const alert = isCounted(counted, at) && (await findAlert(tx, counted.id));
    if (alert && (await ownRefusal(tx, alert, operatorId))) throw new Refusal(levelRefusals.own);
  }
}
