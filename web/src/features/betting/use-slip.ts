/** The slip with everything a decision needs: how each selection stands, what is in the way, what it costs and pays. */
import { bettingRules } from '@fairline/proto/betting';
import type { CurrencyCode } from '@fairline/proto/money';
import { payoutMinor } from '@fairline/proto/odds';
import { useQueries } from '@tanstack/react-query';
import { useKept } from '../../client/kept.ts';
import { playerLive } from '../../client/live-cache.ts';
import { useLiveState } from '../../client/use-live.ts';
import { policyStore } from './preferences.ts';
import { fixtureQuery } from './queries.ts';
import {
  legObstacle,
  modeOf,
  moved,
  type Obstacle,
  obstacle,
  returnMinor,
  type Slip,
  type SlipItem,
  type SlipMode,
  type Standing,
  stakeMinor,
  standingOf,
} from './slip.ts';
import { slipStore } from './slip-store.ts';
import { figuresOf, relatedOf, type Whole, type WholeFigures, type WholeObstacle, wholeObstacle, wholeOf } from './slip-whole.ts';

export interface SlipLine {
  item: SlipItem;
  standing: Standing;
  move: 'up' | 'down' | null;
  obstacle: Obstacle | null;
  stakeMinor: number | null;
  /** The price shown, and the one a bet would be placed at. */
  oddsMilli: number;
  returnMinor: number | null;
  /** Another selection is of the same fixture, and all are one bet. */
  related: boolean;
}

export interface WholeView extends Whole, WholeFigures {
  stakeMinor: number | null;
  obstacle: WholeObstacle | null;
}

export interface SlipView {
  slip: Slip;
  mode: SlipMode;
  lines: SlipLine[];
  /** The one bet, where the selections are one. */
  whole: WholeView | null;
  stakeMinor: number;
  returnMinor: number;
  /** Some return is cut at the maximum payout. */
  cut: boolean;
  /** The answer to a placement is not known yet. */
  undecided: boolean;
}

export function useSlip(currency: CurrencyCode): SlipView {
  const slip = useKept(slipStore);
  const { items } = slip;
  const policy = useKept(policyStore);
  const stale = useLiveState(playerLive) === 'stale';
  const ids = [...new Set(items.map(({ fixtureId }) => fixtureId))];
  const fixtures = useQueries({ queries: ids.map(fixtureQuery) });
  const mode = modeOf(slip);
  const shape = wholeOf(mode, slip.attempt?.body.system ?? slip.system, items.length);
  const related = new Set(shape ? relatedOf(items).flat() : []);
  const lines = items.map((item): SlipLine => {
    const read = fixtures[ids.indexOf(item.fixtureId)];
    const standing: Standing = read?.isError && !read.data ? { status: 'closed', oddsMilli: null } : standingOf(item, read?.data);
    const stake = stakeMinor(item, currency);
    const asked = (item.attempt ?? slip.attempt)?.body.legs.find(({ selectionId }) => selectionId === item.selectionId);
    const oddsMilli = asked?.oddsMilli ?? standing.oddsMilli ?? item.oddsMilli;
    const free = !slip.attempt;
    return {
      item,
      standing,
      move: asked ? null : moved(item, standing),
      obstacle: !free ? null : shape ? legObstacle(item, standing, policy, stale) : obstacle(item, standing, policy, currency, stale),
      stakeMinor: stake,
      oddsMilli,
      returnMinor: stake === null ? null : returnMinor(stake, oddsMilli),
      related: related.has(item),
    };
  });
  const undecided = slip.attempt !== undefined || items.some(({ attempt }) => attempt !== undefined);
  const whole = shape && wholeView(shape, slip, lines, currency);
  if (whole) return { slip, mode, lines, whole, stakeMinor: whole.stakeMinor ?? 0, returnMinor: whole.returnMinor ?? 0, cut: whole.cut, undecided };
  const sum = (pick: (line: SlipLine) => number | null) => lines.reduce((total, line) => total + (pick(line) ?? 0), 0);
  const cut = lines.some((line) => line.stakeMinor !== null && payoutMinor(line.stakeMinor, [line.oddsMilli]) > bettingRules.maxPayoutMinor);
  return { slip, mode, lines, whole: null, stakeMinor: sum((line) => line.stakeMinor), returnMinor: sum((line) => line.returnMinor), cut, undecided };
}

function wholeView(shape: Whole, slip: Slip, lines: readonly SlipLine[], currency: CurrencyCode): WholeView {
  const stake = slip.attempt?.body.stakeMinor ?? stakeMinor(slip, currency);
  const figures = figuresOf(
    shape,
    lines.map(({ oddsMilli }) => oddsMilli),
    stake,
  );
  return { ...shape, ...figures, stakeMinor: stake, obstacle: slip.attempt ? null : wholeObstacle(shape, slip.items, figures, stake) };
}
