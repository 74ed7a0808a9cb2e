/**
 * The current value of a bet: the expected payout of its open part, by fair chances, less a published margin.
 * Pure. Anyone can recompute a quote from the numbers that are shown with it.
 */
import { cashOutRules, liveDelayMs } from '@fairline/proto/betting/rules';
import { lineSumOf } from '@fairline/proto/betting/systems';
import { fairChanceOf, isPriceOf, type MarketPrices, type MarketStand } from '../offer/market.ts';
import { capOf, factorOf, type Settled, type SettledLeg } from '../outcome.ts';

/** An open leg: its fair chance of winning if the stake is not returned, and the share of the stake that is expected to be returned. */
export interface Prospect {
  chance: number;
  refundShare: number;
}

export interface Worth {
  fairMinor: number;
  amountMinor: number;
}

/** Chance and returned share of an open leg, from the prices of its market; null while the market is off offer. */
export function prospectOf(prices: MarketPrices | undefined, selectionId: string): Prospect | null {
  return prices?.open ? fairChanceOf(prices, selectionId, 'lower') : null;
}

/**
 * The value of a bet; null if an open leg has no price. The payout cap lowers the payout but not the chance of it. So the expected payout above the least
 * possible one is scaled by (cap - least) / (most - least). The value of a single line is its chance times the capped payout.
 */
export function worthOf(
  bet: Omit<Settled, 'legs'>,
  legs: readonly (SettledLeg & { prospect: Prospect | null })[],
): Worth | null {
  const values: number[] = [];
  const [worst, best]: [number[], number[]] = [[], []];
  for (const leg of legs) {
    const { oddsMilli, status, prospect } = leg;
    if (status !== 'open') values.push(factorOf(leg));
    else if (prospect)
      values.push((1 - prospect.refundShare) * prospect.chance * (oddsMilli / 1_000) + prospect.refundShare);
    else return null;
    worst.push(status === 'open' ? 0 : factorOf(leg));
    best.push(status === 'open' ? oddsMilli / 1_000 : factorOf(leg));
  }
  const running = bet.stakeMinor - bet.closedStakeMinor;
  const paid = (factors: readonly number[]) => (lineSumOf(factors, bet.sizes) / bet.lines) * running;
  const odds = legs.map(({ oddsMilli }) => oddsMilli);
  const [expected, least, most, cap] = [
    paid(values),
    paid(worst),
    paid(best),
    Number(capOf(bet, running, odds) ?? Number.POSITIVE_INFINITY),
  ];
  const fairMinor = Math.floor(
    most <= cap ? expected : least >= cap ? cap : least + (expected - least) * ((cap - least) / (most - least)),
  );
  return { fairMinor, amountMinor: afterMargin(fairMinor) };
}

export function afterMargin(fairMinor: number): number {
  return Math.floor((fairMinor * (10_000 - cashOutRules.marginBp)) / 10_000);
}

// ---- Whether it can be cashed out --------------------------------------------------------------

/** The number of interruptions of each open leg's market, by market. */
export type Breaks = Readonly<Record<string, number>>;

/** The start of the delay of a cash-out, and the interruptions counted by then. */
export interface Seen {
  at: Date;
  breaks: Breaks;
}

export interface Running extends Omit<Settled, 'legs'> {
  /** Whether its manual settlement is waiting for a second operator. */
  awaitsSecond: boolean;
  /** A leg was taken at own prices and no second operator released the bet: all its cash-outs together pay at most its stake. */
  saleCapped: boolean;
  legs: readonly (SettledLeg & { marketId: string; selectionId: string })[];
}

/** The data by which a bet is valued. */
export interface Ground {
  markets: ReadonlyMap<string, MarketStand>;
  /** Markets whose result may still change. */
  provisional: ReadonlySet<string>;
  /** Contains every market that was read; undefined for a market without prices. */
  prices: ReadonlyMap<string, MarketPrices | undefined>;
}

export interface Valued {
  worth: Worth;
  prospects: (Prospect | null)[];
  /** Whether the amount is below the value because cash-out is limited to the stake. */
  isCapped: boolean;
  /** Whether an open leg is on a live match, and the longest delay of those matches. */
  live: boolean;
  delayMs: number;
  breaks: Breaks;
}

/** Why a bet has no value. `moved`: the prices do not belong to the current state of the markets and must be read again. */
export type Unvalued = 'provisional' | 'suspended' | 'moved' | 'priceless' | 'worthless';

/** Values a bet by the prices of its open legs. A bet with a result that may still change has no value. */
export function valueOfBet(bet: Running, { markets, provisional, prices }: Ground): Valued | Unvalued {
  if (bet.awaitsSecond) return 'provisional';
  if (bet.legs.some(({ status, marketId }) => status !== 'open' && provisional.has(marketId))) return 'provisional';
  const open = new Map<string, MarketStand>();
  for (const { status, marketId } of bet.legs) {
    const market = markets.get(marketId);
    if (status !== 'open') continue;
    if (!market?.open) return 'suspended';
    open.set(marketId, market);
  }
  for (const [id, market] of open) if (!prices.has(id) || !isPriceOf(prices.get(id), market)) return 'moved';
  const prospects = bet.legs.map(({ marketId, selectionId, status }) =>
    status === 'open' ? prospectOf(prices.get(marketId), selectionId) : null,
  );
  const value = worthOf(
    bet,
    bet.legs.map((leg, at) => ({ ...leg, prospect: prospects[at] ?? null })),
  );
  if (!value) return 'priceless';
  const mostMinor = bet.saleCapped ? Math.max(bet.stakeMinor - bet.cashedMinor, 0) : value.amountMinor;
  const worth = { ...value, amountMinor: Math.min(value.amountMinor, mostMinor) };
  if (worth.amountMinor < cashOutRules.minAmountMinor) return 'worthless';
  const live = [...open.values()].filter((market) => market.live);
  return {
    worth,
    prospects,
    isCapped: worth.amountMinor < value.amountMinor,
    live: live.length > 0,
    delayMs: Math.max(cashOutRules.delayMs.upcoming, ...live.map(({ paceMilli }) => liveDelayMs(paceMilli))),
    breaks: Object.fromEntries([...open].map(([id, { breaks }]) => [id, breaks])),
  };
}

/** Whether every market that is still open stayed on offer since then. A market settled in between is left out: its result counts instead. */
export function sameBreaks(before: Breaks, now: Breaks): boolean {
  return Object.entries(now).every(([marketId, breaks]) => before[marketId] === breaks);
}

/** Whether the prices up to the end of the delay are known. Without any prices there is nothing to wait for. */
export function isDelayOver(since: Date, delayMs: number, pricedUntil: Date | null): boolean {
  return pricedUntil === null || pricedUntil.getTime() >= since.getTime() + delayMs;
}

/** Whether a cash-out may still pay the quoted amount. A small fall is the house's risk of the delay, within its margin. */
export function isWorth(quotedMinor: number, { amountMinor }: Worth): boolean {
  return amountMinor >= quotedMinor * (1 - cashOutRules.fallTolerance);
}

/** The next step of an automatic cash-out: cash out; on a live match first store that the bet is worth enough; or clear that once it no longer is. */
export function nextOf(
  { autoCashOutMinor, autoSeen }: { autoCashOutMinor: number | null; autoSeen: Seen | null },
  { worth, live, delayMs, breaks }: Valued,
  pricedUntil: Date | null,
): 'sell' | 'note' | 'forget' | 'nothing' {
  if (autoCashOutMinor === null || worth.amountMinor < autoCashOutMinor) return autoSeen ? 'forget' : 'nothing';
  if (!live) return 'sell';
  if (!autoSeen || !sameBreaks(autoSeen.breaks, breaks)) return 'note';
  return isDelayOver(autoSeen.at, delayMs, pricedUntil) ? 'sell' : 'nothing';
}
