/** A player's balance, limits with their rest, and statistics, as the player and operators see them. */
import { common, Refusal } from '@fairline/proto/contract';
import { dayResetsAt, dayStart, firstIdAt, monthResetsAt, monthStart, periodStart } from '@fairline/proto/periods';
import { playByProduct } from '@fairline/proto/play-figures';
import type { WalletOfUser, WalletStats } from '@fairline/proto/wallet/history';
import type { Balance } from '@fairline/proto/wallet/ledger';
import type { OwnPlay, WalletLimits } from '@fairline/proto/wallet/players';
import { limitsByLevel, minDepositMinor, minWithdrawMinor, testWinMinor } from '@fairline/proto/wallet/rules';
import type { Wallet } from '../config.ts';
import { activeBonus, listFreeBets } from '../grants/commands.ts';
import { leastWithdrawal } from '../limits.ts';
import { readClosedLoop } from '../payments/store-provider.ts';
import { paysOnConfirmation } from '../players/welcome.ts';
import * as reads from './store-players.ts';

export async function readOrOpenPlayer(wallet: Wallet, playerId: string): Promise<reads.PlayerRow> {
  const player = await reads.playerOf(wallet.db, playerId);
  // The player registered a moment ago, and wallet has not consumed the event yet.
  if (!player) throw new Refusal(common.unavailable);
  return player;
}

export async function balanceOf(wallet: Wallet, playerId: string): Promise<Balance> {
  const { currency, level, withdrawableMinor } = await readOrOpenPlayer(wallet, playerId);
  const accounts = await reads.accountsOf(wallet.db, playerId);
  const { cashMinor, bonusMinor, heldMinor, openStakes } = playAccount(accounts, currency);
  // A grant with nothing left goes on while stakes from it are open.
  const { bonus, forfeitableBonus } = bonusMinor > 0 || openStakes > 0 ? await activeBonus(wallet, playerId) : {};
  const free = Math.min(cashMinor - heldMinor, withdrawableMinor);
  return {
    currency,
    totalMinor: cashMinor + bonusMinor,
    availableMinor: cashMinor - heldMinor,
    playableMinor: cashMinor - heldMinor + (bonus?.remainingMinor ?? 0),
    withdrawableMinor:
      level === 'verified' ? free : Math.min(free, Math.max(0, await reads.netDepositsOf(wallet.db, playerId))),
    bonusMinor,
    ...(bonus && { bonus }),
    ...(forfeitableBonus && { forfeitableBonus }),
    pendingWithdrawalsMinor: heldMinor,
    accounts,
  };
}

function playAccount(accounts: readonly reads.AccountRow[], currency: string): reads.AccountRow {
  const account = accounts.find((one) => one.currency === currency);
  if (!account) throw new Error('an open player has an account in the play currency');
  return account;
}

export async function limitsOf(wallet: Wallet, playerId: string): Promise<WalletLimits> {
  const { level, currency, unplayedMinor, withdrawableMinor } = await readOrOpenPlayer(wallet, playerId);
  const now = wallet.clock.now();
  const counted = await reads.countedOf(wallet.db, playerId, dayStart(now), monthStart(now));
  const { cashMinor, heldMinor } = playAccount(await reads.accountsOf(wallet.db, playerId), currency);
  const limits = limitsByLevel[level];
  const left = (limitMinor: number, countedMinor: number) => Math.max(0, limitMinor - countedMinor);
  return {
    level,
    minDepositMinor,
    minWithdrawMinor: leastWithdrawal(minWithdrawMinor, Math.min(cashMinor - heldMinor, withdrawableMinor)),
    ...limits,
    remaining: {
      dailyDepositMinor: left(limits.dailyDepositMinor, counted.dayDepositMinor),
      dailyWithdrawMinor: left(limits.dailyWithdrawMinor, counted.dayWithdrawMinor),
      monthlyDepositMinor: left(limits.monthlyDepositMinor, counted.monthDepositMinor),
      monthlyWithdrawMinor: left(limits.monthlyWithdrawMinor, counted.monthWithdrawMinor),
    },
    dayResetsAt: dayResetsAt(now).toISOString(),
    monthResetsAt: monthResetsAt(now).toISOString(),
    untilVerifiedMinor: level === 'verified' ? null : Math.max(0, await reads.netDepositsOf(wallet.db, playerId)),
    unplayedBonusMinor: unplayedMinor,
    closedLoop: await readClosedLoop(wallet.db, playerId, wallet.provider !== undefined),
  };
}

/** The statistics, and the data that only the player sees: session, own limits, welcome bonus. */
export async function ownStats(wallet: Wallet, playerId: string): Promise<WalletStats & OwnPlay> {
  const stats = await statsOf(wallet, playerId);
  const row = await reads.playStateOf(wallet.db, playerId, wallet.clock.now());
  const {
    sessionAt,
    sessionEndsAt,
    stakedMinor,
    openStakeMinor,
    returnedMinor,
    ownLimits,
    welcomeMinor,
    book,
    bonusStatus,
    waitingMinor,
  } = row;
  const figures =
    sessionAt &&
    playByProduct(
      { stakedMinor, openStakeMinor, returnedMinor },
      await reads.sessionRounds(wallet.db, playerId, sessionAt),
    );
  const unpaid = {
    amountMinor: waitingMinor ?? wallet.welcomeBonusMinor,
    waitsFor: bonusStatus === 'waiting' ? 'review' : 'confirmation',
  } as const;
  const isUnpaid = bonusStatus === 'waiting' || (bonusStatus === null && book === 'real' && paysOnConfirmation(wallet));
  return {
    ...stats,
    ...(figures &&
      sessionAt &&
      sessionEndsAt && {
        session: { startedAt: sessionAt.toISOString(), endsAt: sessionEndsAt.toISOString(), ...figures },
      }),
    ...(ownLimits && { ownLimits }),
    ...(welcomeMinor !== null && { welcomeBonusMinor: welcomeMinor }),
    ...(isUnpaid && { pendingBonus: unpaid }),
    ...(wallet.demo && book === 'play' && { testWinMinor }),
  };
}

export async function statsOf(wallet: Wallet, playerId: string): Promise<WalletStats> {
  const { currency, openedAt } = await readOrOpenPlayer(wallet, playerId);
  const now = wallet.clock.now();
  const since = (['today', 'week', 'month'] as const).map((period) => periodStart(period, now) ?? now);
  const [accounts, today, bets, rounds] = await Promise.all([
    reads.accountsOf(wallet.db, playerId),
    reads.readApprovedSince(wallet.db, playerId, dayStart(now)),
    reads.playSince(wallet.db, playerId, since.map(firstIdAt)),
    reads.roundsSince(
      wallet.db,
      playerId,
      since.map((at) => at.toISOString().slice(0, 10)),
    ),
  ]);
  const account = playAccount(accounts, currency);
  const { casinoWageredMinor, casinoOpenMinor, casinoWonMinor, openRounds } = account;
  const casino = { stakedMinor: casinoWageredMinor, openStakeMinor: casinoOpenMinor, returnedMinor: casinoWonMinor };
  const all = playByProduct(
    {
      stakedMinor: account.wageredMinor - casinoWageredMinor,
      openStakeMinor: account.openStakeMinor - casinoOpenMinor,
      returnedMinor: account.wonMinor - casinoWonMinor,
    },
    casino,
  );
  const [day, week, month] = bets.map((sports, place) => playByProduct(sports, rounds[place] ?? noPlay));
  if (!day || !week || !month) throw new Error('each period has its figures');
  return {
    currency,
    depositedMinor: account.depositedMinor,
    withdrawnMinor: account.withdrawnMinor,
    wageredMinor: all.stakedMinor,
    wonMinor: all.returnedMinor,
    netMinor: all.netMinor,
    play: { today: day, week, month, all },
    netDepositsMinor: account.depositedMinor - account.withdrawnMinor,
    activeBets: account.openStakes - openRounds,
    openRounds,
    todayDepositedMinor: today.depositedMinor,
    todayWithdrawnMinor: today.withdrawnMinor,
    lastActivityAt: account.movedAt?.toISOString() ?? null,
    memberSince: openedAt.toISOString(),
  };
}

const noPlay = { stakedMinor: 0, openStakeMinor: 0, returnedMinor: 0 };

/** Everything that wallet stores about a player, for operators. */
export async function walletOfUser(wallet: Wallet, playerId: string): Promise<WalletOfUser> {
  const [[summary], permit] = await Promise.all([
    reads.summariesOf(wallet.db, [playerId]),
    reads.permitOf(wallet.db, playerId),
  ]);
  if (!summary || !permit) throw new Refusal(common.notFound);
  const { excludedUntil, ownLimits, hasPin, autoConvert, receivableMinor } = permit;
  const { bonus } = await activeBonus(wallet, playerId);
  return {
    summary,
    accounts: await reads.accountsOf(wallet.db, playerId),
    receivableMinor: -receivableMinor,
    stats: await statsOf(wallet, playerId),
    limits: await limitsOf(wallet, playerId),
    excludedUntil: excludedUntil?.toISOString() ?? null,
    ownLimits: ownLimits ?? {},
    hasPin,
    autoConvert,
    freeBets: await listFreeBets(wallet, playerId),
    ...(bonus && { bonus }),
  };
}
