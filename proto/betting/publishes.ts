/** What betting publishes. */

import { bettingCheckEvents } from '../checks.ts';
import { bettingAuditEvents } from './audit.ts';
import { betEvents } from './bets.ts';
import { offerEvents } from './offer.ts';

export const bettingPublishes = { ...offerEvents, ...betEvents, ...bettingCheckEvents, ...bettingAuditEvents };
