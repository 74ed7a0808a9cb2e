/** How often something may be tried, as data. Demo mode is a hundred times as patient. */

const minute = 60;
const hour = 60 * minute;

/** Points and the seconds they last, per subject. Sign-ins count failures only. */
export const limits = {
  /** Per address; a household or an office registers from one. */
  register: { points: 100, seconds: hour },
  /** One account from one address: nobody mistypes more often. */
  signInPair: { points: 10, seconds: 15 * minute },
  /** One account from anywhere: guessing spread over many addresses. High, so that a stranger cannot lock the owner out cheaply. */
  signInAccount: { points: 100, seconds: hour },
  /** One address at many accounts: lists of stolen passwords. */
  signInAddress: { points: 100, seconds: 15 * minute },
  /** Per address. */
  link: { points: 60, seconds: 15 * minute },
  /** Links to a new password per address asked for. */
  forgot: { points: 5, seconds: hour },
  /** Whole accounts taken along, per player. */
  download: { points: 20, seconds: hour },
  /** Confirmation mails per player. */
  resend: { points: 3, seconds: 15 * minute },
} as const;
export type Limit = keyof typeof limits;

const demoFactor = 100;

export function pointsOf(limit: Limit, demo: boolean): number {
  return limits[limit].points * (demo ? demoFactor : 1);
}

/** A try to sign in that was let through. */
export interface Admission {
  account: string;
  address: string;
  /** The last one for now. */
  last: boolean;
}
