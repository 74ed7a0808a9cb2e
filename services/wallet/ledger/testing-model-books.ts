/** The books of the ledger's model: players, stakes, payments and the house, and the commands that change them. Everything in it sums to zero. */
import type { PlayLimits } from '@fairline/proto/wallet/players';

/** A reality check is due `minutes` after the start of the session or after the last acknowledgement. */
export interface Checks {
  minutes: number;
  acknowledgedAt: Date | null;
}

export interface Holder {
  book: 'real' | 'play' | undefined;
  currency: string | undefined;
  accountVersion: number;
  status: 'active' | 'suspended' | 'closed';
  level: 'unverified' | 'verified';
  playVersion: number;
  excludedUntil: Date | null;
  cashMinor: number;
  bonusMinor: number;
  heldMinor: number;
  /** The player's debt as an amount of zero or below. */
  receivableMinor: number;
  /** Counts every change of a balance or of the held amount. */
  version: number;
  openStakes: number;
  openStakeMinor: number;
  wageredMinor: number;
  wonMinor: number;
  ownLimits: PlayLimits | undefined;
  checks: Checks | undefined;
  /** Net losses of the day, week and month that contain `lossAt`. */
  lossAt: Date | undefined;
  lossDayMinor: number;
  lossWeekMinor: number;
  lossMonthMinor: number;
  sessionAt: Date | undefined;
  stakedAt: Date | undefined;
  /** Cash in currencies that are not the play currency, each with its version. */
  others: Map<string, { cashMinor: number; version: number }>;
  /** The original amount of the welcome bonus. */
  giftMinor: number;
  /** Money other than the welcome bonus has moved, so the play currency can no longer change. */
  currencyFixed: boolean;
}

export interface FreeBet {
  playerId: string;
  currency: string;
  amountMinor: number;
  expiresAt: Date;
  /** The body of the first request. */
  body: string;
  /** Nothing of it is left: a bet uses it, or it was taken back. */
  used: boolean;
  forfeitedMinor: number | undefined;
}

/** Bonus money of one claim. */
export interface Bonus {
  playerId: string;
  remainingMinor: number;
  maxStakeMinor: number | undefined;
  products: readonly string[];
  expiresAt: Date;
  state: 'live' | 'converted' | 'forfeited' | 'spent';
  /** Stays true if a spent bonus is converted or forfeited later. */
  wasSpent: boolean;
  /** The amount that was converted or forfeited at its end, and the amounts moved on after that. */
  endedMinor: number;
  laterMinor: number;
  /** The body of the first request. */
  body: string;
}

export interface Stake {
  playerId: string;
  currency: string;
  amountMinor: number;
  bonusMinor: number;
  potentialPayoutMinor: number;
  /** The free bet that paid the stake; its money is the house's. */
  claimId: string | undefined;
  /** The grant that its bonus part was taken from. */
  bonusClaimId: string | undefined;
  /** `taken`, `tombstone`, or the code of its refusal. */
  code: string;
  outcome: 'open' | 'returned' | 'settled';
  /** The part of the stake that was cashed out. */
  closedMinor: number;
  version: number;
  paidMinor: number;
}

export interface Payment {
  playerId: string;
  type: 'deposit' | 'withdrawal';
  status: 'pending' | 'approved' | 'rejected';
  amountMinor: number;
  approvalsNeeded: number;
  approvedBy: string[];
  submittedAt: Date;
}

export interface Books {
  holders: Map<string, Holder>;
  stakes: Map<string, Stake>;
  payments: Map<string, Payment>;
  freeBets: Map<string, FreeBet>;
  bonuses: Map<string, Bonus>;
  /** The bodies of cash grants, by claim. */
  cashGrants: Map<string, string>;
  /** Claims that were forfeited before their grant. */
  forfeitedClaims: Set<string>;
  /** The ids of used quotes. */
  converted: Set<string>;
  /** The house's balances by account. Together with the players' balances they sum to zero. */
  house: Map<string, number>;
  stopped: boolean;
}

export type Command =
  | {
      do: 'open';
      playerId: string;
      book: 'real' | 'play';
      currency: string;
      version: number;
      level: Holder['level'];
      giftMinor: number;
    }
  | { do: 'restrict'; playerId: string; version: number; status: Holder['status']; level: Holder['level'] }
  | {
      do: 'exclude';
      playerId: string;
      version: number;
      until: Date | null;
      limits?: PlayLimits;
      checks?: Checks | null;
    }
  | {
      do: 'convert';
      quoteId: string;
      playerId: string;
      from: string;
      to: string;
      amountMinor: number;
      receiveMinor: number;
      expiresAt: Date;
    }
  | {
      do: 'currency';
      playerId: string;
      currency: string /** The welcome bonus in that currency. */;
      worthMinor: number;
    }
  | { do: 'close'; playerId: string; version: number; rests: readonly string[] }
  | {
      do: 'stake';
      betId: string;
      playerId: string;
      currency: string;
      stakeMinor: number;
      potentialPayoutMinor: number;
      freeBetClaimId?: string;
    }
  | { do: 'grant'; claimId: string; playerId: string; currency: string; amountMinor: number; expiresAt: Date }
  | ({ do: 'bonus'; claimId: string; playerId: string; currency: string; amountMinor: number } & Partial<
      Pick<Bonus, 'maxStakeMinor' | 'products' | 'expiresAt'>
    >)
  | { do: 'cash'; claimId: string; playerId: string; currency: string; amountMinor: number }
  | { do: 'convertBonus'; claimId: string }
  | { do: 'forfeit'; claimId: string }
  | {
      do: 'pay';
      betId: string;
      playerId: string;
      currency: string;
      version: number;
      dueMinor: number;
      outcome: Stake['outcome'];
      closedStakeMinor?: number;
    }
  | {
      do: 'deposit' | 'withdraw';
      paymentId: string;
      playerId: string;
      currency: string;
      amountMinor: number;
      approvalsNeeded: number;
    }
  | { do: 'approve'; paymentId: string; operatorId: string }
  | { do: 'reject'; paymentId: string };

export function emptyBooks(): Books {
  return {
    holders: new Map(),
    stakes: new Map(),
    payments: new Map(),
    freeBets: new Map(),
    bonuses: new Map(),
    cashGrants: new Map(),
    forfeitedClaims: new Set(),
    converted: new Set(),
    house: new Map(),
    stopped: false,
  };
}

/** The sum of all balances of players and house, which is always zero. */
export function sum(books: Books): number {
  return [...sums(books).values()].reduce((total, amount) => total + amount, 0);
}

/** The sums by currency, each zero. The key of a house account ends with its currency. */
export function sums(books: Books): Map<string, number> {
  const totals = new Map<string, number>();
  const add = (currency: string, amount: number) => totals.set(currency, (totals.get(currency) ?? 0) + amount);
  for (const { currency = '', cashMinor, bonusMinor, receivableMinor, others } of books.holders.values()) {
    add(currency, cashMinor + bonusMinor + receivableMinor);
    for (const [other, account] of others) add(other, account.cashMinor);
  }
  for (const [key, amount] of books.house) add(key.split(' ').at(-1) ?? '', amount);
  return totals;
}

const emptyHolder = (): Holder => ({
  book: undefined,
  currency: undefined,
  accountVersion: 0,
  status: 'active',
  level: 'unverified',
  playVersion: 0,
  excludedUntil: null,
  cashMinor: 0,
  bonusMinor: 0,
  heldMinor: 0,
  receivableMinor: 0,
  version: 0,
  openStakes: 0,
  openStakeMinor: 0,
  wageredMinor: 0,
  wonMinor: 0,
  ownLimits: undefined,
  checks: undefined,
  lossAt: undefined,
  lossDayMinor: 0,
  lossWeekMinor: 0,
  lossMonthMinor: 0,
  sessionAt: undefined,
  stakedAt: undefined,
  others: new Map(),
  giftMinor: 0,
  currencyFixed: false,
});

export function holderOf(books: Books, playerId: string): Holder {
  const holder = books.holders.get(playerId) ?? emptyHolder();
  books.holders.set(playerId, holder);
  return holder;
}

/** One transfer: amounts for the player, and the opposite amount for a house account. */
export function move(
  books: Books,
  holder: Holder,
  account: string,
  { cash = 0, bonus = 0, receivable = 0 }: { cash?: number; bonus?: number; receivable?: number },
): void {
  const key = `${holder.book} ${account} ${holder.currency}`;
  books.house.set(key, (books.house.get(key) ?? 0) - cash - bonus - receivable);
  holder.cashMinor += cash;
  holder.bonusMinor += bonus;
  holder.receivableMinor += receivable;
  holder.version++;
}
