/** How often something may be tried, as data. Demo mode is a hundred times as patient. */

const minute = 60;
const hour = 60 * minute;

/** Points and the seconds they last, per subject. Sign-ins count failures only. */
export const throttleLimits = {
  /** Per address; a household or an office registers from one. */
  register: { points: 100, seconds: hour },
  /** One account from one address: nobody mistypes more often. */
  signInPair: { points: 10, seconds: 15 * minute },
  /** One account from a browser or an address that signed in to it before: no stranger's guesses use it up. */
  signInKnown: { points: 10, seconds: 15 * minute },
  /** One account from anywhere else: guessing spread over many addresses. */
  signInAccount: { points: 100, seconds: hour },
  /** One address at many accounts: lists of stolen passwords. */
  signInAddress: { points: 100, seconds: 15 * minute },
  /** Password or code of somebody who is signed in, per session. */
  proof: { points: 10, seconds: 15 * minute },
  /** The same over all sessions of an account. */
  proofAccount: { points: 100, seconds: hour },
  /** Per address. */
  link: { points: 60, seconds: 15 * minute },
  /** Links to a new password per address asked for. */
  forgot: { points: 5, seconds: hour },
  /** Whole accounts taken along, per player. */
  download: { points: 20, seconds: hour },
  /** Confirmation mails per player. */
  resend: { points: 3, seconds: 15 * minute },
} as const;
export type Limit = keyof typeof throttleLimits;

const demoFactor = 100;

export function pointsOf(limit: Limit, demo: boolean): number {
  return throttleLimits[limit].points * (demo ? demoFactor : 1);
}

/** An admitted try, and the limits that counted it, narrowest first. */
export interface Admission {
  charges: readonly { limit: Limit; subject: string }[];
  /** The last one for now. */
  last: boolean;
}

/** A browser or an address that signed in to the account before; undefined for a stranger. */
export type KnownVisitor = { by: 'device' | 'address'; key: string } | undefined;

/** How often something may be tried. */
export interface Throttle {
  /** Takes a point and answers how many are left; refuses when there was none. */
  spend(limit: Limit, subject: string): Promise<number>;
  /** Admits a try to sign in before it is known to be right. */
  admit(account: string, address: string, known: KnownVisitor): Promise<Admission>;
  /** Admits a try of somebody who is signed in; it counts apart from sign-ins. */
  admitProof(account: string, sessionId: string): Promise<Admission>;
  /** The try was no failure: it does not count. */
  forgive(admission: Admission): Promise<void>;
  /** Signed in: earlier failures of this account from this address are forgotten. */
  clear(admission: Admission): Promise<void>;
  /** The owner proved access to the mailbox: clears strangers' failures. */
  clearAccount(account: string): Promise<void>;
}
