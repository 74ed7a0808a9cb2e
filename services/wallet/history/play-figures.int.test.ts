/**
 * A player's figures agree everywhere: after random courses of bets and casino rounds, every figure of every period equals a plain sum over them and the ledger's entries.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { BetStatus } from '@fairline/proto/betting/bets';
import { firstIdAt, periodStart } from '@fairline/proto/periods';
import { type PlayByProduct, type PlaySums, playByProduct, playPeriods } from '@fairline/proto/play-figures';
import { grantRequests } from '@fairline/proto/wallet/grants';
import type { WalletOfUser, WalletStats, WalletSummary } from '@fairline/proto/wallet/history';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import type { OwnPlay } from '@fairline/proto/wallet/players';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlayer, openWallet, operator, publishBet, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

type Outcome = 'open' | 'rejected' | 'void' | 'won' | 'lost' | 'cashed_out';

/** One version of a bet: its outcome, and the part that was cashed out before it. */
interface Step {
  outcome: Outcome;
  dueMinor: number;
  soldMinor: number;
}

interface Life {
  placedAt: Date;
  stakeMinor: number;
  isFree: boolean;
  /** The settlement of a bet and its corrections; each step is the next version. */
  steps: Step[];
  isRepeated: boolean;
}

const now = new Date('2026-11-20T12:00:00.000Z');
const step = fc.record({
  outcome: fc.constantFrom<Outcome>('open', 'void', 'won', 'lost', 'won', 'lost', 'cashed_out', 'rejected'),
  dueMinor: fc.integer({ min: 1, max: 5_000 }),
  soldMinor: fc.constantFrom(0, 0, 100, 400),
});
const instant = fc
  .constantFrom(
    '2026-11-20T00:00:00.000Z',
    '2026-11-19T23:59:59.999Z',
    '2026-11-16T00:00:00.000Z',
    '2026-11-15T23:59:59.999Z',
    '2026-10-31T23:59:59.999Z',
  )
  .map((at) => new Date(at));
const life = fc.record({
  placedAt: instant,
  stakeMinor: fc.integer({ min: 1_000, max: 3_000 }),
  isFree: fc.boolean(),
  steps: fc.array(step, { maxLength: 4 }),
  isRepeated: fc.boolean(),
});

/** The outcome of a bet; the part that was cashed out stays, whatever the results. */
interface Bet {
  outcome: Outcome;
  stakeMinor: number;
  isFree: boolean;
  closedMinor: number;
  cashedMinor: number;
  paidMinor: number;
}

function sumsOf(bet: Bet): PlaySums {
  const { outcome, stakeMinor, isFree, closedMinor, cashedMinor, paidMinor } = bet;
  const isReturned = outcome === 'void' || outcome === 'rejected';
  const ownMinor = isFree ? 0 : stakeMinor;
  if (isReturned) return { stakedMinor: closedMinor, openStakeMinor: 0, returnedMinor: cashedMinor };
  return {
    stakedMinor: ownMinor,
    openStakeMinor: outcome === 'open' ? Math.max(0, ownMinor - closedMinor) : 0,
    returnedMinor: paidMinor,
  };
}

/** Publishes the course of a bet over the bus, as betting does, and returns its totals. */
async function live(
  playerId: string,
  { placedAt, stakeMinor, isFree, steps, isRepeated }: Life,
): Promise<Bet & { betId: string }> {
  const betId = firstIdAt(placedAt).slice(0, 13) + randomUUIDv7().slice(13);
  const asked = { betId, playerId, currency: 'USD' as const, stakeMinor, potentialPayoutMinor: 10_000 };
  const claimId = randomUUIDv7();
  if (isFree) {
    const grant = {
      claimId,
      playerId,
      kind: 'free_bet' as const,
      amountMinor: stakeMinor,
      currency: 'USD' as const,
      products: ['sports' as const],
      expiresAt: '2027-01-01T00:00:00.000Z',
    };
    await world.ask(grantRequests.grant, grant);
  }
  await world.ask(ledgerRequests.stake, { ...asked, ...(isFree && { freeBetClaimId: claimId }) });
  let bet: Bet = { outcome: 'open', stakeMinor, isFree, closedMinor: 0, cashedMinor: 0, paidMinor: 0 };
  let version = 0;
  for (const { outcome, dueMinor, soldMinor } of steps) {
    // Rejected bets and bets that were cashed out whole do not change again.
    if (bet.outcome === 'rejected' || bet.outcome === 'cashed_out' || (outcome === 'rejected' && version > 0)) break;
    if (isFree && outcome === 'cashed_out') continue;
    if (bet.outcome === 'open' && soldMinor > 0 && !isFree && outcome !== 'rejected') {
      bet = {
        ...bet,
        closedMinor: bet.closedMinor + soldMinor,
        cashedMinor: bet.cashedMinor + Math.floor(soldMinor / 2),
      };
      bet.paidMinor = bet.cashedMinor;
      await post('betCashedOut', 'accepted');
    }
    const wasDecided = bet.outcome !== 'open';
    if (outcome === 'cashed_out') {
      if (wasDecided) continue;
      bet = { ...bet, outcome, closedMinor: stakeMinor, cashedMinor: bet.cashedMinor + Math.min(dueMinor, 2_000) };
      bet.paidMinor = bet.cashedMinor;
      await post('betCashedOut', outcome);
      continue;
    }
    if (outcome === 'open' && !wasDecided) continue;
    const runningMinor = stakeMinor - bet.closedMinor;
    const more = { open: 0, lost: 0, won: dueMinor, void: runningMinor, rejected: stakeMinor }[outcome];
    bet = { ...bet, outcome, paidMinor: bet.cashedMinor + more };
    const status = outcome === 'open' ? 'accepted' : outcome;
    await post(
      outcome === 'rejected'
        ? 'betRejected'
        : outcome === 'void'
          ? 'betVoided'
          : wasDecided
            ? 'betResettled'
            : 'betSettled',
      status,
    );
  }
  return { ...bet, betId };

  async function post(name: Parameters<typeof publishBet>[1], status: BetStatus): Promise<void> {
    version += 1;
    const outcome = { dueMinor: bet.paidMinor, version, status, closedStakeMinor: bet.closedMinor };
    await publishBet(world, name, asked, outcome);
    if (isRepeated) await publishBet(world, name, asked, outcome);
    // Waits for each event, because a newer version that overtakes an older one would hide it.
    await world.settled();
  }
}

/** A hand or a spin: its stakes step by step, and its payout if it is over. */
const hand = fc.record({
  beganAt: instant,
  stakes: fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 3 }),
  payoutMinor: fc.constantFrom(undefined, 0, 300, 4_000),
  isJackpot: fc.boolean(),
  isVoid: fc.constantFrom(false, false, true),
});
type Hand = typeof hand extends fc.Arbitrary<infer H> ? H : never;

const roundSums = ({ stakes, payoutMinor, isVoid }: Hand): PlaySums => {
  const stakedMinor = isVoid ? 0 : stakes.reduce((sum, one) => sum + one, 0);
  return {
    stakedMinor,
    openStakeMinor: payoutMinor === undefined ? stakedMinor : 0,
    returnedMinor: isVoid ? 0 : (payoutMinor ?? 0),
  };
};

async function playHand(playerId: string, { beganAt, stakes, payoutMinor, isJackpot, isVoid }: Hand): Promise<string> {
  const roundId = firstIdAt(beganAt).slice(0, 13) + randomUUIDv7().slice(13);
  const common = {
    roundId,
    playerId,
    gameId: 'mega-fortune-slots' as const,
    ...(isJackpot && { jackpot: { wins: false } }),
  };
  const isSpin = stakes.length === 1 && payoutMinor !== undefined;
  for (const [step, stakeMinor] of stakes.entries())
    await world.ask(ledgerRequests.play, {
      ...common,
      step,
      stakeMinor,
      payoutMinor: isSpin ? payoutMinor : 0,
      closes: isSpin,
    });
  if (payoutMinor !== undefined && !isSpin)
    await world.ask(ledgerRequests.play, { ...common, step: stakes.length, stakeMinor: 0, payoutMinor, closes: true });
  if (isVoid) await world.ask(ledgerRequests.voidRound, { roundId, playerId });
  return roundId;
}

const total = (parts: readonly PlaySums[]): PlaySums => {
  const sum = (field: keyof PlaySums) => parts.reduce((so, one) => so + one[field], 0);
  return {
    stakedMinor: sum('stakedMinor'),
    openStakeMinor: sum('openStakeMinor'),
    returnedMinor: sum('returnedMinor'),
  };
};
const added = (bets: readonly Bet[], hands: readonly Hand[]): PlayByProduct =>
  playByProduct(total(bets.map(sumsOf)), total(hands.map(roundSums)));

async function ledgerNet(playerId: string): Promise<number> {
  const { rows } = await world.db.query(
    `select coalesce(sum(e.amount_minor), 0)::int as net from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
     where e.player_id = $1 and not e.house and t.kind in ('stake', 'win', 'refund', 'correction')`,
    [playerId],
  );
  return rows[0].net;
}

it("equal a sum over bets and rounds in every period and answer, and the ledger's entries", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 1, maxLength: 8 }),
      fc.array(hand, { minLength: 1, maxLength: 8 }),
      async (lives, hands) => {
        const playerId = await world.player();
        await world.db.query(`select post_cash($1, $2, 'USD', 'adjustment', $2, 'adjustments', 1000000)`, [
          now,
          playerId,
        ]);
        const bets: Awaited<ReturnType<typeof live>>[] = [];
        for (const one of lives) bets.push(await live(playerId, one));
        const rounds: (Hand & { roundId: string })[] = [];
        for (const one of hands) rounds.push({ ...one, roundId: await playHand(playerId, one) });
        const { body: stats } = await world.http<WalletStats & OwnPlay>('GET', '/api/wallet/stats', {
          as: asPlayer(playerId),
        });
        for (const period of playPeriods) {
          const since = periodStart(period, now);
          const isIn = (id: string) => !since || id >= firstIdAt(since);
          expect(stats.play[period], period).toEqual(
            added(
              bets.filter(({ betId }) => isIn(betId)),
              rounds.filter(({ roundId }) => isIn(roundId)),
            ),
          );
        }
        const all = added(bets, rounds);
        expect(stats.session).toMatchObject(all);
        expect(stats.openRounds).toBe(
          rounds.filter(({ payoutMinor, isVoid }) => payoutMinor === undefined && !isVoid).length,
        );
        const lifetime = { wageredMinor: all.stakedMinor, wonMinor: all.returnedMinor, netMinor: all.netMinor };
        expect(stats).toMatchObject({
          ...lifetime,
          activeBets: bets.filter(({ outcome }) => outcome === 'open').length,
        });
        expect(await ledgerNet(playerId)).toBe(all.returnedMinor - all.stakedMinor);
        const { body: user } = await world.http<WalletOfUser>('GET', `/api/admin/wallet/users/${playerId}`, {
          as: operator(),
        });
        expect(user.stats.play).toEqual(stats.play);
        const asked = { as: operator(), body: { playerIds: [playerId] } };
        const { body: summaries } = await world.http<{ items: WalletSummary[] }>(
          'POST',
          '/api/admin/wallet/summaries',
          asked,
        );
        expect(summaries.items[0]).toMatchObject({ wageredMinor: all.stakedMinor, wonMinor: all.returnedMinor });
      },
    ),
    { numRuns: 12, seed: 20_261_122, endOnFailure: true },
  );
});
