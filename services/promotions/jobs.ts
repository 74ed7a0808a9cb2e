/** Timers: each job may run on any instance. */
import type { Job } from '@fairline/chassis/storage/jobs';
import { payStatements, stateWeeks } from './cashback/commands.ts';
import type { Promotions } from './config.ts';
import { dropOldStakes, expirePoints } from './loyalty/commands.ts';
import { payPendingRedemptions } from './loyalty/redemption.ts';
import { expirePromotions } from './offers/commands.ts';

export function jobsOf(context: Promotions): Job[] {
  return [
    { name: 'expire_promotions', everyMs: 5_000, where: 'leased', run: () => expirePromotions(context) },
    { name: 'pay_redemptions', everyMs: 5_000, where: 'everywhere', run: () => payPendingRedemptions(context) },
    { name: 'expire_points', everyMs: 5_000, where: 'leased', run: () => expirePoints(context) },
    { name: 'drop_point_stakes', everyMs: 600_000, where: 'leased', run: () => dropOldStakes(context) },
    { name: 'state_cashback', everyMs: 5_000, where: 'leased', run: () => stateWeeks(context) },
    { name: 'pay_cashback', everyMs: 5_000, where: 'everywhere', run: () => payStatements(context) },
  ];
}
