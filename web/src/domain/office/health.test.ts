/** The thresholds of each figure, as rows. */
import { expect, it } from 'vitest';
import { healthCondition } from './health.ts';

it.each([
  ['cpuPercent', 49.9, 'healthy'],
  ['cpuPercent', 50, 'warning'],
  ['cpuPercent', 80, 'critical'],
  ['memoryPercent', 69, 'healthy'],
  ['memoryPercent', 70, 'warning'],
  ['memoryPercent', 85, 'critical'],
  ['diskPercent', 60, 'warning'],
  ['diskPercent', 80, 'critical'],
  ['responseMs', 99, 'healthy'],
  ['responseMs', 100, 'warning'],
  ['responseMs', 200, 'critical'],
  ['latencyMs', 50, 'warning'],
  ['latencyMs', 100, 'critical'],
  ['errorPercent', 0.09, 'healthy'],
  ['errorPercent', 0.1, 'warning'],
  ['errorPercent', 0.5, 'critical'],
] as const)('%s %d is %s', (figure, value, condition) => expect(healthCondition(figure, value)).toBe(condition));
