/** The rules of bets and free bets, as rows: given a player's money, when commands run, then their codes and the money left. */
import { describe, expect, it } from 'vitest';
import type { Command } from './testing-model-books.ts';
import { at, type Changes, type Ledgers, pay, player, stake } from './testing-rules.ts';

export function testBetRules({ given }: Ledgers): void {
  describe('a stake', () => {
    it.each<[string, Changes, Command, string]>([
      ['of all there is', {}, stake(10_000), 'taken'],
      ['above what can be played with', {}, stake(10_001), 'insufficient_balance'],
      ['into what is held', { heldMinor: 9_000 }, stake(1_001), 'insufficient_balance'],
      ['of cash and bonus together', { bonusMinor: 500 }, stake(10_500), 'taken'],
      ['above the limit of a verified player', { cashMinor: 2_000_000 }, stake(1_000_001), 'limit_exceeded'],
      [
        'above the limit of an unverified player',
        { cashMinor: 2_000_000, level: 'unverified' },
        stake(100_001),
        'limit_exceeded',
      ],
      ['of a suspended player', { status: 'suspended' }, stake(1), 'account_not_active'],
      ['of a closed player', { status: 'closed' }, stake(1), 'account_not_active'],
      ['of an excluded player', { excludedUntil: new Date(at.getTime() + 1) }, stake(1), 'excluded'],
      ['the moment an exclusion ends', { excludedUntil: at }, stake(1), 'taken'],
      ['in a currency that is not the play currency', {}, stake(1, { currency: 'EUR' }), 'currency_not_accepted'],
      ['of nobody we know', {}, stake(1, { playerId: 'p2' }), 'not_found'],
    ])('%s', async (_name, changes, command, code) => {
      const books = await given(changes);
      expect(await books.run(command)).toEqual([code]);
      expect(await books.sum()).toBe(0);
    });

    it('takes cash first, then bonus', async () => {
      const books = await given({ cashMinor: 300, bonusMinor: 700 });
      await books.run(stake(400));
      expect(await books.left()).toEqual({ cash: 0, bonus: 600, held: 0, receivable: 0 });
    });

    it('is taken once under its bet, and another body is refused', async () => {
      const books = await given();
      expect(
        await books.run(
          stake(100),
          stake(100),
          stake(101),
          stake(100, { potentialPayoutMinor: 1 }),
          stake(100, { playerId: 'p2' }),
        ),
      ).toEqual(['taken', 'taken', 'key_reused', 'key_reused', 'key_reused']);
      expect((await books.left()).cash).toBe(9_900);
    });

    it('that was refused stays refused, whatever came in since', async () => {
      const books = await given({ cashMinor: 0 });
      expect(await books.run(stake(100))).toEqual(['insufficient_balance']);
      await books.set({ cashMinor: 100 });
      expect(await books.run(stake(100))).toEqual(['insufficient_balance']);
    });

    it('is not taken while the books are checked, and may be later', async () => {
      const books = await given();
      await books.stop(true);
      expect(await books.run(stake(100))).toEqual(['stopped']);
      await books.stop(false);
      expect(await books.run(stake(100))).toEqual(['taken']);
    });
  });

  describe('a reality check', () => {
    const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
    const check = (version: number, acknowledgedAt: Date | null = null, minutes = 20): Command => ({
      do: 'exclude',
      playerId: player,
      version,
      until: null,
      checks: { minutes, acknowledgedAt },
    });
    const bet = (betId: string) => stake(1, { betId });

    it('stops stakes so many minutes after the session began, and until it is acknowledged', async () => {
      const books = await given();
      await books.run(check(1), bet('b1'));
      expect(await books.runAt(new Date(minutesLater(20).getTime() - 1), bet('b2'))).toBe('taken');
      expect(await books.runAt(minutesLater(20), bet('b3'))).toBe('reality_check');
      await books.runAt(minutesLater(21), check(2, minutesLater(21)));
      expect(await books.runAt(minutesLater(21), bet('b4'))).toBe('taken');
      expect(await books.runAt(new Date(minutesLater(41).getTime() - 1), bet('b5'))).toBe('taken');
      expect(await books.runAt(minutesLater(41), bet('b6'))).toBe('reality_check');
    });

    it('ends with its session, and an acknowledgement before the next one does not count for it', async () => {
      const books = await given();
      await books.run(check(1, minutesLater(1)), bet('b1'));
      expect(await books.runAt(minutesLater(29), bet('b2'))).toBe('reality_check');
      expect(await books.runAt(minutesLater(30), bet('b3'))).toBe('taken');
      expect(await books.runAt(minutesLater(50), bet('b4'))).toBe('reality_check');
    });

    it('comes sooner with a shorter interval, and no more without one', async () => {
      const books = await given();
      await books.run(check(1, null, 60), bet('b1'));
      expect(await books.runAt(minutesLater(12), bet('b2'))).toBe('taken');
      await books.run(check(2, null, 12));
      expect(await books.runAt(minutesLater(12), bet('b3'))).toBe('reality_check');
      await books.run({ do: 'exclude', playerId: player, version: 3, until: null, checks: null });
      expect(await books.runAt(minutesLater(12), bet('b4'))).toBe('taken');
    });
  });

  describe('a payout', () => {
    it('pays what is due, once for each version', async () => {
      const books = await given();
      expect(await books.run(stake(1_000), pay(2_500, 3), pay(2_500, 3), pay(9_000, 2))).toEqual([
        'taken',
        'posted',
        'ignored',
        'ignored',
      ]);
      expect((await books.left()).cash).toBe(11_500);
    });

    it('posts the difference when a result changes, up and down', async () => {
      const books = await given();
      await books.run(stake(1_000), pay(2_500, 1), pay(4_000, 2), pay(0, 3), pay(1_000, 4));
      expect((await books.left()).cash).toBe(10_000);
      expect(await books.player()).toMatchObject({ wageredMinor: 1_000, wonMinor: 1_000, openStakes: 0 });
    });

    it('that is taken back with its result leaves the bet open', async () => {
      const books = await given();
      await books.run(stake(1_000), pay(2_500, 1), pay(0, 2, { outcome: 'open' }));
      expect(await books.player()).toMatchObject({
        cashMinor: 9_000,
        openStakes: 1,
        openStakeMinor: 1_000,
        wageredMinor: 1_000,
        wonMinor: 0,
      });
      await books.run(pay(2_000, 3));
      expect(await books.player()).toMatchObject({
        cashMinor: 11_000,
        openStakes: 0,
        wageredMinor: 1_000,
        wonMinor: 2_000,
      });
    });

    it('of a cash-out counts at once, and leaves open what it did not close', async () => {
      const books = await given();
      await books.run(stake(1_000), pay(300, 1, { outcome: 'open', closedStakeMinor: 400 }));
      expect(await books.player()).toMatchObject({
        openStakes: 1,
        openStakeMinor: 600,
        wageredMinor: 1_000,
        wonMinor: 300,
      });
      await books.run(pay(1_500, 2, { closedStakeMinor: 400 }));
      expect(await books.player()).toMatchObject({
        openStakes: 0,
        openStakeMinor: 0,
        wageredMinor: 1_000,
        wonMinor: 1_500,
      });
      await books.run(pay(300, 3, { outcome: 'open' }));
      expect(await books.player()).toMatchObject({
        openStakes: 1,
        openStakeMinor: 600,
        wageredMinor: 1_000,
        wonMinor: 300,
      });
      await books.run(pay(900, 4, { outcome: 'returned' }));
      expect(await books.player()).toMatchObject({
        openStakes: 0,
        openStakeMinor: 0,
        wageredMinor: 400,
        wonMinor: 300,
      });
    });

    it('that must be given back takes what is available; the rest is owed and recovered first', async () => {
      const books = await given();
      await books.run(stake(1_000), pay(5_000, 1));
      await books.run(stake(13_900, { betId: 'b2' }));
      expect((await books.left()).cash).toBe(100);
      await books.run(pay(0, 2));
      expect(await books.left()).toEqual({ cash: 0, bonus: 0, held: 0, receivable: -4_900 });
      await books.run(pay(6_000, 1, { betId: 'b2' }));
      expect(await books.left()).toEqual({ cash: 1_100, bonus: 0, held: 0, receivable: 0 });
      expect(await books.sum()).toBe(0);
    });

    it('never touches what is held for a withdrawal', async () => {
      const books = await given();
      await books.run(stake(1_000), pay(2_000, 1));
      await books.set({ heldMinor: 10_500 });
      await books.run(pay(0, 2));
      expect(await books.left()).toEqual({ cash: 10_500, bonus: 0, held: 10_500, receivable: -1_500 });
    });

    it('splits as the stake was taken, the bonus part rounded down', async () => {
      const books = await given({ cashMinor: 200, bonusMinor: 100 });
      await books.run(stake(300), pay(1_000, 1));
      expect(await books.left()).toEqual({ cash: 667, bonus: 333, held: 0, receivable: 0 });
      await books.run(pay(0, 2));
      expect(await books.left()).toEqual({ cash: 0, bonus: 0, held: 0, receivable: 0 });
    });

    it.each<[string, Command[], string]>([
      ['of a bet never seen', [pay(100, 1)], 'not_taken'],
      ['of a bet whose stake was refused', [stake(20_000), pay(100, 1)], 'not_taken'],
      ['of a bet that was given up', [pay(100, 1, { outcome: 'returned' }), pay(100, 2)], 'not_taken'],
      ['to another player', [stake(100), pay(100, 1, { playerId: 'p2' })], 'other_player'],
      ['in another currency', [stake(100), pay(100, 1, { currency: 'EUR' })], 'other_player'],
      ['above what the bet could pay', [stake(100), pay(1_001, 1)], 'too_large'],
    ])('%s is a dead letter', async (_name, commands, code) => {
      const books = await given();
      expect((await books.run(...commands)).at(-1)).toBe(code);
      expect(await books.sum()).toBe(0);
    });
  });

  describe('a bet that is rejected or void', () => {
    const refund = (version: number) => pay(1_000, version, { outcome: 'returned' });

    it('gives the stake back once, and counts as never played', async () => {
      const books = await given();
      expect(await books.run(stake(1_000), refund(1), refund(1), refund(2))).toEqual([
        'taken',
        'posted',
        'ignored',
        'posted',
      ]);
      expect(await books.player()).toMatchObject({ cashMinor: 10_000, wageredMinor: 0, wonMinor: 0, openStakes: 0 });
    });

    it.each([
      [700, 1_300, { wageredMinor: 0, wonMinor: 300 }],
      [300, 800, { wageredMinor: 200, wonMinor: 0 }],
    ])('after half of it was sold for %i leaves what the sale made of it', async (soldMinor, dueMinor, left) => {
      const books = await given();
      await books.run(stake(1_000), pay(soldMinor, 1, { outcome: 'open' }), pay(dueMinor, 2, { outcome: 'returned' }));
      expect(await books.player()).toMatchObject({ cashMinor: 9_000 + dueMinor, ...left });
    });

    it('gives nothing back where nothing was taken', async () => {
      const books = await given({ cashMinor: 0 });
      expect(await books.run(stake(1_000), refund(1))).toEqual(['insufficient_balance', 'ignored']);
    });

    it('refuses the stake that comes after it', async () => {
      const books = await given();
      expect(await books.run(refund(1), stake(1_000), refund(2))).toEqual(['tombstone', 'tombstone', 'ignored']);
      expect((await books.left()).cash).toBe(10_000);
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
    const use = (changes: Partial<Extract<Command, { do: 'stake' }>> = {}) =>
      stake(1_000, { freeBetClaimId: 'c1', ...changes });
    const back = (version: number, changes: Partial<Extract<Command, { do: 'pay' }>> = {}) =>
      pay(1_000, version, { outcome: 'returned', ...changes });

    it.each<[string, Changes, Command[], string]>([
      ['is staked whole', {}, [grant(), use()], 'taken'],
      ['needs no balance', { cashMinor: 0 }, [grant(), use()], 'taken'],
      ['that was never given', {}, [use()], 'free_bet_unknown'],
      ['of another player', {}, [grant(), use({ playerId: 'p2' })], 'not_found'],
      ['in part', {}, [grant(), stake(999, { freeBetClaimId: 'c1' })], 'free_bet_whole'],
      ['twice', {}, [grant(), use(), use({ betId: 'b2' })], 'free_bet_used'],
      ['that was taken back', {}, [grant(), { do: 'forfeit', claimId: 'c1' }, use()], 'free_bet_forfeited'],
      ['that is not known, taken back', {}, [{ do: 'forfeit', claimId: 'c1' }], 'unknown'],
      ['that was taken back before it came', {}, [{ do: 'forfeit', claimId: 'c1' }, grant()], 'bonus_forfeited'],
      [
        'above the largest bet',
        {},
        [grant(), { do: 'exclude', playerId: player, version: 1, until: null, limits: { betMinor: 999 } }, use()],
        'limit_exceeded',
      ],
      [
        'of a suspended player',
        {},
        [grant(), { do: 'restrict', playerId: player, version: 2, status: 'suspended', level: 'verified' }, use()],
        'account_not_active',
      ],
      [
        'of an excluded player',
        {},
        [grant(), { do: 'exclude', playerId: player, version: 1, until: new Date('9999-01-01') }, use()],
        'excluded',
      ],
      ['to a suspended player', { status: 'suspended' }, [grant()], 'player_not_playing'],
      ['to an excluded player', { excludedUntil: new Date('9999-01-01') }, [grant()], 'player_not_playing'],
      ['to nobody we know', {}, [grant({ playerId: 'p2' })], 'not_found'],
      ['in another currency', {}, [grant({ currency: 'EUR' })], 'currency_not_accepted'],
      ['that expired before it was given', {}, [grant({ expiresAt: at })], 'free_bet_expired'],
      ['given twice', {}, [grant(), grant()], 'known'],
      ['given twice with another amount', {}, [grant(), grant({ amountMinor: 2_000 })], 'key_reused'],
      ['where the loss of the day has something left', { ownLimits: { lossDayMinor: 100 } }, [grant(), use()], 'taken'],
      [
        'where the loss of the day has nothing left',
        { ownLimits: { lossDayMinor: 100 } },
        [grant(), stake(100), use({ betId: 'b2' })],
        'limit_exceeded',
      ],
    ])('%s', async (_name, changes, commands, code) => {
      const books = await given(changes);
      expect((await books.run(...commands)).at(-1)).toBe(code);
      expect(await books.sum()).toBe(0);
    });

    it('ends the moment it expires', async () => {
      const books = await given();
      const expiresAt = new Date(at.getTime() + 1);
      await books.run(grant({ expiresAt }));
      expect(await books.runAt(expiresAt, use())).toBe('free_bet_expired');
    });

    it('costs the house its stake and the player nothing; what it wins is their cash', async () => {
      const books = await given();
      await books.run(grant(), use());
      expect((await books.left()).cash).toBe(10_000);
      expect(await books.player()).toMatchObject({ openStakes: 1, wageredMinor: 0, lossDayMinor: 0 });
      expect([await books.house('bonus_expense'), await books.house('sports')]).toEqual([-11_000, 1_000]);
      await books.run(pay(1_500, 1));
      expect((await books.left()).cash).toBe(11_500);
      expect(await books.player()).toMatchObject({ openStakes: 0, wonMinor: 1_500, lossDayMinor: -1_500 });
    });

    it('comes back when its bet is rejected or void, whatever was paid, and can be used again', async () => {
      const books = await given();
      expect(await books.run(grant(), use(), pay(1_500, 1), back(2))).toEqual(['granted', 'taken', 'posted', 'posted']);
      expect(await books.left()).toMatchObject({ cash: 10_000, receivable: 0 });
      expect(await books.house('bonus_expense')).toBe(-10_000);
      expect(await books.run(use({ betId: 'b2' }))).toEqual(['taken']);
      expect(await books.sum()).toBe(0);
    });

    it('that comes back keeps the expiry it had', async () => {
      const books = await given();
      await books.run(grant(), use(), back(1));
      expect(await books.runAt(new Date(at.getTime() + 60_000), use({ betId: 'b2' }))).toBe('free_bet_expired');
    });

    it('does not come back in part', async () => {
      const books = await given();
      expect(await books.run(grant(), use(), back(1, { dueMinor: 500 }))).toEqual(['granted', 'taken', 'not_whole']);
    });

    it('whose void is corrected is used by that bet again, or paid again where another bet uses it', async () => {
      const books = await given();
      expect((await books.run(grant(), use(), back(1), pay(2_000, 2), use({ betId: 'b2' }))).at(-1)).toBe(
        'free_bet_used',
      );
      expect((await books.left()).cash).toBe(12_000);
      const both = await given();
      await both.run(grant(), use(), back(1), use({ betId: 'b2' }), pay(2_000, 2));
      expect([(await both.left()).cash, await both.house('bonus_expense')]).toEqual([12_000, -12_000]);
      expect(await both.run(back(1, { betId: 'b2' }), use({ betId: 'b3' }))).toEqual(['posted', 'free_bet_used']);
      expect(await both.run(back(3), use({ betId: 'b4' }))).toEqual(['posted', 'taken']);
      expect(await both.sum()).toBe(0);
    });

    it('that is taken back while its bet runs pays what it wins, and does not come back', async () => {
      const books = await given();
      expect(
        (await books.run(grant(), use(), { do: 'forfeit', claimId: 'c1' }, back(1), use({ betId: 'b2' }))).slice(2),
      ).toEqual(['forfeited', 'posted', 'free_bet_forfeited']);
      expect(await books.grant('c1')).toMatchObject({ forfeitedMinor: 0 });
    });

    it('changes with the play currency at the same number', async () => {
      const books = await given();
      expect(
        await books.run(
          grant(),
          { do: 'currency', playerId: player, currency: 'EUR', worthMinor: 9_200 },
          use({ currency: 'EUR' }),
        ),
      ).toEqual(['granted', 'changed', 'taken']);
      expect(await books.run({ do: 'currency', playerId: player, currency: 'GBP', worthMinor: 7_900 })).toEqual([
        'currency_fixed',
      ]);
    });
  });
}
