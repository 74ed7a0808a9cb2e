/**
 * The ledger as a pure model: the same commands, the same outcomes, in a few maps.
 * The functions in sql/ are what runs; property tests hold them to this, so a rule changed in one place only is found.
 */
import { limitsByLevel, minWithdrawMinor } from '@fairline/proto/wallet';
import type { PlayLimits } from '@fairline/proto/wallet/limits';
import { dayStart, monthStart, weekStart } from '../period.ts';
import { availableOf, counting, type FreeBet, forfeit, give, inSession, lose, stakeRefusal, stands } from './ledger-play.ts';

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
  /** What the player owes, never above zero. */
  receivableMinor: number;
  /** Counts every change of a balance or of what is held. */
  version: number;
  openStakes: number;
  wageredMinor: number;
  wonMinor: number;
  ownLimits: PlayLimits | undefined;
  /** Net losses of the periods in which `lossAt` lies. */
  lossAt: Date | undefined;
  lossDayMinor: number;
  lossWeekMinor: number;
  lossMonthMinor: number;
  sessionAt: Date | undefined;
  stakedAt: Date | undefined;
  /** Cash in currencies that are not the play currency, each with its version. */
  others: Map<string, { cashMinor: number; version: number }>;
  /** The welcome bonus as it was given. */
  giftMinor: number;
  /** Money that is not the welcome bonus has moved: the play currency stays. */
  currencyFixed: boolean;
}

interface Stake {
  playerId: string;
  currency: string;
  amountMinor: number;
  bonusMinor: number;
  maxPayoutMinor: number;
  /** Of a free bet, whose money is the house's. */
  claimId: string | undefined;
  /** `taken`, `tombstone`, or the code of its refusal. */
  code: string;
  outcome: 'open' | 'returned' | 'settled';
  version: number;
  paidMinor: number;
}

interface Payment {
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
  /** Quotes that were used. */
  converted: Set<string>;
  /** What the house has by account; with the holders it sums to zero. */
  house: Map<string, number>;
  stopped: boolean;
}

export type Command =
  | { do: 'open'; playerId: string; book: 'real' | 'play'; currency: string; version: number; level: Holder['level']; giftMinor: number }
  | { do: 'restrict'; playerId: string; version: number; status: Holder['status']; level: Holder['level'] }
  | { do: 'exclude'; playerId: string; version: number; until: Date | null; limits?: PlayLimits }
  | { do: 'convert'; quoteId: string; playerId: string; from: string; to: string; amountMinor: number; receiveMinor: number; expiresAt: Date }
  | { do: 'currency'; playerId: string; currency: string }
  | { do: 'close'; playerId: string; version: number; rests: readonly string[] }
  | { do: 'stake'; betId: string; playerId: string; currency: string; amountMinor: number; maxPayoutMinor: number; freeBetClaimId?: string }
  | { do: 'grant'; claimId: string; playerId: string; currency: string; amountMinor: number; expiresAt: Date }
  | { do: 'forfeit'; claimId: string }
  | { do: 'pay'; betId: string; playerId: string; currency: string; version: number; dueMinor: number; outcome: Stake['outcome'] }
  | { do: 'deposit' | 'withdraw'; paymentId: string; playerId: string; currency: string; amountMinor: number; approvalsNeeded: number }
  | { do: 'approve'; paymentId: string; operatorId: string }
  | { do: 'reject'; paymentId: string };

export function emptyBooks(): Books {
  return { holders: new Map(), stakes: new Map(), payments: new Map(), freeBets: new Map(), converted: new Set(), house: new Map(), stopped: false };
}

/** Applies a command to the books and answers its code, the one that the function of the same name answers. */
export function apply(books: Books, command: Command, at: Date): string {
  switch (command.do) {
    case 'open':
      return open(books, command);
    case 'restrict':
    case 'exclude':
      return restrict(holderOf(books, command.playerId), command);
    case 'stake':
      return stake(books, command, at);
    case 'grant':
      return give(books.freeBets, books.holders.get(command.playerId), command, at);
    case 'forfeit':
      return forfeit(books.freeBets, command.claimId);
    case 'pay':
      return pay(books, command, at);
    case 'convert':
      return convert(books, command, at);
    case 'currency':
      return changeCurrency(holderOf(books, command.playerId), command, books);
    case 'close':
      return close(books, holderOf(books, command.playerId), command);
    case 'deposit':
    case 'withdraw':
      return ask(books, command, at);
    case 'approve':
      return approve(books, command);
    case 'reject':
      return reject(books, command);
  }
}

/** Everything there is: zero, always. */
export function sum(books: Books): number {
  return [...sums(books).values()].reduce((total, amount) => total + amount, 0);
}

/** The same for each currency alone; what a house account is of stands last in its key. */
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

// ---- Players -----------------------------------------------------------------------------------

const unknown = (): Holder => ({
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
  wageredMinor: 0,
  wonMinor: 0,
  ownLimits: undefined,
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

function holderOf(books: Books, playerId: string): Holder {
  const holder = books.holders.get(playerId) ?? unknown();
  books.holders.set(playerId, holder);
  return holder;
}

function open(books: Books, { playerId, book, currency, version, level, giftMinor }: Extract<Command, { do: 'open' }>): string {
  const holder = holderOf(books, playerId);
  restrict(holder, { do: 'restrict', playerId, version, status: 'active', level });
  if (holder.book) return 'known';
  holder.book = book;
  holder.currency = currency;
  holder.giftMinor = giftMinor;
  if (giftMinor > 0) move(books, holder, book === 'play' ? 'play_money' : 'bonus_expense', { cash: giftMinor });
  return 'opened';
}

function restrict(holder: Holder, word: Extract<Command, { do: 'restrict' | 'exclude' }>): string {
  if (word.do === 'restrict') {
    if (word.version <= holder.accountVersion) return 'ignored';
    Object.assign(holder, { accountVersion: word.version, status: word.status, level: word.level });
  } else {
    if (word.version <= holder.playVersion) return 'ignored';
    Object.assign(holder, { playVersion: word.version, excludedUntil: word.until, ownLimits: word.limits ?? holder.ownLimits });
  }
  return 'bound';
}

/** One transfer: what a player gets, the house gives. */
function move(
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

// ---- Bets --------------------------------------------------------------------------------------

function stake(books: Books, command: Extract<Command, { do: 'stake' }>, at: Date): string {
  const { betId, playerId, currency, amountMinor, maxPayoutMinor, freeBetClaimId: claimId } = command;
  const known = books.stakes.get(betId);
  if (known) {
    if (known.playerId !== playerId) return 'key_reused';
    if (known.code === 'tombstone') return 'tombstone';
    const same = known.currency === currency && known.amountMinor === amountMinor && known.maxPayoutMinor === maxPayoutMinor && known.claimId === claimId;
    return same ? known.code : 'key_reused';
  }
  if (books.stopped) return 'stopped';
  const holder = books.holders.get(playerId);
  const freeBet = claimId === undefined ? undefined : books.freeBets.get(claimId);
  const code = stakeRefusal(holder, freeBet, command, at) ?? 'taken';
  const ownMinor = claimId === undefined ? amountMinor : 0;
  const cash = holder ? Math.min(ownMinor, availableOf(holder)) : 0;
  const bonusMinor = code === 'taken' ? ownMinor - cash : 0;
  books.stakes.set(betId, { playerId, currency, amountMinor, bonusMinor, maxPayoutMinor, claimId, code, outcome: 'open', version: 0, paidMinor: 0 });
  if (holder && code === 'taken') {
    if (freeBet) {
      spend(books, holder, amountMinor);
      freeBet.used = true;
    } else move(books, holder, 'sports', { cash: -cash, bonus: -bonusMinor });
    holder.openStakes++;
    holder.wageredMinor += ownMinor;
    holder.currencyFixed = true;
    lose(holder, ownMinor, at);
    if (!inSession(holder, at)) holder.sessionAt = at;
    holder.stakedAt = at;
  }
  return code;
}

/** From bonus expense to sports, past the player; a negative amount comes back. */
function spend(books: Books, { book, currency }: Holder, amountMinor: number): void {
  for (const [account, sign] of [
    ['bonus_expense', -1],
    ['sports', 1],
  ] as const) {
    const key = `${book} ${account} ${currency}`;
    books.house.set(key, (books.house.get(key) ?? 0) + sign * amountMinor);
  }
}

function pay(books: Books, { betId, playerId, currency, version, dueMinor, outcome }: Extract<Command, { do: 'pay' }>, at: Date): string {
  const refund = outcome === 'returned';
  const known = books.stakes.get(betId);
  if (!known) {
    if (!refund) return 'not_taken';
    const tomb = {
      amountMinor: dueMinor,
      bonusMinor: 0,
      maxPayoutMinor: dueMinor,
      claimId: undefined,
      code: 'tombstone',
      outcome: 'returned',
      version,
      paidMinor: 0,
    } as const;
    books.stakes.set(betId, { playerId, currency, ...tomb });
    return 'tombstone';
  }
  if (known.playerId !== playerId || known.currency !== currency) return 'other_player';
  if (known.code !== 'taken') return refund ? 'ignored' : 'not_taken';
  if (dueMinor > Math.max(known.maxPayoutMinor, known.amountMinor)) return 'too_large';
  if (known.claimId !== undefined && refund && dueMinor !== known.amountMinor) return 'not_whole';
  if (version <= known.version) return 'ignored';
  const holder = holderOf(books, playerId);
  const next = { ...known, version, paidMinor: dueMinor, outcome };
  count(holder, known, -1);
  lose(holder, ownPaid(known) - ownPaid(next), at);
  postDifference(books, holder, known, next);
  Object.assign(known, next);
  count(holder, known, 1);
  const freeBet = books.freeBets.get(known.claimId ?? '');
  if (freeBet) {
    const bets = [...books.stakes.values()].filter(({ claimId, code }) => claimId === known.claimId && code === 'taken');
    stands(
      freeBet,
      bets.map((bet) => bet.outcome),
    );
  }
  return 'posted';
}

/** What of the due is the player's: a free bet that is returned goes back to the house. */
const ownPaid = ({ claimId, outcome, paidMinor }: Stake) => (claimId !== undefined && outcome === 'returned' ? 0 : paidMinor);

/** What a stake adds to its player's statistics as it stands. */
function count(holder: Holder, { claimId, outcome, amountMinor, paidMinor }: Stake, sign: 1 | -1): void {
  if (outcome === 'open') holder.openStakes += sign;
  if (outcome === 'settled') holder.wonMinor += sign * paidMinor;
  if (claimId !== undefined) return;
  // Of a stake that was returned after a part of the bet was sold, what that sale lost or won is left.
  const [lostMinor, gainedMinor] = [Math.max(amountMinor - paidMinor, 0), Math.max(paidMinor - amountMinor, 0)];
  holder.wageredMinor += sign * (outcome === 'returned' ? lostMinor : amountMinor);
  if (outcome === 'returned') holder.wonMinor += sign * gainedMinor;
}

/** In the proportion the stake was taken in, the bonus part rounded down. */
function bonusShare({ amountMinor, bonusMinor }: Stake, paidMinor: number): number {
  return Number((BigInt(paidMinor) * BigInt(bonusMinor)) / BigInt(amountMinor));
}

function postDifference(books: Books, holder: Holder, known: Stake, next: Stake): void {
  const dueMinor = ownPaid(next);
  const difference = dueMinor - ownPaid(known);
  spend(books, holder, difference - (next.paidMinor - known.paidMinor));
  if (difference === 0) return;
  const bonus = bonusShare(known, dueMinor) - bonusShare(known, known.paidMinor);
  const cash = difference - bonus;
  if (difference > 0) {
    const recovered = Math.min(-holder.receivableMinor, difference);
    const fromCash = Math.min(recovered, cash);
    move(books, holder, 'sports', { cash: cash - fromCash, bonus: bonus - (recovered - fromCash), receivable: recovered });
    return;
  }
  const bonusBack = Math.min(-bonus, holder.bonusMinor);
  const cashBack = Math.min(-difference - bonusBack, availableOf(holder));
  move(books, holder, 'sports', { cash: -cashBack, bonus: -bonusBack, receivable: difference + cashBack + bonusBack });
}

// ---- Several currencies ------------------------------------------------------------------------

/** Cash of one currency, of the play currency or beside it. */
function moveCash(books: Books, holder: Holder, account: string, currency: string, amountMinor: number): void {
  if (currency === holder.currency) {
    move(books, holder, account, { cash: amountMinor });
    return;
  }
  const key = `${holder.book} ${account} ${currency}`;
  books.house.set(key, (books.house.get(key) ?? 0) - amountMinor);
  const other = holder.others.get(currency) ?? { cashMinor: 0, version: 0 };
  holder.others.set(currency, { cashMinor: other.cashMinor + amountMinor, version: other.version + 1 });
}

function convert(books: Books, { quoteId, playerId, from, to, amountMinor, receiveMinor, expiresAt }: Extract<Command, { do: 'convert' }>, at: Date): string {
  if (books.converted.has(quoteId)) return 'quote_used';
  if (expiresAt <= at) return 'quote_expired';
  if (books.stopped) return 'stopped';
  const holder = books.holders.get(playerId);
  if (!holder?.book) return 'not_found';
  if (holder.status !== 'active') return 'account_not_active';
  const has = from === holder.currency ? availableOf(holder) : (holder.others.get(from)?.cashMinor ?? 0);
  if (amountMinor > has) return 'insufficient_balance';
  books.converted.add(quoteId);
  moveCash(books, holder, 'fx', from, -amountMinor);
  moveCash(books, holder, 'fx', to, receiveMinor);
  holder.currencyFixed = true;
  return 'converted';
}

/** The welcome bonus is taken back in the old currency and paid in the new one at the same number. */
function changeCurrency(holder: Holder, { playerId, currency }: Extract<Command, { do: 'currency' }>, books: Books): string {
  if (!holder.book || !holder.currency) return 'not_found';
  if (holder.currency === currency) return 'known';
  if (holder.currencyFixed || counting(books, playerId).length > 0) return 'currency_fixed';
  const { currency: old, cashMinor, version } = holder;
  const to = holder.others.get(currency) ?? { cashMinor: 0, version: 0 };
  const moved = cashMinor > 0 ? 1 : 0;
  const account = holder.book === 'play' ? 'play_money' : 'bonus_expense';
  for (const [money, sign] of [
    [old, 1],
    [currency, -1],
  ] as const) {
    const key = `${holder.book} ${account} ${money}`;
    books.house.set(key, (books.house.get(key) ?? 0) + sign * cashMinor);
  }
  holder.others.delete(currency);
  holder.others.set(old, { cashMinor: 0, version: version + moved });
  Object.assign(holder, { currency, cashMinor: to.cashMinor + cashMinor, version: to.version + moved });
  for (const freeBet of books.freeBets.values()) if (freeBet.playerId === playerId) freeBet.currency = currency;
  return 'changed';
}

/** Bonus money ends with the account, and so do rests worth less than a cent, and what is left of the welcome bonus to an unverified player with nothing else. */
function close(books: Books, holder: Holder, { playerId, version, rests }: Extract<Command, { do: 'close' }>): string {
  if (version <= holder.accountVersion) return 'known';
  const { book, level, cashMinor, bonusMinor, giftMinor } = holder;
  const others = [...holder.others].filter(([, other]) => other.cashMinor > 0);
  const waits = counting(books, playerId).some(({ status }) => status === 'pending') || holder.openStakes > 0;
  const ends = book === 'real' && level === 'unverified' && broughtIn(books, playerId) <= 0 && cashMinor <= giftMinor;
  if (others.some(([money]) => !rests.includes(money)) || waits || (cashMinor > 0 && !ends)) return 'balance_left';
  if (cashMinor + bonusMinor > 0) move(books, holder, 'bonus_expense', { cash: -cashMinor, bonus: -bonusMinor });
  for (const [money, other] of others) moveCash(books, holder, 'fx', money, -other.cashMinor);
  Object.assign(holder, { accountVersion: version, status: 'closed' });
  return 'closed';
}

// ---- Payments ----------------------------------------------------------------------------------

function ask(
  books: Books,
  { do: what, paymentId, playerId, currency, amountMinor, approvalsNeeded }: Extract<Command, { do: 'deposit' | 'withdraw' }>,
  at: Date,
): string {
  const holder = books.holders.get(playerId);
  if (!holder?.book) return 'not_found';
  if (holder.status !== 'active') return 'account_not_active';
  if (what === 'deposit' && holder.excludedUntil && holder.excludedUntil > at) return 'excluded';
  if (what === 'withdraw' && books.stopped) return 'stopped';
  if (holder.currency !== currency) return 'currency_not_accepted';
  if (what === 'withdraw' && amountMinor < minWithdrawMinor && amountMinor !== availableOf(holder)) return 'limit_exceeded';
  if (what === 'withdraw' && amountMinor > availableOf(holder)) return 'insufficient_balance';
  const type = what === 'deposit' ? 'deposit' : 'withdrawal';
  if (breaksLimit(books, holder, { playerId, type, amountMinor }, at)) return 'limit_exceeded';
  if (what === 'withdraw' && holder.level === 'unverified' && amountMinor > broughtIn(books, playerId)) return 'kyc_required';
  if (type === 'deposit' && breaksOwnDepositLimit(books, holder, { playerId, amountMinor }, at)) return 'limit_exceeded';
  books.payments.set(paymentId, { playerId, type, status: 'pending', amountMinor, approvalsNeeded, approvedBy: [], submittedAt: at });
  if (what === 'withdraw') {
    holder.heldMinor += amountMinor;
    holder.version++;
  }
  return 'requested';
}

function breaksLimit(books: Books, { level }: Holder, { playerId, type, amountMinor }: Pick<Payment, 'playerId' | 'type' | 'amountMinor'>, at: Date): boolean {
  const limits = limitsByLevel[level];
  const since = (start: Date) =>
    counting(books, playerId).reduce((total, one) => total + (one.type === type && one.submittedAt >= start ? one.amountMinor : 0), amountMinor);
  const [single, day, month] =
    type === 'deposit'
      ? [limits.maxDepositMinor, limits.dailyDepositMinor, limits.monthlyDepositMinor]
      : [limits.maxWithdrawMinor, limits.dailyWithdrawMinor, limits.monthlyWithdrawMinor];
  return amountMinor > single || since(dayStart(at)) > day || since(monthStart(at)) > month;
}

function breaksOwnDepositLimit(
  books: Books,
  { ownLimits = {} }: Holder,
  { playerId, amountMinor }: Pick<Payment, 'playerId' | 'amountMinor'>,
  at: Date,
): boolean {
  const since = (start: Date) =>
    counting(books, playerId).reduce((total, one) => total + (one.type === 'deposit' && one.submittedAt >= start ? one.amountMinor : 0), amountMinor);
  const above = (limitMinor: number | undefined, start: Date) => limitMinor !== undefined && since(start) > limitMinor;
  return (
    above(ownLimits.depositDayMinor, dayStart(at)) || above(ownLimits.depositWeekMinor, weekStart(at)) || above(ownLimits.depositMonthMinor, monthStart(at))
  );
}

/** What approved deposits brought in and withdrawals have not taken out again, asked for or done. */
function broughtIn(books: Books, playerId: string): number {
  return counting(books, playerId).reduce((total, { type, status, amountMinor }) => {
    if (type === 'withdrawal') return total - amountMinor;
    return status === 'approved' ? total + amountMinor : total;
  }, 0);
}

function approve(books: Books, { paymentId, operatorId }: Extract<Command, { do: 'approve' }>): string {
  const payment = books.payments.get(paymentId);
  if (!payment) return 'not_found';
  if (payment.status !== 'pending') return payment.status === 'approved' ? 'known' : 'already_decided';
  if (payment.approvedBy.includes(operatorId)) return 'second_operator_needed';
  if (payment.type === 'withdrawal' && books.stopped) return 'stopped';
  payment.approvedBy.push(operatorId);
  if (payment.approvedBy.length < payment.approvalsNeeded) return 'counted';
  payment.status = 'approved';
  const holder = holderOf(books, payment.playerId);
  const out = payment.type === 'withdrawal';
  if (out) holder.heldMinor -= payment.amountMinor;
  move(books, holder, 'clearing_bank_transfer', { cash: out ? -payment.amountMinor : payment.amountMinor });
  return 'approved';
}

function reject(books: Books, { paymentId }: Extract<Command, { do: 'reject' }>): string {
  const payment = books.payments.get(paymentId);
  if (!payment) return 'not_found';
  if (payment.status !== 'pending') return payment.status === 'rejected' ? 'known' : 'already_decided';
  payment.status = 'rejected';
  if (payment.type === 'withdrawal') {
    const holder = holderOf(books, payment.playerId);
    holder.heldMinor -= payment.amountMinor;
    holder.version++;
  }
  return 'rejected';
}
