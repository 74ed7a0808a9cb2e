/** The rules of payments and permits, as rows: given a player's money, when commands run, then their codes and the money left. */
import { describe, expect, it } from 'vitest';
import type { Command, Holder } from './testing-model-books.ts';
import { type Changes, type Ledgers, player, stake } from './testing-rules.ts';

export function testPaymentRules({ given, empty }: Ledgers): void {
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

    it('in is credited when it is approved, once', async () => {
      const books = await given();
      expect(await books.run(deposit(5_000), approve('d1'), approve('d1'), approve('d1', 'o2'), reject('d1'))).toEqual([
        'requested',
        'approved',
        'known',
        'known',
        'already_decided',
      ]);
      expect((await books.left()).cash).toBe(15_000);
    });

    it('out is held, then captured whole', async () => {
      const books = await given();
      await books.run(withdraw(4_000));
      expect(await books.left()).toEqual({ cash: 10_000, bonus: 0, held: 4_000, receivable: 0 });
      await books.run(approve('w1'));
      expect(await books.left()).toEqual({ cash: 6_000, bonus: 0, held: 0, receivable: 0 });
    });

    it('out that is rejected is released, and cannot be approved afterwards', async () => {
      const books = await given();
      expect(await books.run(withdraw(4_000), reject('w1'), reject('w1'), approve('w1'))).toEqual([
        'requested',
        'rejected',
        'known',
        'already_decided',
      ]);
      expect(await books.left()).toEqual({ cash: 10_000, bonus: 0, held: 0, receivable: 0 });
    });

    it('that is large needs two operators', async () => {
      const books = await given();
      expect(await books.run(deposit(1_000_000, 'd1', 2), approve('d1'), approve('d1'), approve('d1', 'o2'))).toEqual([
        'requested',
        'counted',
        'second_operator_needed',
        'approved',
      ]);
    });

    it.each<[string, Changes, Command[], string]>([
      ['out below the minimum', {}, [withdraw(1_999)], 'limit_exceeded'],
      [
        'out below the minimum, but all that is left',
        { cashMinor: 6_999, heldMinor: 5_000 },
        [withdraw(1_999)],
        'requested',
      ],
      [
        'out below the minimum, of a rest that is smaller still',
        { cashMinor: 1_000 },
        [withdraw(1_001)],
        'limit_exceeded',
      ],
      ['out above what is available', { heldMinor: 5_000 }, [withdraw(5_001)], 'insufficient_balance'],
      ['out above a single limit', { cashMinor: 9_000_000 }, [withdraw(2_500_001)], 'limit_exceeded'],
      [
        'out above the limit of the day',
        { cashMinor: 9_000_000 },
        [withdraw(2_000_000), withdraw(500_001, 'w2')],
        'limit_exceeded',
      ],
      [
        'out, when a rejected one no longer counts',
        { cashMinor: 9_000_000 },
        [withdraw(2_000_000), reject('w1'), withdraw(2_500_000, 'w2')],
        'requested',
      ],
      [
        'out of an unverified player who brought nothing in',
        { level: 'unverified' },
        [withdraw(2_000)],
        'kyc_required',
      ],
      [
        'out of an unverified player, of what came in',
        { level: 'unverified' },
        [deposit(5_000), approve('d1'), withdraw(5_000)],
        'requested',
      ],
      [
        'out of an unverified player, twice of what came in',
        { level: 'unverified' },
        [deposit(5_000), approve('d1'), withdraw(3_000), withdraw(3_000, 'w2')],
        'kyc_required',
      ],
      ['in above a single limit', { level: 'unverified' }, [deposit(500_001)], 'limit_exceeded'],
      [
        'in above the limit of the day',
        { level: 'unverified' },
        [deposit(300_000), deposit(200_001, 'd2')],
        'limit_exceeded',
      ],
      ['in, while excluded', { excludedUntil: new Date('9999-01-01') }, [deposit(5_000)], 'excluded'],
      ['out, while excluded', { excludedUntil: new Date('9999-01-01') }, [withdraw(5_000)], 'requested'],
      ['in, while suspended', { status: 'suspended' }, [deposit(5_000)], 'account_not_active'],
      ['out, while suspended', { status: 'suspended' }, [withdraw(5_000)], 'account_not_active'],
      ['that does not exist, approved', {}, [approve('d9')], 'not_found'],
      ['that does not exist, rejected', {}, [reject('d9')], 'not_found'],
    ])('%s', async (_name, changes, commands, code) => {
      const books = await given(changes);
      expect((await books.run(...commands)).at(-1)).toBe(code);
      expect(await books.sum()).toBe(0);
    });

    it('counts against the month after the day has passed', async () => {
      const books = await given({ level: 'unverified' });
      for (let day = 1; day <= 10; day++) {
        const noon = new Date(Date.UTC(2026, 10, day, 12));
        expect(await books.runAt(noon, deposit(500_000, `d${day}`))).toBe('requested');
      }
      expect(await books.runAt(new Date(Date.UTC(2026, 10, 11)), deposit(1_000, 'd11'))).toBe('limit_exceeded');
      expect(await books.runAt(new Date(Date.UTC(2026, 11, 1)), deposit(1_000, 'd12'))).toBe('requested');
    });
  });

  describe('a permit', () => {
    it('keeps the newest version of each part, in whatever order they come', async () => {
      const books = await given();
      const permit = (version: number, status: Holder['status']): Command => ({
        do: 'restrict',
        playerId: player,
        version,
        status,
        level: 'verified',
      });
      expect(await books.run(permit(5, 'suspended'), permit(3, 'active'), permit(5, 'closed'), stake(1))).toEqual([
        'bound',
        'ignored',
        'ignored',
        'account_not_active',
      ]);
      expect(
        await books.run(
          { do: 'exclude', playerId: player, version: 1, until: new Date('9999-01-01') },
          permit(6, 'active'),
          stake(1, { betId: 'b2' }),
        ),
      ).toEqual(['bound', 'bound', 'excluded']);
    });

    it('that is restricted before the opening binds after it', async () => {
      const books = await empty();
      const commands: Command[] = [
        { do: 'restrict', playerId: player, version: 4, status: 'closed', level: 'unverified' },
        {
          do: 'open',
          playerId: player,
          book: 'real',
          currency: 'USD',
          version: 1,
          level: 'verified',
          giftMinor: 10_000,
        },
        stake(1),
      ];
      expect(await books.run(...commands)).toEqual(['bound', 'opened', 'account_not_active']);
    });

    it('opens once: the gift is not paid again', async () => {
      const books = await given();
      expect(
        await books.run({
          do: 'open',
          playerId: player,
          book: 'real',
          currency: 'EUR',
          version: 9,
          level: 'verified',
          giftMinor: 10_000,
        }),
      ).toEqual(['known']);
      expect((await books.left()).cash).toBe(10_000);
    });
  });
}
