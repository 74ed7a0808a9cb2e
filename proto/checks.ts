/** Checks that services run again and again on their own records. One that has not succeeded for a while is reported: it finds records that differ, or it cannot run and finds nothing. */
import { z } from 'zod';
import { event, Instant } from './contract.ts';

/** Each check, and how long after its last success it is overdue. */
export const checks = {
  /** Betting compares bets with wallet's stakes. */
  bet_stakes: { overdueMinutes: 5 },
  /** Casino compares rounds with wallet's. */
  round_stakes: { overdueMinutes: 5 },
  /** Wallet proves what was posted since the last proof. */
  books: { overdueMinutes: 5 },
  /** Wallet proves its books from the first entry, once an hour; on large books that takes a while. */
  whole_books: { overdueMinutes: 120 },
} as const;
export type CheckName = keyof typeof checks;
export const CheckName = z.enum(Object.keys(checks) as [CheckName, ...CheckName[]]);

/** A check that stays overdue is reported again after this long, in case its alert was closed. */
export const checkRepeatHours = 24;

function checkOverdue(service: string) {
  return event(service, 'CheckOverdue', {
    summary:
      'A check of the records has not succeeded for too long: it finds records that differ, fails, or does not run.',
    data: z.object({
      check: CheckName,
      completedAt: Instant.meta({ description: 'its last success' }),
      overdueMinutes: z.int(),
    }),
  });
}

export const bettingCheckEvents = { checkOverdue: checkOverdue('betting') } as const;
export const casinoCheckEvents = { checkOverdue: checkOverdue('casino') } as const;
export const walletCheckEvents = { checkOverdue: checkOverdue('wallet') } as const;
export type CheckOverdue = ReturnType<typeof checkOverdue>;
