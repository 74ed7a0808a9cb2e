/** What casino publishes. */

import { casinoCheckEvents } from '../checks.ts';
import { casinoAuditEvents } from './audit.ts';
import { casinoDeskEvents } from './desk.ts';
import { fairnessEvents } from './fairness.ts';
import { roundEvents } from './rounds.ts';

export const casinoPublishes = {
  ...roundEvents,
  ...fairnessEvents,
  ...casinoDeskEvents,
  ...casinoCheckEvents,
  ...casinoAuditEvents,
};
