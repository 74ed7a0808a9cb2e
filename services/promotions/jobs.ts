/** Recurring jobs. `leased`: on one instance at a time. `everywhere`: on all, each claiming its own rows. */

import type { Job } from '@fairline/chassis/storage/jobs';
import { hourMs } from '@fairline/proto/time';
import { payStatements, stateWeeks } from './cashback/commands.ts';
import { expireClaims } from './claims/ending.ts';
import { runSteps } from './claims/steps.ts';
import type { Promotions } from './config.ts';
import { dropOldStakes, expirePoints } from './loyalty/commands.ts';
import { payPendingRedemptions } from './loyalty/redemption.ts';
import { expirePromotions } from './offers/commands.ts';
import { readKeys } from './players/commands.ts';
import { forgetWagers, publishProgress } from './wagering/commands.ts';
import { forgetLegs } from './wagering/linked.ts';

export function jobsOf(context: Promotions): Job[] {
  return [
    { name: 'run_steps', everyMs: 500, where: 'everywhere', run: () => runSteps(context) },
    { name: 'expire_claims', everyMs: 5_000, where: 'everywhere', run: () => expireClaims(context) },
    // Leased, so that a claim's progress is published at most once a second whatever the number of instances.
    { name: 'publish_progress', everyMs: 1_000, where: 'leased', run: () => publishProgress(context) },
    { name: 'read_keys', everyMs: 1_000, where: 'everywhere', run: () => readKeys(context) },
    { name: 'forget_wagers', everyMs: hourMs, where: 'leased', run: () => forgetWagers(context) },
    { name: 'forget_legs', everyMs: hourMs, where: 'leased', run: () => forgetLegs(context) },
    { name: 'expire_promotions', everyMs: 5_000, where: 'leased', run: () => expirePromotions(context) },
    { name: 'pay_redemptions', everyMs: 5_000, where: 'everywhere', run: () => payPendingRedemptions(context) },
    { name: 'expire_points', everyMs: 5_000, where: 'leased', run: () => expirePoints(context) },
    { name: 'drop_point_stakes', everyMs: 600_000, where: 'leased', run: () => dropOldStakes(context) },
    { name: 'state_cashback', everyMs: 5_000, where: 'leased', run: () => stateWeeks(context) },
    { name: 'pay_cashback', everyMs: 5_000, where: 'everywhere', run: () => payStatements(context) },
  ];
}
