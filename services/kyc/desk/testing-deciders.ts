/** Operators who decide, for tests. */
import { asOperator } from '@fairline/chassis/testing';
import { startedAt } from '../testing.ts';
import type { Decider } from './decision.ts';

export function decider(changes: Partial<Decider> = {}): Decider {
  return { operator: asOperator('compliance'), now: startedAt, needsTwoOperators: false, ...changes };
}
