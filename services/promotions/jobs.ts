/** Timers: each job may run on any instance. */
import type { Job } from '@fairline/chassis/storage/jobs';
import { payStatements, stateWeeks } from './cashback/commands.ts';
import type { ClaimsContext } from './claims/context.ts';
import { expireClaims } from './claims/ending.ts';
import { runSteps } from './claims/steps.ts';
import { dropOldStakes, expirePoints } from './loyalty/commands.ts';
import { payPendingRedemptions } from './loyalty/redemption.ts';
import { expirePromotions } from './offers/commands.ts';
import { readKeys } from './players/commands.ts';
import { forgetWagers, publishProgress } from './wagering/commands.ts';
import { forgetLegs } from './wagering/linked.ts';

const hourMs = 3_600_000;

export function jobsOf(context: ClaimsContext): Job[] {
  return [
    { name: 'run_steps', everyMs: 500, where: 'everywhere', run: () => runSteps(context) },
    { name: 'expire_claims', everyMs: 5_000, where: 'everywhere', run: () => expireClaims(context) },
    // Leased, so that a claim's progress is published at most once a second whatever the number of instances.
    { name: 'publish_progress', everyMs: 1_000, where: 'leased', run: () => publishProgress(context) },
    { name: 'read_keys', everyMs: 1_000, where: 'everywhere', run: () => readKeys(context) },
    { name: 'expire_promotions', everyMs: 5_000, where: 'leased', run: () => expirePromotions(context) },
    { name: 'pay_redemptions', everyMs: 1_000, where: 'everywhere', run: () => payPendingRedemptions(context) },
    { name: 'state_weeks', everyMs: 60_000, where: 'leased', run: () => stateWeeks(context) },
    { name: 'pay_statements', everyMs: 5_000, where: 'everywhere', run: () => payStatements(context) },
    { name: 'expire_points', everyMs: hourMs, where: 'leased', run: () => expirePoints(context) },
    { name: 'drop_old_stakes', everyMs: hourMs, where: 'leased', run: () => dropOldStakes(context) },
    { name: 'forget_wagers', everyMs: hourMs, where: 'leased', run: () => forgetWagers(context) },
    { name: 'forget_legs', everyMs: hourMs, where: 'leased', run: () => forgetLegs(context) },
  ];
}
