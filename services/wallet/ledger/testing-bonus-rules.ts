/** The rules of bonus money, as rows: given a player's money and grants, when commands run, then their codes and the money left. */
import { describe, expect, it } from 'vitest';
import type { Command } from './testing-model-books.ts';
import { at, type Changes, type Ledgers, pay, player, stake } from './testing-rules.ts';

const bonus = (changes: Partial<Extract<Command, { do: 'bonus' }>> = {}): Command => ({
  do: 'bonus',
  claimId: 'c1',
  playerId: player,
  currency: 'USD',
  amountMinor: 1_000,
  ...changes,
});
const cash = (changes: object = {}): Command => ({
  do: 'cash',
  claimId: 'c1',
  playerId: player,
  currency: 'USD',
  amountMinor: 1_000,
  ...changes,
});
const convert: Command = { do: 'convertBonus', claimId: 'c1' };
const forfeit: Command = { do: 'forfeit', claimId: 'c1' };
const back = (version: number) => pay(400, version, { outcome: 'returned' });
const soon = new Date(at.getTime() + 60_000);

export function testBonusRules({ given }: Ledgers): void {
  describe('bonus money', () => {
    it.each<[string, Changes, Command[], string]>([
      ['is staked after cash', {}, [bonus(), stake(11_000)], 'taken'],
      ['is not more than there is', {}, [bonus(), stake(11_001)], 'insufficient_balance'],
      ['is staked past what is held', { heldMinor: 10_000 }, [bonus(), stake(1_000)], 'taken'],
      ['of other products stays', {}, [bonus({ products: ['slots'] }), stake(10_001)], 'insufficient_balance'],
      ['at its largest stake', { cashMinor: 0 }, [bonus({ maxStakeMinor: 500 }), stake(500)], 'taken'],
      ['above its largest stake', { cashMinor: 0 }, [bonus({ maxStakeMinor: 500 }), stake(501)], 'bonus_max_stake'],
      [
        'above its largest stake with a little of it',
        {},
        [bonus({ maxStakeMinor: 500 }), stake(10_001)],
        'bonus_max_stake',
      ],
      ['leaves stakes of cash alone', {}, [bonus({ maxStakeMinor: 500 }), stake(10_000)], 'taken'],
      ['given twice', {}, [bonus(), bonus()], 'known'],
      ['given twice with another amount', {}, [bonus(), bonus({ amountMinor: 999 })], 'key_reused'],
      ['under the claim of cash', {}, [cash(), bonus()], 'key_reused'],
      ['beside another', {}, [bonus(), bonus({ claimId: 'c2' })], 'bonus_active'],
      ['after another was converted', {}, [bonus(), convert, bonus({ claimId: 'c2' })], 'granted'],
      ['after another was forfeited', {}, [bonus(), forfeit, bonus({ claimId: 'c2' })], 'granted'],
      [
        'after another was lost',
        { cashMinor: 0 },
        [bonus(), stake(1_000), pay(0, 1), bonus({ claimId: 'c2' })],
        'granted',
      ],
      [
        'while a stake of another is open',
        { cashMinor: 0 },
        [bonus(), stake(1_000), bonus({ claimId: 'c2' })],
        'bonus_active',
      ],
      ['that is over already', {}, [bonus({ expiresAt: at })], 'bonus_expired'],
      ['to a suspended player', { status: 'suspended' }, [bonus()], 'player_not_playing'],
      ['to an excluded player', { excludedUntil: soon }, [bonus()], 'player_not_playing'],
      ['to nobody we know', {}, [bonus({ playerId: 'p2' })], 'not_found'],
      ['in another currency', {}, [bonus({ currency: 'EUR' })], 'currency_not_accepted'],
      ['after its claim was forfeited', {}, [forfeit, bonus()], 'bonus_forfeited'],
      [
        'keeps the play currency',
        {},
        [bonus(), { do: 'currency', playerId: player, currency: 'EUR', worthMinor: 9_200 }],
        'currency_fixed',
      ],
      ['converted twice', {}, [bonus(), convert, convert], 'known'],
      ['converted after it was forfeited', {}, [bonus(), forfeit, convert], 'bonus_forfeited'],
      ['converted before it is given', {}, [convert], 'bonus_unknown'],
      ['forfeited twice', {}, [bonus(), forfeit, forfeit], 'known'],
      ['forfeited after it was converted', {}, [bonus(), convert, forfeit], 'bonus_converted'],
      ['that was spent converts nothing', { cashMinor: 0 }, [bonus(), stake(1_000), pay(0, 1), convert], 'converted'],
    ])('%s', async (_name, changes, commands, code) => {
      const books = await given(changes);
      expect((await books.run(...commands)).at(-1)).toBe(code);
      expect(await books.sum()).toBe(0);
    });

    it('ends the moment it expires; what is left stays until it is forfeited', async () => {
      const books = await given({ cashMinor: 0 });
      await books.run(bonus({ expiresAt: soon }));
      expect(await books.runAt(soon, stake(1))).toBe('insufficient_balance');
      expect(await books.left()).toMatchObject({ cash: 0, bonus: 1_000 });
      await books.run(forfeit);
      expect(await books.left()).toMatchObject({ cash: 0, bonus: 0 });
    });
  });

  describe('of 1.00 in cash and 10.00 of bonus, a bet of 4.00', () => {
    const bet = stake(400);
    it.each<[string, Command[], { cash: number; bonus: number; receivable?: number }]>([
      ['takes cash first', [bet], { cash: 0, bonus: 700 }],
      ['pays in the same proportion, the bonus part rounded down', [bet, pay(1_002, 1)], { cash: 251, bonus: 1_451 }],
      ['comes back as it was taken', [bet, back(1)], { cash: 100, bonus: 1_000 }],
      [
        'comes back once, whatever is repeated',
        [bet, pay(1_002, 1), back(2), back(2), pay(9, 1)],
        { cash: 100, bonus: 1_000 },
      ],
      ['is corrected either way', [bet, pay(1_000, 1), pay(0, 2), pay(2_000, 3)], { cash: 500, bonus: 2_200 }],
      ['converts what is left', [bet, convert], { cash: 700, bonus: 0 }],
      ['pays cash after the conversion', [bet, convert, pay(1_002, 1)], { cash: 1_702, bonus: 0 }],
      ['comes back as cash after the conversion', [bet, convert, back(1)], { cash: 1_100, bonus: 0 }],
      [
        'that is corrected after the conversion takes cash',
        [bet, pay(1_000, 1), convert, pay(0, 2)],
        { cash: 700, bonus: 0 },
      ],
      ['pays its cash part after the bonus was forfeited', [bet, forfeit, pay(1_002, 1)], { cash: 251, bonus: 0 }],
      ['gives back its cash part after the bonus was forfeited', [bet, forfeit, back(1)], { cash: 100, bonus: 0 }],
      [
        'that is corrected after the bonus was forfeited takes what was paid',
        [bet, forfeit, pay(1_002, 1), pay(0, 2)],
        { cash: 0, bonus: 0 },
      ],
      [
        'that was paid before the bonus was forfeited owes nothing of it',
        [bet, pay(1_002, 1), forfeit, pay(0, 2)],
        { cash: 0, bonus: 0 },
      ],
    ])('%s', async (_name, commands, left) => {
      const books = await given({ cashMinor: 100 });
      await books.run(bonus(), ...commands);
      expect(await books.left()).toEqual({ held: 0, receivable: 0, ...left });
      expect(await books.sum()).toBe(0);
    });

    it('counts whole as wagered and won, whatever became of the bonus', async () => {
      const books = await given({ cashMinor: 100 });
      await books.run(bonus(), bet, forfeit, pay(1_002, 1));
      expect(await books.player()).toMatchObject({ openStakes: 0, wageredMinor: 400, wonMinor: 1_002 });
    });
  });

  describe('bonus money that was spent', () => {
    it('pays cash where its last result is corrected', async () => {
      const books = await given({ cashMinor: 0 });
      expect(await books.run(bonus(), stake(1_000), pay(0, 1), pay(3_000, 2), pay(1_000, 3))).toEqual([
        'granted',
        'taken',
        'posted',
        'posted',
        'posted',
      ]);
      expect(await books.left()).toEqual({ cash: 1_000, bonus: 0, held: 0, receivable: 0 });
    });

    it('is not spent while another stake of it is open', async () => {
      const books = await given({ cashMinor: 0 });
      await books.run(bonus(), stake(600), stake(400, { betId: 'b2' }), pay(0, 1));
      expect(await books.run(bonus({ claimId: 'c2' }))).toEqual(['bonus_active']);
      await books.run(pay(800, 1, { betId: 'b2' }));
      expect(await books.left()).toMatchObject({ cash: 0, bonus: 800 });
    });
  });

  it('a conversion recovers what the player owes first', async () => {
    const books = await given();
    await books.run(stake(10_000), pay(500, 1), stake(500, { betId: 'b2' }), pay(200, 2), bonus(), convert);
    expect(await books.left()).toEqual({ cash: 700, bonus: 0, held: 0, receivable: 0 });
    expect(await books.sum()).toBe(0);
  });

  describe('of 1.00 in cash, 10.00 of bonus and 5.00 owed, a bet of 4.00 that takes 3.00 of bonus', () => {
    const [paid, again] = [{ betId: 'b2' }, { betId: 'b3' }];
    const owing = [
      stake(10_000, paid),
      pay(500, 1, paid),
      stake(500, again),
      pay(0, 2, paid),
      cash({ claimId: 'c2', amountMinor: 100 }),
    ];
    const bet = stake(400);
    it.each<[string, Command[], { cash: number; bonus: number; receivable: number }]>([
      ['repays from its cash part only', [bet, pay(1_000, 1)], { cash: 0, bonus: 1_450, receivable: -250 }],
      ['that comes back repays from its cash part only', [bet, back(1)], { cash: 0, bonus: 1_000, receivable: -400 }],
      [
        'whose bonus part is cash by then repays from both',
        [stake(1_100), convert, pay(1_100, 1)],
        { cash: 600, bonus: 0, receivable: 0 },
      ],
      [
        'repays what is owed with the conversion',
        [bet, pay(1_000, 1), convert],
        { cash: 1_200, bonus: 0, receivable: 0 },
      ],
      [
        'repays nothing from a bonus part that is forfeited',
        [bet, forfeit, pay(1_000, 1)],
        { cash: 0, bonus: 0, receivable: -250 },
      ],
      [
        'owes the same where the bonus is forfeited after it paid',
        [bet, pay(1_000, 1), forfeit],
        { cash: 0, bonus: 0, receivable: -250 },
      ],
      [
        'owes the same again once its payout is taken back',
        [bet, pay(1_000, 1), pay(0, 2)],
        { cash: 0, bonus: 700, receivable: -500 },
      ],
    ])('%s', async (_name, commands, left) => {
      const books = await given();
      await books.run(...owing, bonus(), ...commands);
      expect(await books.left()).toEqual({ held: 0, ...left });
      expect(await books.sum()).toBe(0);
    });
  });

  it('cash is given once under its claim, and costs the house what it is', async () => {
    const books = await given();
    const before = await books.house('bonus_expense');
    expect(await books.run(cash(), cash(), cash({ amountMinor: 1 }), forfeit, convert)).toEqual([
      'granted',
      'known',
      'key_reused',
      'unknown',
      'bonus_unknown',
    ]);
    expect(await books.left()).toMatchObject({ cash: 11_000, bonus: 0 });
    expect(await books.house('bonus_expense')).toBe(before - 1_000);
  });
}
