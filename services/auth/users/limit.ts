/** The limits of attempts, as data. Demo mode allows a hundred times as many. */

const minute = 60;
const hour = 60 * minute;

/** The attempts allowed per subject within a number of seconds. Of sign-ins only failures count. */
export const throttleLimits = {
  /** Registrations per address; a household or an office shares one. */
  register: { points: 100, seconds: hour },
  /** Sign-ins to one account from one address; more than anybody mistypes. */
  signInPair: { points: 10, seconds: 15 * minute },
  /** Sign-ins to one account from a browser or address that it knows, so that a stranger's guesses do not use it up. */
  signInKnown: { points: 10, seconds: 15 * minute },
  /** Sign-ins to one account from all other addresses, against guesses spread over many addresses. */
  signInAccount: { points: 100, seconds: hour },
  /** Sign-ins from one address to all accounts, against lists of stolen passwords. */
  signInAddress: { points: 100, seconds: 15 * minute },
  /** Passwords and codes of somebody who is signed in, per session. */
  proof: { points: 10, seconds: 15 * minute },
  /** Passwords and codes over all sessions of an account. */
  proofAccount: { points: 100, seconds: hour },
  /** Requests for mailed links and uses of them, per network address. */
  link: { points: 60, seconds: 15 * minute },
  /** Requests for a link to a new password or address, per email address. */
  forgot: { points: 5, seconds: hour },
  /** Downloads of all own data, per player. */
  download: { points: 20, seconds: hour },
  /** Confirmation mails, per player. */
  resend: { points: 3, seconds: 15 * minute },
} as const;
export type Limit = keyof typeof throttleLimits;

const demoFactor = 100;

export function pointsOf(limit: Limit, demo: boolean): number {
  return throttleLimits[limit].points * (demo ? demoFactor : 1);
}

/** An admitted attempt, with the limits that counted it, narrowest first. */
export interface Admission {
  charges: readonly { limit: Limit; subject: string }[];
  /** Whether it is the last attempt allowed for now. */
  last: boolean;
}

/** A browser or address with an earlier sign-in to the account; undefined for a stranger. */
export type KnownVisitor = { by: 'device' | 'address'; key: string } | undefined;

/** How often something may be tried. */
export interface Throttle {
  /** Counts an attempt and returns how many are left; refused if none was left. */
  spend(limit: Limit, subject: string): Promise<number>;
  /** Counts a sign-in attempt before it is checked. */
  admit(account: string, address: string, known: KnownVisitor): Promise<Admission>;
  /** Counts an attempt of somebody who is signed in, apart from sign-ins. */
  admitProof(account: string, sessionId: string): Promise<Admission>;
  /** Takes back the attempt, because it was no failure. */
  forgive(admission: Admission): Promise<void>;
  /** Clears earlier failures on the narrowest limit after a successful sign-in. */
  clear(admission: Admission): Promise<void>;
  /** Clears the failures of an account after its owner proved access to the mailbox. */
  clearAccount(account: string): Promise<void>;
}
