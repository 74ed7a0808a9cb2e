/** The rules of money against the model, and a property: the model conserves money in any course of commands. The same rules run against SQL in rules.int.test.ts. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testBetRules } from './testing-bet-rules.ts';
import { testBonusRules } from './testing-bonus-rules.ts';
import { apply } from './testing-model.ts';
import { type Books, type Command, emptyBooks, type Holder, sum } from './testing-model-books.ts';
import { testPaymentRules } from './testing-payment-rules.ts';
import { at, type Changes, type Ledger, player } from './testing-rules.ts';

function openBooks(): Books {
  const books = emptyBooks();
  apply(
    books,
    { do: 'open', playerId: player, book: 'real', currency: 'USD', version: 1, level: 'verified', giftMinor: 10_000 },
    at,
  );
  return books;
}

/** Changes the player's money; the house gets the opposite amount, so the books still sum to zero. */
function change(books: Books, changes: Changes): void {
  const holder = books.holders.get(player) as Holder;
  if (changes.bonusMinor)
    apply(
      books,
      { do: 'bonus', claimId: 'given', playerId: player, currency: 'USD', amountMinor: changes.bonusMinor },
      at,
    );
  const before = holder.cashMinor + holder.bonusMinor + holder.receivableMinor;
  Object.assign(holder, changes);
  const given = before - holder.cashMinor - holder.bonusMinor - holder.receivableMinor;
  books.house.set('given', (books.house.get('given') ?? 0) + given);
}

function ledgerOf(books: Books): Ledger {
  const holder = () => books.holders.get(player) as Holder;
  return {
    run: async (...commands) => commands.map((command) => apply(books, command, at)),
    runAt: async (moment, command) => apply(books, command, moment),
    set: async (changes) => change(books, changes),
    stop: async (on) => {
      books.stopped = on;
    },
    left: async () => {
      const { cashMinor: cash, bonusMinor: bonus, heldMinor: held, receivableMinor: receivable } = holder();
      return { cash, bonus, held, receivable };
    },
    player: async () => holder(),
    house: async (account) => books.house.get(`real ${account} USD`) ?? 0,
    grant: async (claimId) => books.freeBets.get(claimId) ?? {},
    sum: async () => sum(books),
  };
}

const ledgers = {
  given: async (changes: Changes = {}) => {
    const books = openBooks();
    change(books, changes);
    return ledgerOf(books);
  },
  empty: async () => ledgerOf(emptyBooks()),
};

testBetRules(ledgers);
testBonusRules(ledgers);
testPaymentRules(ledgers);

it('conserves money and keeps balances at zero or above, in any course of commands', () => {
  const amount = fc.integer({ min: 1, max: 12_000 });
  const bet = fc.constantFrom('b1', 'b2', 'b3');
  const who = fc.constantFrom(player, 'p2');
  const command: fc.Arbitrary<Command> = fc.oneof(
    fc.record({
      do: fc.constant('stake' as const),
      betId: bet,
      playerId: who,
      currency: fc.constant('USD'),
      stakeMinor: amount,
      potentialPayoutMinor: fc.constant(30_000),
    }),
    fc.record({
      do: fc.constant('stake' as const),
      betId: bet,
      playerId: who,
      currency: fc.constant('USD'),
      stakeMinor: fc.constantFrom(4_000, 4_001),
      potentialPayoutMinor: fc.constant(30_000),
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
    fc.record({
      do: fc.constant('bonus' as const),
      claimId: fc.constantFrom('g1', 'g2'),
      playerId: who,
      currency: fc.constant('USD'),
      amountMinor: amount,
      maxStakeMinor: fc.constantFrom(undefined, 5_000),
    }),
    fc.record({
      do: fc.constant('cash' as const),
      claimId: fc.constantFrom('g3', 'c1'),
      playerId: who,
      currency: fc.constant('USD'),
      amountMinor: amount,
    }),
    fc.record({
      do: fc.constantFrom('forfeit' as const, 'convertBonus' as const),
      claimId: fc.constantFrom('c1', 'c2', 'g1', 'g2', 'given'),
    }),
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
    fc.record({
      do: fc.constant('approve' as const),
      paymentId: fc.constantFrom('x1', 'x2'),
      operatorId: fc.constant('o1'),
    }),
    fc.record({ do: fc.constant('reject' as const), paymentId: fc.constantFrom('x1', 'x2') }),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const books = openBooks();
      change(books, { bonusMinor: 777 });
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
      for (const [playerId, { bonusMinor }] of books.holders) {
        const left = [...books.bonuses.values()]
          .filter((bonus) => bonus.playerId === playerId)
          .reduce((total, { remainingMinor }) => total + remainingMinor, 0);
        expect(bonusMinor).toBe(left);
      }
    }),
  );
});
