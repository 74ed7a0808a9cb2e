/** Safe play for a player: the current session with its next reality check, the amounts that count towards their own limits, and their activity by month. */
import { common, Refusal } from '@fairline/proto/contract';
import { dayResetsAt, monthResetsAt, weekResetsAt } from '@fairline/proto/periods';
import { playByProduct } from '@fairline/proto/play-figures';
import type { Activity, PlayState } from '@fairline/proto/wallet/players';
import type { Wallet } from '../config.ts';
import * as reads from './store-players.ts';
import * as store from './store-safe-play.ts';

/** Session, next check and used amounts, by the functions with which the ledger decides. */
export async function playStateOf({ db, clock }: Wallet, playerId: string): Promise<PlayState> {
  const now = clock.now();
  const counted = await store.countedPlay(db, playerId, now);
  if (!counted) throw new Refusal(common.notFound);
  const { currency, checkDueAt, ...used } = counted;
  const { sessionAt, sessionEndsAt, stakedMinor, openStakeMinor, returnedMinor } = await reads.playStateOf(
    db,
    playerId,
    now,
  );
  const figures =
    sessionAt &&
    playByProduct({ stakedMinor, openStakeMinor, returnedMinor }, await reads.sessionRounds(db, playerId, sessionAt));
  return {
    currency,
    ...(figures &&
      sessionAt &&
      sessionEndsAt && {
        session: { startedAt: sessionAt.toISOString(), endsAt: sessionEndsAt.toISOString(), ...figures },
      }),
    ...(checkDueAt && { checkDueAt: checkDueAt.toISOString() }),
    used,
    dayResetsAt: dayResetsAt(now).toISOString(),
    weekResetsAt: weekResetsAt(now).toISOString(),
    monthResetsAt: monthResetsAt(now).toISOString(),
  };
}

/** The activity of a UTC month, such as 2026-11, and of the lifetime. */
export async function activityOf({ db }: Wallet, playerId: string, month: string): Promise<Activity> {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const until = monthResetsAt(from);
  const lifetime = await store.lifetimeOf(db, playerId);
  if (!lifetime) throw new Refusal(common.notFound);
  const { currency, depositedMinor, withdrawnMinor, sports, casino } = lifetime;
  const [bets, rounds, payments, months] = await Promise.all([
    store.betsBetween(db, playerId, from, until),
    store.roundsBetween(db, playerId, from, until),
    store.paymentsBetween(db, playerId, from, until),
    store.activeMonths(db, playerId),
  ]);
  return {
    currency,
    month: { ...payments, ...playByProduct(bets, rounds) },
    lifetime: { depositedMinor, withdrawnMinor, ...playByProduct(sports, casino) },
    months,
  };
}
