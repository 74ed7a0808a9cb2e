/** The slip with everything its display needs: the state of each selection, its problem, cost and return. */
import { betRules } from '@fairline/proto/betting/rules';
import { Refusal } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { payoutMinor } from '@fairline/proto/odds';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { useQueries } from '@tanstack/react-query';
import { playerLive } from '../../../domain/live/cache.ts';
import { useStaleFixtures } from '../../../domain/live/use-live.ts';
import { useStore } from '../../../store.ts';
import { averageReturnOf, returnMinor, type SelectionState, selectionState } from '../offer/price.ts';
import { fixtureQuery } from '../offer/queries.ts';
import { policyStore } from '../preferences.ts';
import {
  figuresOf,
  relatedOf,
  singlesOddsMilli,
  slipAverage,
  type Whole,
  type WholeFigures,
  type WholeObstacle,
  wholeObstacle,
  wholeOf,
} from './multiple.ts';
import {
  betObstacle,
  type FreeStake,
  freeBetOf,
  legObstacle,
  type Obstacle,
  priceMove,
  stakeFault,
  stakeMinor,
} from './single.ts';
import { modeOf, type Slip, type SlipItem, type SlipMode, sentOf } from './slip.ts';
import { slipStore } from './store.ts';

export interface SlipLine {
  item: SlipItem;
  current: SelectionState;
  move: 'up' | 'down' | null;
  obstacle: Obstacle | null;
  stakeMinor: number | null;
  /** The free bet that is the stake. */
  free: FreeStake | null;
  /** The shown price, at which a bet would be placed. */
  oddsMilli: number;
  returnMinor: number | null;
  /** The share of the stake that it returns on average. */
  average: number | null;
  /** Another selection is on the same fixture, and all are one bet. */
  related: boolean;
}

export interface WholeView extends Whole, WholeFigures {
  /** As typed: per line of a system, else for the bet. */
  typed: string;
  /** The total of all lines. */
  stakeMinor: number | null;
  lineStakeMinor: number | null;
  free: FreeStake | null;
  obstacle: WholeObstacle | null;
}

export interface SlipView {
  slip: Slip;
  mode: SlipMode;
  lines: SlipLine[];
  /** The selections that the next press sends. */
  sent: SlipLine[];
  /** The one bet, if the selections form one. */
  whole: WholeView | null;
  stakeMinor: number;
  /** The part that is the player's own money. */
  ownMinor: number;
  returnMinor: number;
  /** The return per unit of stake if all wins; null for an empty slip. */
  oddsMilli: number | null;
  /** The share of the stake that is returned on average. */
  average: number | null;
  /** A return is capped at the maximum payout. */
  cut: boolean;
  /** A placement waits for its response. */
  undecided: boolean;
}

/** `freeBets` is null while loading. */
export function useSlip(currency: CurrencyCode, freeBets: readonly FreeBet[] | null): SlipView {
  const slip = useStore(slipStore);
  const { items } = slip;
  const policy = useStore(policyStore);
  const ids = [...new Set(items.map(({ fixtureId }) => fixtureId))];
  const staleFixtures = useStaleFixtures(playerLive, ids);
  const fixtures = useQueries({ queries: ids.map(fixtureQuery) });
  const mode = modeOf(slip);
  const shape = wholeOf(mode, slip.attempt?.body.system ?? slip.system, items.length);
  const related = new Set(shape ? relatedOf(items).flat() : []);
  const lines = items.map((item): SlipLine => {
    const read = fixtures[ids.indexOf(item.fixtureId)];
    // A fixture that no longer exists or has no valid id is closed; one that failed to load is unknown.
    const gone = read?.error instanceof Refusal && (read.error.status === 404 || read.error.status === 400);
    const current: SelectionState = gone
      ? { status: 'closed', oddsMilli: null }
      : selectionState(item, read?.data, { whole: !read?.isPlaceholderData });
    const freeBet = shape ? null : freeBetOf(item, freeBets ?? []);
    const stake = freeBet?.amountMinor ?? stakeMinor(item, currency);
    const chosen = shape ? !shape.system && slip.freeBet : !item.attempt && item.freeBet;
    const asked = (item.attempt ?? slip.attempt)?.body.legs.find(({ selectionId }) => selectionId === item.selectionId);
    const oddsMilli = asked?.oddsMilli ?? current.oddsMilli ?? item.oddsMilli;
    const held = slip.attempt !== undefined;
    const stale = staleFixtures.has(item.fixtureId);
    return {
      item,
      current,
      move: asked ? null : priceMove(item, current),
      obstacle: held
        ? null
        : chosen && freeBets === null
          ? 'unknown'
          : shape
            ? legObstacle(item, current, policy, stale)
            : betObstacle(item, current, policy, currency, stale, freeBet),
      stakeMinor: stake,
      free: freeBet,
      oddsMilli,
      returnMinor: stake === null ? null : returnMinor(stake, oddsMilli, freeBet !== null),
      average: averageReturnOf(item, read?.data),
      related: related.has(item),
    };
  });
  const undecided = slip.attempt !== undefined || items.some(({ attempt }) => attempt !== undefined);
  const whole = shape && wholeView(shape, slip, lines, currency, freeBets ?? []);
  const common = { slip, mode, lines, sent: sentOf(lines), whole, undecided };
  if (whole) {
    const staked = whole.stakeMinor ?? 0;
    return {
      ...common,
      stakeMinor: staked,
      ownMinor: whole.free ? 0 : staked,
      returnMinor: whole.returnMinor ?? 0,
      oddsMilli: whole.oddsMilli,
      average: slipAverage(whole, lines, { paysLess: whole.cut || whole.free !== null }),
      cut: whole.cut,
    };
  }
  const sum = (pick: (line: SlipLine) => number | null) => lines.reduce((total, line) => total + (pick(line) ?? 0), 0);
  const won = ({ stakeMinor: stake, free, oddsMilli }: SlipLine) =>
    stake === null ? 0 : payoutMinor(stake, [oddsMilli]) - (free ? stake : 0);
  const cut = lines.some((line) => won(line) > betRules.payoutCapMinor);
  return {
    ...common,
    stakeMinor: sum((line) => line.stakeMinor),
    ownMinor: sum((line) => (line.free ? 0 : line.stakeMinor)),
    returnMinor: sum((line) => line.returnMinor),
    oddsMilli: singlesOddsMilli(lines),
    average: slipAverage(null, lines, { paysLess: cut || lines.some(({ free }) => free !== null) }),
    cut,
  };
}

function wholeView(
  shape: Whole,
  slip: Slip,
  lines: readonly SlipLine[],
  currency: CurrencyCode,
  freeBets: readonly FreeBet[],
): WholeView {
  const free = shape.system ? null : freeBetOf(slip, freeBets);
  const typed = { stake: shape.system ? slip.lineStake : slip.stake };
  const line = stakeMinor(typed, currency);
  const stake = slip.attempt?.body.stakeMinor ?? free?.amountMinor ?? (line === null ? null : line * shape.lines);
  const figures = figuresOf(
    shape,
    lines.map(({ oddsMilli }) => oddsMilli),
    stake,
    free !== null,
  );
  const found = slip.attempt ? null : wholeObstacle(slip.items, figures, stake, free);
  return {
    ...shape,
    ...figures,
    typed: typed.stake,
    stakeMinor: stake,
    lineStakeMinor: stake === null ? null : stake / shape.lines,
    free,
    obstacle: found === 'stake' ? stakeFault(typed, currency) : found,
  };
}
