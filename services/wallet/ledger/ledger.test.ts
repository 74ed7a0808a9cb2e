/** The rules of money, as rows: given what a player has, when something happens, then what is answered and what is left. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, type Books, type Command, emptyBooks, type Holder, sum } from './ledger.ts';

const at = new Date('2026-11-20T12:00:00Z');
const player = 'p1';

/** A verified player with 100.00 in cash, changed by what a test is about. */
function given(changes: Partial<Holder> = {}): Books {
  const books = emptyBooks();
  apply(books, { do: 'open', playerId: player, book: 'real', currency: 'USD', version: 1, level: 'verified', giftMinor: 10_000 }, at);
  const holder = books.holders.get(player) as Holder;
  const before = holder.cashMinor + holder.bonusMinor + holder.receivableMinor;
  Object.assign(holder, changes);
  books.house.set('given', before - holder.cashMinor - holder.bonusMinor - holder.receivableMinor);
  return books;
}

const bet = { betId: 'b1', playerId: player, currency: 'USD' } as const;
const stake = (amountMinor: number, changes: Partial<Extract<Command, { do: 'stake' }>> = {}): Command => ({
  do: 'stake',
  ...bet,
  amountMinor,
  maxPayoutMinor: amountMinor * 10,
  ...changes,
});
const pay = (dueMinor: number, version: number, changes: Partial<Extract<Command, { do: 'pay' }>> = {}): Command => ({
  do: 'pay',
  ...bet,
  version,
  dueMinor,
  outcome: 'settled',
  ...changes,
});
const run = (books: Books, ...commands: Command[]) => commands.map((command) => apply(books, command, at));
const left = (books: Books) => {
  const { cashMinor: cash, bonusMinor: bonus, heldMinor: held, receivableMinor: receivable } = books.holders.get(player) as Holder;
  return { cash, bonus, held, receivable };
};

describe('a stake', () => {
  it.each<[string, Partial<Holder>, Command, string]>([
    ['of all there is', {}, stake(10_000), 'taken'],
    ['above what can be played with', {}, stake(10_001), 'insufficient_balance'],
    ['into what is held', { heldMinor: 9_000 }, stake(1_001), 'insufficient_balance'],
    ['of cash and bonus together', { bonusMinor: 500 }, stake(10_500), 'taken'],
    ['above the limit of a verified player', { cashMinor: 2_000_000 }, stake(1_000_001), 'limit_exceeded'],
    ['above the limit of an unverified player', { cashMinor: 2_000_000, level: 'unverified' }, stake(100_001), 'limit_exceeded'],
    ['of a suspended player', { status: 'suspended' }, stake(1), 'account_not_active'],
    ['of a closed player', { status: 'closed' }, stake(1), 'account_not_active'],
    ['of an excluded player', { excludedUntil: new Date(at.getTime() + 1) }, stake(1), 'excluded'],
    ['the moment an exclusion ends', { excludedUntil: at }, stake(1), 'taken'],
    ['in a currency that is not the play currency', {}, stake(1, { currency: 'EUR' }), 'currency_not_accepted'],
    ['of nobody we know', {}, stake(1, { playerId: 'p2' }), 'not_found'],
  ])('%s', (_name, changes, command, code) => {
    const books = given(changes);
    expect(run(books, command)).toEqual([code]);
    expect(sum(books)).toBe(0);
  });

  it('takes cash first, then bonus', () => {
    const books = given({ cashMinor: 300, bonusMinor: 700 });
    run(books, stake(400));
    expect(left(books)).toEqual({ cash: 0, bonus: 600, held: 0, receivable: 0 });
  });

  it('is taken once under its bet, and another body is refused', () => {
    const books = given();
    expect(run(books, stake(100), stake(100), stake(101), stake(100, { maxPayoutMinor: 1 }), stake(100, { playerId: 'p2' }))).toEqual([
      'taken',
      'taken',
      'key_reused',
      'key_reused',
      'key_reused',
    ]);
    expect(left(books).cash).toBe(9_900);
  });

  it('that was refused stays refused, whatever came in since', () => {
    const books = given({ cashMinor: 0 });
    expect(run(books, stake(100))).toEqual(['insufficient_balance']);
    (books.holders.get(player) as Holder).cashMinor = 100;
    expect(run(books, stake(100))).toEqual(['insufficient_balance']);
  });

  it('is not taken while the books are checked, and may be later', () => {
    const books = given();
    books.stopped = true;
    expect(run(books, stake(100))).toEqual(['stopped']);
    books.stopped = false;
    expect(run(books, stake(100))).toEqual(['taken']);
  });
});

describe('a payout', () => {
  it('pays what is due, once for each version', () => {
    const books = given();
    expect(run(books, stake(1_000), pay(2_500, 3), pay(2_500, 3), pay(9_000, 2))).toEqual(['taken', 'posted', 'ignored', 'ignored']);
    expect(left(books).cash).toBe(11_500);
  });

  it('posts the difference when a result changes, up and down', () => {
    const books = given();
    run(books, stake(1_000), pay(2_500, 1), pay(4_000, 2), pay(0, 3), pay(1_000, 4));
    expect(left(books).cash).toBe(10_000);
    expect(books.holders.get(player)).toMatchObject({ wageredMinor: 1_000, wonMinor: 1_000, openStakes: 0 });
  });

  it('that is taken back with its result leaves the bet open', () => {
    const books = given();
    run(books, stake(1_000), pay(2_500, 1), pay(0, 2, { outcome: 'open' }));
    expect(books.holders.get(player)).toMatchObject({ cashMinor: 9_000, openStakes: 1, wageredMinor: 1_000, wonMinor: 0 });
    run(books, pay(2_000, 3));
    expect(books.holders.get(player)).toMatchObject({ cashMinor: 11_000, openStakes: 0, wageredMinor: 1_000, wonMinor: 2_000 });
  });

  it('that must be given back takes what is available; the rest is owed and recovered first', () => {
    const books = given();
    run(books, stake(1_000), pay(5_000, 1));
    run(books, stake(13_900, { betId: 'b2' }));
    expect(left(books).cash).toBe(100);
    run(books, pay(0, 2));
    expect(left(books)).toEqual({ cash: 0, bonus: 0, held: 0, receivable: -4_900 });
    run(books, pay(6_000, 1, { betId: 'b2' }));
    expect(left(books)).toEqual({ cash: 1_100, bonus: 0, held: 0, receivable: 0 });
    expect(sum(books)).toBe(0);
  });

  it('never touches what is held for a withdrawal', () => {
    const books = given();
    run(books, stake(1_000), pay(2_000, 1));
    (books.holders.get(player) as Holder).heldMinor = 10_500;
    run(books, pay(0, 2));
    expect(left(books)).toEqual({ cash: 10_500, bonus: 0, held: 10_500, receivable: -1_500 });
  });

  it('splits as the stake was taken, the bonus part rounded down', () => {
    const books = given({ cashMinor: 200, bonusMinor: 100 });
    run(books, stake(300), pay(1_000, 1));
    expect(left(books)).toEqual({ cash: 667, bonus: 333, held: 0, receivable: 0 });
    run(books, pay(0, 2));
    expect(left(books)).toEqual({ cash: 0, bonus: 0, held: 0, receivable: 0 });
  });

  it.each<[string, Command[], string]>([
    ['of a bet never seen', [pay(100, 1)], 'not_taken'],
    ['of a bet whose stake was refused', [stake(20_000), pay(100, 1)], 'not_taken'],
    ['of a bet that was given up', [pay(100, 1, { outcome: 'returned' }), pay(100, 2)], 'not_taken'],
    ['to another player', [stake(100), pay(100, 1, { playerId: 'p2' })], 'other_player'],
    ['in another currency', [stake(100), pay(100, 1, { currency: 'EUR' })], 'other_player'],
    ['above what the bet could pay', [stake(100), pay(1_001, 1)], 'too_large'],
  ])('%s is a dead letter', (_name, commands, code) => {
    const books = given();
    expect(run(books, ...commands).at(-1)).toBe(code);
    expect(sum(books)).toBe(0);
  });
});

describe('a bet that is rejected or void', () => {
  const refund = (version: number) => pay(1_000, version, { outcome: 'returned' });

  it('gives the stake back once, and counts as never played', () => {
    const books = given();
    expect(run(books, stake(1_000), refund(1), refund(1), refund(2))).toEqual(['taken', 'posted', 'ignored', 'posted']);
    expect(books.holders.get(player)).toMatchObject({ cashMinor: 10_000, wageredMinor: 0, wonMinor: 0, openStakes: 0 });
  });

  it.each([
    [700, 1_300, { wageredMinor: 0, wonMinor: 300 }],
    [300, 800, { wageredMinor: 200, wonMinor: 0 }],
  ])('after half of it was sold for %i leaves what the sale made of it', (soldMinor, dueMinor, left) => {
    const books = given();
    run(books, stake(1_000), pay(soldMinor, 1, { outcome: 'open' }), pay(dueMinor, 2, { outcome: 'returned' }));
    expect(books.holders.get(player)).toMatchObject({ cashMinor: 9_000 + dueMinor, ...left });
  });

  it('gives nothing back where nothing was taken', () => {
    const books = given({ cashMinor: 0 });
    expect(run(books, stake(1_000), refund(1))).toEqual(['insufficient_balance', 'ignored']);
  });

  it('refuses the stake that comes after it', () => {
    const books = given();
    expect(run(books, refund(1), stake(1_000), refund(2))).toEqual(['tombstone', 'tombstone', 'ignored']);
    expect(left(books).cash).toBe(10_000);
  });
});

describe('a free bet', () => {
  const grant = (changes: Partial<Extract<Command, { do: 'grant' }>> = {}): Command => ({
    do: 'grant',
    claimId: 'c1',
    playerId: player,
    currency: 'USD',
    amountMinor: 1_000,
    expiresAt: new Date(at.getTime() + 60_000),
    ...changes,
  });
  const use = (changes: Partial<Extract<Command, { do: 'stake' }>> = {}) => stake(1_000, { freeBetClaimId: 'c1', ...changes });
  const back = (version: number, changes: Partial<Extract<Command, { do: 'pay' }>> = {}) => pay(1_000, version, { outcome: 'returned', ...changes });
  const expense = (books: Books) => books.house.get('real bonus_expense USD');

  it.each<[string, Partial<Holder>, Command[], string]>([
    ['is staked whole', {}, [grant(), use()], 'taken'],
    ['needs no balance', { cashMinor: 0 }, [grant(), use()], 'taken'],
    ['that was never given', {}, [use()], 'free_bet_unknown'],
    ['of another player', {}, [grant(), use({ playerId: 'p2' })], 'not_found'],
    ['in part', {}, [grant(), stake(999, { freeBetClaimId: 'c1' })], 'free_bet_whole'],
    ['twice', {}, [grant(), use(), use({ betId: 'b2' })], 'free_bet_used'],
    ['that was taken back', {}, [grant(), { do: 'forfeit', claimId: 'c1' }, use()], 'free_bet_forfeited'],
    ['that is not known, taken back', {}, [{ do: 'forfeit', claimId: 'c1' }], 'free_bet_unknown'],
    ['above the largest bet', { ownLimits: { betMinor: 999 } }, [grant(), use()], 'limit_exceeded'],
    [
      'of a suspended player',
      {},
      [grant(), { do: 'restrict', playerId: player, version: 2, status: 'suspended', level: 'verified' }, use()],
      'account_not_active',
    ],
    ['of an excluded player', {}, [grant(), { do: 'exclude', playerId: player, version: 1, until: new Date('9999-01-01') }, use()], 'excluded'],
    ['to a suspended player', { status: 'suspended' }, [grant()], 'player_not_playing'],
    ['to an excluded player', { excludedUntil: new Date('9999-01-01') }, [grant()], 'player_not_playing'],
    ['to nobody we know', {}, [grant({ playerId: 'p2' })], 'not_found'],
    ['in another currency', {}, [grant({ currency: 'EUR' })], 'currency_not_accepted'],
    ['that expired before it was given', {}, [grant({ expiresAt: at })], 'free_bet_expired'],
    ['given twice', {}, [grant(), grant()], 'known'],
    ['given twice with another amount', {}, [grant(), grant({ amountMinor: 2_000 })], 'key_reused'],
    ['where the loss of the day has something left', { ownLimits: { lossDayMinor: 100 } }, [grant(), use()], 'taken'],
    ['where the loss of the day has nothing left', { ownLimits: { lossDayMinor: 100 } }, [grant(), stake(100), use({ betId: 'b2' })], 'limit_exceeded'],
  ])('%s', (_name, changes, commands, code) => {
    const books = given(changes);
    expect(run(books, ...commands).at(-1)).toBe(code);
    expect(sum(books)).toBe(0);
  });

  it('ends the moment it expires', () => {
    const books = given();
    const expiresAt = new Date(at.getTime() + 1);
    run(books, grant({ expiresAt }));
    expect(apply(books, use(), expiresAt)).toBe('free_bet_expired');
  });

  it('costs the house its stake and the player nothing; what it wins is his cash', () => {
    const books = given();
    run(books, grant(), use());
    expect(left(books).cash).toBe(10_000);
    expect(books.holders.get(player)).toMatchObject({ openStakes: 1, wageredMinor: 0, lossDayMinor: 0 });
    expect([expense(books), books.house.get('real sports USD')]).toEqual([-11_000, 1_000]);
    run(books, pay(1_500, 1));
    expect(left(books).cash).toBe(11_500);
    expect(books.holders.get(player)).toMatchObject({ openStakes: 0, wonMinor: 1_500, lossDayMinor: -1_500 });
  });

  it('comes back when its bet is rejected or void, whatever was paid before, and can be used again', () => {
    const books = given();
    expect(run(books, grant(), use(), pay(1_500, 1), back(2))).toEqual(['granted', 'taken', 'posted', 'posted']);
    expect(left(books)).toMatchObject({ cash: 10_000, receivable: 0 });
    expect(expense(books)).toBe(-10_000);
    expect(run(books, use({ betId: 'b2' }))).toEqual(['taken']);
    expect(sum(books)).toBe(0);
  });

  it('that comes back keeps the expiry it had', () => {
    const books = given();
    run(books, grant(), use(), back(1));
    expect(apply(books, use({ betId: 'b2' }), new Date(at.getTime() + 60_000))).toBe('free_bet_expired');
  });

  it('does not come back in part', () => {
    const books = given();
    expect(run(books, grant(), use(), back(1, { dueMinor: 500 }))).toEqual(['granted', 'taken', 'not_whole']);
  });

  it('whose void is corrected is used by that bet again, or paid for once more where another bet uses it by now', () => {
    const books = given();
    expect(run(books, grant(), use(), back(1), pay(2_000, 2), use({ betId: 'b2' })).at(-1)).toBe('free_bet_used');
    expect(left(books).cash).toBe(12_000);
    const both = given();
    run(both, grant(), use(), back(1), use({ betId: 'b2' }), pay(2_000, 2));
    expect([left(both).cash, expense(both)]).toEqual([12_000, -12_000]);
    expect(run(both, back(1, { betId: 'b2' }), use({ betId: 'b3' }))).toEqual(['posted', 'free_bet_used']);
    expect(run(both, back(3), use({ betId: 'b4' }))).toEqual(['posted', 'taken']);
    expect(sum(both)).toBe(0);
  });

  it('that is taken back while its bet runs pays what it wins, and does not come back', () => {
    const books = given();
    expect(run(books, grant(), use(), { do: 'forfeit', claimId: 'c1' }, back(1), use({ betId: 'b2' })).slice(2)).toEqual([
      'forfeited',
      'posted',
      'free_bet_forfeited',
    ]);
    expect(books.freeBets.get('c1')).toMatchObject({ forfeitedMinor: 0 });
  });

  it('changes with the play currency at the same number', () => {
    const books = given();
    expect(run(books, grant(), { do: 'currency', playerId: player, currency: 'EUR' }, use({ currency: 'EUR' }))).toEqual(['granted', 'changed', 'taken']);
    expect(run(books, { do: 'currency', playerId: player, currency: 'GBP' })).toEqual(['currency_fixed']);
  });
});

describe('a payment', () => {
  const deposit = (amountMinor: number, paymentId = 'd1', approvalsNeeded = 1): Command => ({
    do: 'deposit',
    paymentId,
    playerId: player,
    currency: 'USD',
    amountMinor,
    approvalsNeeded,
  });
  const withdraw = (amountMinor: number, paymentId = 'w1', approvalsNeeded = 1): Command => ({
    do: 'withdraw',
    paymentId,
    playerId: player,
    currency: 'USD',
    amountMinor,
    approvalsNeeded,
  });
  const approve = (paymentId: string, operatorId = 'o1'): Command => ({ do: 'approve', paymentId, operatorId });
  const reject = (paymentId: string): Command => ({ do: 'reject', paymentId });

  it('in is credited when it is approved, once', () => {
    const books = given();
    expect(run(books, deposit(5_000), approve('d1'), approve('d1'), approve('d1', 'o2'), reject('d1'))).toEqual([
      'requested',
      'approved',
      'known',
      'known',
      'already_decided',
    ]);
    expect(left(books).cash).toBe(15_000);
  });

  it('out is held, then captured whole', () => {
    const books = given();
    run(books, withdraw(4_000));
    expect(left(books)).toEqual({ cash: 10_000, bonus: 0, held: 4_000, receivable: 0 });
    run(books, approve('w1'));
    expect(left(books)).toEqual({ cash: 6_000, bonus: 0, held: 0, receivable: 0 });
  });

  it('out that is rejected is released, and cannot be approved afterwards', () => {
    const books = given();
    expect(run(books, withdraw(4_000), reject('w1'), reject('w1'), approve('w1'))).toEqual(['requested', 'rejected', 'known', 'already_decided']);
    expect(left(books)).toEqual({ cash: 10_000, bonus: 0, held: 0, receivable: 0 });
  });

  it('that is large needs two operators', () => {
    const books = given();
    expect(run(books, deposit(1_000_000, 'd1', 2), approve('d1'), approve('d1'), approve('d1', 'o2'))).toEqual([
      'requested',
      'counted',
      'second_operator_needed',
      'approved',
    ]);
  });

  it.each<[string, Partial<Holder>, Command[], string]>([
    ['out below the minimum', {}, [withdraw(1_999)], 'limit_exceeded'],
    ['out below the minimum, but all that is left', { cashMinor: 6_999, heldMinor: 5_000 }, [withdraw(1_999)], 'requested'],
    ['out below the minimum, of a rest that is smaller still', { cashMinor: 1_000 }, [withdraw(1_001)], 'limit_exceeded'],
    ['out above what is available', { heldMinor: 5_000 }, [withdraw(5_001)], 'insufficient_balance'],
    ['out above a single limit', { cashMinor: 9_000_000 }, [withdraw(2_500_001)], 'limit_exceeded'],
    ['out above the limit of the day', { cashMinor: 9_000_000 }, [withdraw(2_000_000), withdraw(500_001, 'w2')], 'limit_exceeded'],
    ['out, when a rejected one no longer counts', { cashMinor: 9_000_000 }, [withdraw(2_000_000), reject('w1'), withdraw(2_500_000, 'w2')], 'requested'],
    ['out of an unverified player who brought nothing in', { level: 'unverified' }, [withdraw(2_000)], 'kyc_required'],
    ['out of an unverified player, of what came in', { level: 'unverified' }, [deposit(5_000), approve('d1'), withdraw(5_000)], 'requested'],
    [
      'out of an unverified player, twice of what came in',
      { level: 'unverified' },
      [deposit(5_000), approve('d1'), withdraw(3_000), withdraw(3_000, 'w2')],
      'kyc_required',
    ],
    ['in above a single limit', { level: 'unverified' }, [deposit(500_001)], 'limit_exceeded'],
    ['in above the limit of the day', { level: 'unverified' }, [deposit(300_000), deposit(200_001, 'd2')], 'limit_exceeded'],
    ['in, while excluded', { excludedUntil: new Date('9999-01-01') }, [deposit(5_000)], 'excluded'],
    ['out, while excluded', { excludedUntil: new Date('9999-01-01') }, [withdraw(5_000)], 'requested'],
    ['in, while suspended', { status: 'suspended' }, [deposit(5_000)], 'account_not_active'],
    ['out, while suspended', { status: 'suspended' }, [withdraw(5_000)], 'account_not_active'],
    ['that does not exist, approved', {}, [approve('d9')], 'not_found'],
    ['that does not exist, rejected', {}, [reject('d9')], 'not_found'],
  ])('%s', (_name, changes, commands, code) => {
    const books = given(changes);
    expect(run(books, ...commands).at(-1)).toBe(code);
    expect(sum(books)).toBe(0);
  });

  it('counts against the month after the day has passed', () => {
    const books = given({ level: 'unverified' });
    for (let day = 1; day <= 10; day++) {
      const noon = new Date(Date.UTC(2026, 10, day, 12));
      expect(apply(books, deposit(500_000, `d${day}`), noon)).toBe('requested');
    }
    expect(apply(books, deposit(1_000, 'd11'), new Date(Date.UTC(2026, 10, 11)))).toBe('limit_exceeded');
    expect(apply(books, deposit(1_000, 'd12'), new Date(Date.UTC(2026, 11, 1)))).toBe('requested');
  });
});

describe('a permit', () => {
  it('keeps the newest word of each part, in whatever order they come', () => {
    const books = given();
    const word = (version: number, status: Holder['status']): Command => ({ do: 'restrict', playerId: player, version, status, level: 'verified' });
    expect(run(books, word(5, 'suspended'), word(3, 'active'), word(5, 'closed'), stake(1))).toEqual(['bound', 'ignored', 'ignored', 'account_not_active']);
    expect(run(books, { do: 'exclude', playerId: player, version: 1, until: new Date('9999-01-01') }, word(6, 'active'), stake(1, { betId: 'b2' }))).toEqual([
      'bound',
      'bound',
      'excluded',
    ]);
  });

  it('that speaks before the opening is obeyed after it', () => {
    const books = emptyBooks();
    const commands: Command[] = [
      { do: 'restrict', playerId: player, version: 4, status: 'closed', level: 'unverified' },
      { do: 'open', playerId: player, book: 'real', currency: 'USD', version: 1, level: 'verified', giftMinor: 10_000 },
      stake(1),
    ];
    expect(run(books, ...commands)).toEqual(['bound', 'opened', 'account_not_active']);
  });

  it('opens once: the gift is not paid again', () => {
    const books = given();
    expect(run(books, { do: 'open', playerId: player, book: 'real', currency: 'EUR', version: 9, level: 'verified', giftMinor: 10_000 })).toEqual(['known']);
    expect(left(books).cash).toBe(10_000);
  });
});

it('whatever is asked, in whatever order, money is conserved and nothing goes below zero', () => {
  const amount = fc.integer({ min: 1, max: 12_000 });
  const bet = fc.constantFrom('b1', 'b2', 'b3');
  const who = fc.constantFrom(player, 'p2');
  const command: fc.Arbitrary<Command> = fc.oneof(
    fc.record({
      do: fc.constant('stake' as const),
      betId: bet,
      playerId: who,
      currency: fc.constant('USD'),
      amountMinor: amount,
      maxPayoutMinor: fc.constant(30_000),
    }),
    fc.record({
      do: fc.constant('stake' as const),
      betId: bet,
      playerId: who,
      currency: fc.constant('USD'),
      amountMinor: fc.constantFrom(4_000, 4_001),
      maxPayoutMinor: fc.constant(30_000),
      freeBetClaimId: fc.constantFrom('c1', 'c2'),
    }),
    fc.record({
      do: fc.constant('grant' as const),
      claimId: fc.constantFrom('c1', 'c2'),
      playerId: who,
      currency: fc.constant('USD'),
      amountMinor: fc.constant(4_000),
      expiresAt: fc.constant(new Date(at.getTime() + 1)),
    }),
    fc.record({ do: fc.constant('forfeit' as const), claimId: fc.constantFrom('c1', 'c2') }),
    fc.record({
      do: fc.constant('pay' as const),
      betId: bet,
      playerId: who,
      currency: fc.constant('USD'),
      version: fc.integer({ min: 1, max: 6 }),
      dueMinor: amount,
      outcome: fc.constantFrom('settled' as const, 'returned' as const, 'open' as const),
    }),
    fc.record({
      do: fc.constantFrom('deposit' as const, 'withdraw' as const),
      paymentId: fc.constantFrom('x1', 'x2'),
      playerId: who,
      currency: fc.constant('USD'),
      amountMinor: amount,
      approvalsNeeded: fc.constant(1),
    }),
    fc.record({ do: fc.constant('approve' as const), paymentId: fc.constantFrom('x1', 'x2'), operatorId: fc.constant('o1') }),
    fc.record({ do: fc.constant('reject' as const), paymentId: fc.constantFrom('x1', 'x2') }),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const books = given({ bonusMinor: 777 });
      const asked = new Set<string>();
      for (const one of commands) {
        if ('paymentId' in one && (one.do === 'deposit' || one.do === 'withdraw')) {
          if (asked.has(one.paymentId)) continue;
          asked.add(one.paymentId);
        }
        apply(books, one, at);
      }
      expect(sum(books)).toBe(0);
      for (const { cashMinor, bonusMinor, heldMinor, receivableMinor } of books.holders.values()) {
        expect(Math.min(cashMinor - heldMinor, bonusMinor, heldMinor, -receivableMinor)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
