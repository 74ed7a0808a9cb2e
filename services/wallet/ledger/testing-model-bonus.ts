/**
 * Bonus money and cash that the house gives, in the model of the ledger: given once per claim, staked after cash, converted, forfeited or spent.
 * The functions in sql/grants.sql do the same; tables and property tests compare the two.
 */
import { type Bonus, type Books, type Command, type Holder, move, type Stake } from './testing-model-books.ts';

type Asked<Kind extends Command['do']> = Extract<Command, { do: Kind }>;

const far = new Date('2027-01-01T00:00:00Z');

/** The reason why a grant is refused; undefined if it can be given. */
function grantRefusal(
  books: Books,
  { claimId, playerId, currency }: Asked<'bonus' | 'cash'>,
  expiresAt: Date | undefined,
  at: Date,
): string | undefined {
  const player = books.holders.get(playerId);
  if (books.forfeitedClaims.has(claimId)) return 'bonus_forfeited';
  if (expiresAt && expiresAt <= at && player?.book) return 'bonus_expired';
  if (!player?.book) return 'not_found';
  if (player.currency !== currency) return 'currency_not_accepted';
  if (player.status !== 'active' || (player.excludedUntil && player.excludedUntil > at) || player.book !== 'real')
    return 'player_not_playing';
  return undefined;
}

/** Whether a claim was granted before, and with the same body. */
function findGrantOutcome(books: Books, claimId: string, body: string): string | undefined {
  const before = books.bonuses.get(claimId)?.body ?? books.cashGrants.get(claimId) ?? books.freeBets.get(claimId)?.body;
  if (before === undefined) return undefined;
  return before === body ? 'known' : 'key_reused';
}

export function giveBonus(books: Books, asked: Asked<'bonus'>, at: Date): string {
  const { claimId, playerId, amountMinor, maxStakeMinor, products = ['sports'], expiresAt = far } = asked;
  const body = JSON.stringify(asked);
  const refusal = findGrantOutcome(books, claimId, body) ?? grantRefusal(books, asked, expiresAt, at);
  if (refusal) return refusal;
  if (liveOf(books, playerId)) return 'bonus_active';
  move(books, books.holders.get(playerId) as Holder, 'bonus_expense', { bonus: amountMinor });
  books.bonuses.set(claimId, {
    playerId,
    remainingMinor: amountMinor,
    maxStakeMinor,
    products,
    expiresAt,
    state: 'live',
    wasSpent: false,
    endedMinor: 0,
    laterMinor: 0,
    body,
  });
  (books.holders.get(playerId) as Holder).currencyFixed = true;
  return 'granted';
}

export function giveCash(books: Books, asked: Asked<'cash'>, at: Date): string {
  const body = JSON.stringify(asked);
  const refusal = findGrantOutcome(books, asked.claimId, body) ?? grantRefusal(books, asked, undefined, at);
  if (refusal) return refusal;
  const holder = books.holders.get(asked.playerId) as Holder;
  move(books, holder, 'bonus_expense', { cash: asked.amountMinor });
  books.cashGrants.set(asked.claimId, body);
  holder.currencyFixed = true;
  return 'granted';
}

const liveOf = ({ bonuses }: Books, playerId: string) =>
  [...bonuses.values()].find((bonus) => bonus.playerId === playerId && bonus.state === 'live');

/** The bonus money that a sports stake can take now, and its claim. */
export function usableBonus({ bonuses }: Books, playerId: string, at: Date): [string, Bonus] | undefined {
  return [...bonuses].find(
    ([, bonus]) =>
      bonus.playerId === playerId &&
      bonus.state === 'live' &&
      bonus.remainingMinor > 0 &&
      bonus.expiresAt > at &&
      bonus.products.includes('sports'),
  );
}

export function convertBonus(books: Books, claimId: string): string {
  const bonus = books.bonuses.get(claimId);
  if (!bonus) return 'bonus_unknown';
  if (bonus.state === 'forfeited') return 'bonus_forfeited';
  if (bonus.state === 'converted') return 'known';
  const amountMinor = bonus.remainingMinor;
  Object.assign(bonus, { state: 'converted', endedMinor: amountMinor, remainingMinor: 0 });
  toCash(books, bonus, amountMinor);
  return 'converted';
}

/** The bonus of a claim; undefined if it has none. */
export function forfeitBonus(books: Books, claimId: string): string | undefined {
  const bonus = books.bonuses.get(claimId);
  if (!bonus) return books.cashGrants.has(claimId) ? 'unknown' : undefined;
  if (bonus.state === 'converted') return 'bonus_converted';
  if (bonus.state === 'forfeited') return 'known';
  const amountMinor = bonus.remainingMinor;
  Object.assign(bonus, { state: 'forfeited', endedMinor: amountMinor, remainingMinor: 0 });
  if (amountMinor > 0)
    move(books, books.holders.get(bonus.playerId) as Holder, 'bonus_expense', { bonus: -amountMinor });
  return 'forfeited';
}

/** Moves bonus money to cash; the player's debt is recovered first. */
function toCash(books: Books, { playerId }: Bonus, amountMinor: number): void {
  if (amountMinor === 0) return;
  const holder = books.holders.get(playerId) as Holder;
  const recovered = Math.min(amountMinor, -holder.receivableMinor);
  move(books, holder, 'bonus_expense', { cash: amountMinor - recovered, bonus: -amountMinor, receivable: recovered });
}

/** The bonus money from which a payout can be taken back. */
export function countFoundBonus(bonus: Bonus | undefined): number {
  if (!bonus || bonus.wasSpent) return 0;
  return bonus.state === 'forfeited' ? bonus.endedMinor + bonus.laterMinor : bonus.remainingMinor;
}

/** Brings a forfeited amount back from the house before a payout is taken back. */
export function restoreForfeited(books: Books, bonus: Bonus | undefined, amountMinor: number): void {
  if (bonus?.state !== 'forfeited' || amountMinor === 0) return;
  bonus.laterMinor -= amountMinor;
  move(books, books.holders.get(bonus.playerId) as Holder, 'bonus_expense', { bonus: amountMinor });
}

/** Moves money that is paid to an ended bonus on: to cash, or back to the house if the bonus was forfeited. */
export function changeBonus(books: Books, bonus: Bonus | undefined, amountMinor: number): void {
  if (!bonus) return;
  if (bonus.state === 'live') {
    bonus.remainingMinor += amountMinor;
  } else if (amountMinor > 0) {
    bonus.laterMinor += amountMinor;
    if (bonus.state === 'forfeited')
      move(books, books.holders.get(bonus.playerId) as Holder, 'bonus_expense', { bonus: -amountMinor });
    else toCash(books, bonus, amountMinor);
  }
}

/** Marks a bonus as spent once nothing of it is left and no stake from it is open. */
export function endSpent({ bonuses, stakes }: Books, claimId: string | undefined): void {
  const bonus = bonuses.get(claimId ?? '');
  if (bonus?.state !== 'live' || bonus.remainingMinor > 0) return;
  const isOpen = ({ bonusClaimId, code, outcome }: Stake) =>
    bonusClaimId === claimId && code === 'taken' && outcome === 'open';
  if (![...stakes.values()].some(isOpen)) Object.assign(bonus, { state: 'spent', wasSpent: true });
}
