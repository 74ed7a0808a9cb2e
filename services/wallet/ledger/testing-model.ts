/**
 * The ledger as a pure model, for tests: the same commands and outcomes as in SQL, in a few maps.
 * The service runs the functions in sql/; tables and property tests check both against the same rules.
 */
import {
  changeBonus,
  convertBonus,
  countFoundBonus,
  endSpent,
  forfeitBonus,
  giveBonus,
  giveCash,
  restoreForfeited,
  usableBonus,
} from './testing-model-bonus.ts';
import { type Books, type Command, type Holder, holderOf, move, type Stake } from './testing-model-books.ts';
import { approve, broughtIn, reject, requestPayment } from './testing-model-payments.ts';
import {
  availableOf,
  counting,
  forfeit,
  give,
  inSession,
  lose,
  stakeRefusal,
  updateFreeBetUse,
} from './testing-model-play.ts';

/** Applies a command to the books and returns its code, which equals the code of the SQL function for it. */
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
      return give(books, books.holders.get(command.playerId), command, at);
    case 'bonus':
      return giveBonus(books, command, at);
    case 'cash':
      return giveCash(books, command, at);
    case 'convertBonus':
      return convertBonus(books, command.claimId);
    case 'forfeit':
      return forfeitBonus(books, command.claimId) ?? forfeit(books, command.claimId);
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
      return requestPayment(books, command, at);
    case 'approve':
      return approve(books, command, at);
    case 'reject':
      return reject(books, command);
  }
}

// ---- Players -----------------------------------------------------------------------------------

function open(
  books: Books,
  { playerId, book, currency, version, level, giftMinor }: Extract<Command, { do: 'open' }>,
): string {
  const holder = holderOf(books, playerId);
  restrict(holder, { do: 'restrict', playerId, version, status: 'active', level });
  if (holder.book) return 'known';
  holder.book = book;
  holder.currency = currency;
  holder.giftMinor = giftMinor;
  if (giftMinor > 0) move(books, holder, book === 'play' ? 'play_money' : 'bonus_expense', { cash: giftMinor });
  return 'opened';
}

function restrict(holder: Holder, permit: Extract<Command, { do: 'restrict' | 'exclude' }>): string {
  if (permit.do === 'restrict') {
    if (permit.version <= holder.accountVersion) return 'ignored';
    Object.assign(holder, { accountVersion: permit.version, status: permit.status, level: permit.level });
  } else {
    if (permit.version <= holder.playVersion) return 'ignored';
    const checks = permit.checks === undefined ? holder.checks : (permit.checks ?? undefined);
    const excludedUntil =
      permit.until && holder.excludedUntil && permit.until < holder.excludedUntil
        ? holder.excludedUntil
        : (permit.until ?? holder.excludedUntil);
    Object.assign(holder, {
      playVersion: permit.version,
      excludedUntil,
      ownLimits: permit.limits ?? holder.ownLimits,
      checks,
    });
  }
  return 'bound';
}

// ---- Bets --------------------------------------------------------------------------------------

function stake(books: Books, command: Extract<Command, { do: 'stake' }>, at: Date): string {
  const { betId, playerId, currency, stakeMinor: amountMinor, potentialPayoutMinor, freeBetClaimId: claimId } = command;
  const known = books.stakes.get(betId);
  if (known) {
    if (known.playerId !== playerId) return 'key_reused';
    if (known.code === 'tombstone') return 'tombstone';
    const same =
      known.currency === currency &&
      known.amountMinor === amountMinor &&
      known.potentialPayoutMinor === potentialPayoutMinor &&
      known.claimId === claimId;
    return same ? known.code : 'key_reused';
  }
  if (books.stopped) return 'stopped';
  const holder = books.holders.get(playerId);
  const freeBet = claimId === undefined ? undefined : books.freeBets.get(claimId);
  const usable = usableBonus(books, playerId, at);
  const code = stakeRefusal(holder, freeBet, usable?.[1], command, at) ?? 'taken';
  const ownMinor = claimId === undefined ? amountMinor : 0;
  const cash = holder ? Math.min(ownMinor, availableOf(holder)) : 0;
  const bonusMinor = code === 'taken' ? ownMinor - cash : 0;
  books.stakes.set(betId, {
    playerId,
    currency,
    amountMinor,
    bonusMinor,
    potentialPayoutMinor,
    claimId,
    bonusClaimId: bonusMinor > 0 ? usable?.[0] : undefined,
    code,
    outcome: 'open',
    version: 0,
    paidMinor: 0,
    closedMinor: 0,
  });
  if (holder && code === 'taken') {
    if (freeBet) {
      spend(books, holder, amountMinor);
      freeBet.used = true;
    } else {
      move(books, holder, 'sports', { cash: -cash, bonus: -bonusMinor });
      if (bonusMinor > 0) changeBonus(books, usable?.[1], -bonusMinor);
    }
    holder.openStakes++;
    holder.openStakeMinor += ownMinor;
    holder.wageredMinor += ownMinor;
    holder.currencyFixed = true;
    lose(holder, ownMinor, at);
    if (!inSession(holder, at)) holder.sessionAt = at;
    holder.stakedAt = at;
  }
  return code;
}

/** Moves a free bet's stake from bonus expense to sports, without the player's accounts; back if the amount is negative. */
function spend(books: Books, { book, currency }: Holder, amountMinor: number): void {
  for (const [account, sign] of [
    ['bonus_expense', -1],
    ['sports', 1],
  ] as const) {
    const key = `${book} ${account} ${currency}`;
    books.house.set(key, (books.house.get(key) ?? 0) + sign * amountMinor);
  }
}

function pay(
  books: Books,
  { betId, playerId, currency, version, dueMinor, outcome, closedStakeMinor }: Extract<Command, { do: 'pay' }>,
  at: Date,
): string {
  const refund = outcome === 'returned';
  const known = books.stakes.get(betId);
  if (!known) {
    if (!refund) return 'not_taken';
    const tomb = {
      amountMinor: dueMinor,
      bonusMinor: 0,
      potentialPayoutMinor: dueMinor,
      claimId: undefined,
      bonusClaimId: undefined,
      code: 'tombstone',
      outcome: 'returned',
      version,
      paidMinor: 0,
      closedMinor: 0,
    } as const;
    books.stakes.set(betId, { playerId, currency, ...tomb });
    return 'tombstone';
  }
  if (known.playerId !== playerId || known.currency !== currency) return 'other_player';
  if (known.code !== 'taken') return refund ? 'ignored' : 'not_taken';
  if (dueMinor > Math.max(known.potentialPayoutMinor, known.amountMinor)) return 'too_large';
  if (known.claimId !== undefined && refund && dueMinor !== known.amountMinor) return 'not_whole';
  if (version <= known.version) return 'ignored';
  const holder = holderOf(books, playerId);
  const next = { ...known, version, paidMinor: dueMinor, outcome, closedMinor: closedStakeMinor ?? known.closedMinor };
  count(holder, known, -1);
  lose(holder, paidByUs(known) - paidByUs(next), at);
  postDifference(books, holder, known, next);
  Object.assign(known, next);
  count(holder, known, 1);
  endSpent(books, known.bonusClaimId);
  const freeBet = books.freeBets.get(known.claimId ?? '');
  if (freeBet) {
    const bets = [...books.stakes.values()].filter(
      ({ claimId, code }) => claimId === known.claimId && code === 'taken',
    );
    updateFreeBetUse(
      freeBet,
      bets.map((bet) => bet.outcome),
    );
  }
  return 'posted';
}

/** The player's part of a payout: a returned free bet goes back to the house. */
const paidByUs = ({ claimId, outcome, paidMinor }: Stake) =>
  claimId !== undefined && outcome === 'returned' ? 0 : paidMinor;

/** The amounts that a stake adds to its player's statistics in its present state. */
function count(holder: Holder, { claimId, outcome, amountMinor, paidMinor, closedMinor }: Stake, sign: 1 | -1): void {
  if (outcome === 'open') holder.openStakes += sign;
  if (outcome !== 'returned') holder.wonMinor += sign * paidMinor;
  if (claimId !== undefined) return;
  if (outcome === 'open') holder.openStakeMinor += sign * (amountMinor - closedMinor);
  // If a bet is returned after a part of it was cashed out, that part still counts.
  const soldMinor = Math.max(closedMinor, amountMinor - paidMinor);
  holder.wageredMinor += sign * (outcome === 'returned' ? soldMinor : amountMinor);
  if (outcome === 'returned') holder.wonMinor += sign * (paidMinor - amountMinor + soldMinor);
}

/** Splits a payout in the proportion of its stake, with the bonus part rounded down. */
function bonusShare({ amountMinor, bonusMinor }: Stake, paidMinor: number): number {
  return Number((BigInt(paidMinor) * BigInt(bonusMinor)) / BigInt(amountMinor));
}

function postDifference(books: Books, holder: Holder, known: Stake, next: Stake): void {
  const dueMinor = paidByUs(next);
  const difference = dueMinor - paidByUs(known);
  spend(books, holder, difference - (next.paidMinor - known.paidMinor));
  if (difference === 0) return;
  const bonus = bonusShare(known, dueMinor) - bonusShare(known, known.paidMinor);
  const cash = difference - bonus;
  const grant = books.bonuses.get(known.bonusClaimId ?? '');
  if (difference > 0) {
    // Bonus money repays no debt before it becomes cash.
    const recovered = Math.min(-holder.receivableMinor, cash);
    move(books, holder, 'sports', { cash: cash - recovered, bonus, receivable: recovered });
    changeBonus(books, grant, bonus);
    return;
  }
  const bonusBack = Math.min(-bonus, countFoundBonus(grant));
  restoreForfeited(books, grant, bonusBack);
  const cashBack = Math.min(-difference - bonusBack, availableOf(holder));
  move(books, holder, 'sports', { cash: -cashBack, bonus: -bonusBack, receivable: difference + cashBack + bonusBack });
  changeBonus(books, grant, -bonusBack);
}

// ---- Several currencies ------------------------------------------------------------------------

/** The cash account of a currency: the play currency or another one. */
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

function convert(
  books: Books,
  { quoteId, playerId, from, to, amountMinor, receiveMinor, expiresAt }: Extract<Command, { do: 'convert' }>,
  at: Date,
): string {
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

/** The welcome bonus is taken back in the old currency and paid in the new one at its worth. */
function changeCurrency(
  holder: Holder,
  { playerId, currency, worthMinor }: Extract<Command, { do: 'currency' }>,
  books: Books,
): string {
  if (!holder.book || !holder.currency) return 'not_found';
  if (holder.currency === currency) return 'known';
  const isLimited = Object.keys(holder.ownLimits ?? {}).length > 0;
  if (isLimited || holder.currencyFixed || counting(books, playerId).length > 0) return 'currency_fixed';
  const { currency: old, cashMinor, version } = holder;
  const to = holder.others.get(currency) ?? { cashMinor: 0, version: 0 };
  const moved = cashMinor > 0 ? 1 : 0;
  const account = holder.book === 'play' ? 'play_money' : 'bonus_expense';
  const paidMinor = cashMinor > 0 ? worthMinor : 0;
  for (const [money, difference] of [
    [old, cashMinor],
    [currency, -paidMinor],
  ] as const) {
    const key = `${holder.book} ${account} ${money}`;
    books.house.set(key, (books.house.get(key) ?? 0) + difference);
  }
  holder.others.delete(currency);
  holder.others.set(old, { cashMinor: 0, version: version + moved });
  Object.assign(holder, { currency, cashMinor: to.cashMinor + paidMinor, version: to.version + moved });
  for (const freeBet of books.freeBets.values()) if (freeBet.playerId === playerId) freeBet.currency = currency;
  return 'changed';
}

/** These end with the account: bonus money, rests worth less than a cent, and the rest of an unverified player's welcome bonus if they have nothing else. */
function close(books: Books, holder: Holder, { playerId, version, rests }: Extract<Command, { do: 'close' }>): string {
  if (version <= holder.accountVersion) return 'known';
  const { book, level, cashMinor, giftMinor } = holder;
  const others = [...holder.others].filter(([, other]) => other.cashMinor > 0);
  const waits = counting(books, playerId).some(({ status }) => status === 'pending') || holder.openStakes > 0;
  const ends = book === 'real' && level === 'unverified' && broughtIn(books, playerId) <= 0 && cashMinor <= giftMinor;
  if (others.some(([money]) => !rests.includes(money)) || waits || (cashMinor > 0 && !ends)) return 'balance_left';
  for (const [claimId, bonus] of books.bonuses)
    if (bonus.playerId === playerId && bonus.state === 'live') forfeitBonus(books, claimId);
  if (cashMinor > 0) move(books, holder, 'bonus_expense', { cash: -cashMinor });
  for (const [money, other] of others) moveCash(books, holder, 'fx', money, -other.cashMinor);
  Object.assign(holder, { accountVersion: version, status: 'closed' });
  return 'closed';
}
