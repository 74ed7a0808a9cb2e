/** The condition of the platform's own figures, by the specification's thresholds. */
import { healthThresholds } from '@fairline/proto/gateway';
import type { Condition } from './deliveries.ts';

export type HealthFigure = keyof typeof healthThresholds;

/** From the first threshold a warning, from the second critical. */
export function healthCondition(figure: HealthFigure, value: number): Condition {
  const [warning, critical] = healthThresholds[figure];
  if (value >= critical) return 'critical';
  return value >= warning ? 'warning' : 'healthy';
}

export const conditionColour: Readonly<Record<Condition, string>> = {
  healthy: 'text-up',
  warning: 'text-live',
  critical: 'text-down',
};
