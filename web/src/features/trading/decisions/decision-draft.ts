/** The draft of a decision, and the request that it makes once it is complete. Pure. */

import type { DecisionInput, TradingMarket } from '@fairline/proto/betting/desk';
import { resultHalves } from '@fairline/proto/betting/shares';
import { canDeadHeat, DeadHeat, LegResult } from '@fairline/proto/feed';

export interface Draft {
  /** By selection; a missing one was not entered yet. */
  results: Readonly<Record<string, LegResult>>;
  /** By selection, as typed: how many sides share how many places. Only a won selection can be part of a dead heat. */
  heats: Readonly<Record<string, Heat>>;
  /** As typed, in the operator's own time; empty if the window is open on that side. */
  from: string;
  until: string;
}

export interface Heat {
  of: string;
  places: string;
}

/** The most common kind. */
export const twoForOne: Heat = { of: '2', places: '1' };

/** Known results that may be entered are filled in for correction. */
export function draftOf(
  market: Pick<TradingMarket, 'selections'>,
  allowed: readonly LegResult[] = LegResult.options,
): Draft {
  const { selections } = market;
  return {
    results: Object.fromEntries(
      selections.flatMap(({ id, result }) => (result && allowed.includes(result) ? [[id, result]] : [])),
    ),
    heats: Object.fromEntries(
      selections.flatMap(({ id, deadHeat }) =>
        deadHeat ? [[id, { of: String(deadHeat.of), places: String(deadHeat.places) }]] : [],
      ),
    ),
    from: '',
    until: '',
  };
}

/** One selection won, the others lost; or all are void. */
export function fillResults(market: Pick<TradingMarket, 'selections'>, winner: string | null): Draft['results'] {
  return Object.fromEntries(
    market.selections.map(({ id }) => [id, winner === null ? 'void' : id === winner ? 'won' : 'lost']),
  );
}

/** The decision as it is sent; null while something is missing or if the window ends before it begins. */
export function decisionOf(
  kind: DecisionInput['kind'],
  market: Pick<TradingMarket, 'selections'>,
  draft: Draft,
): DecisionInput | null {
  if (kind === 'release') return { kind };
  if (kind === 'void') {
    const [from, until] = [instantOf(draft.from), instantOf(draft.until)];
    if (from === undefined || until === undefined || (from !== null && until !== null && from >= until)) return null;
    return { kind, from, until };
  }
  const outcomes = market.selections.flatMap(({ id }) => {
    const result = draft.results[id];
    const deadHeat = heatOf(draft, id);
    return result && deadHeat !== undefined ? [{ selectionId: id, result, ...(deadHeat && { deadHeat }) }] : [];
  });
  return outcomes.length === market.selections.length ? { kind, outcomes } : null;
}

/** Whether an impossible dead heat was entered. */
export function hasBadHeat(draft: Draft): boolean {
  return Object.keys(draft.heats).some((id) => heatOf(draft, id) === undefined);
}

/**
 * Whether the results cannot all be true: for one stake on each selection, the void share must be the same on all, and the rest is won exactly once. It is only
 * a warning: the operator is asked to check again.
 */
export function contradictsItself(decision: DecisionInput): boolean {
  if (decision.kind !== 'result') return false;
  const shares = decision.outcomes.map(({ result, deadHeat }) => {
    const { won, void: back } = resultHalves[result];
    return { back: back / 2, won: (won / 2) * (deadHeat ? deadHeat.places / deadHeat.of : 1) };
  });
  const back = shares[0]?.back ?? 0;
  const won = shares.reduce((sum, share) => sum + share.won, 0);
  return shares.some((share) => share.back !== back) || Math.abs(won - (1 - back)) > 1e-9;
}

/** The dead heat of a won selection; null without one, undefined if the input is invalid. */
function heatOf({ results, heats }: Draft, id: string): DeadHeat | null | undefined {
  const [result, heat] = [results[id], heats[id]];
  if (!result || !heat || !canDeadHeat(result)) return null;
  return DeadHeat.safeParse({ of: Number(heat.of), places: Number(heat.places) }).data;
}

/** The instant in a date and time field; null if it is empty, undefined if it is invalid. */
function instantOf(local: string): string | null | undefined {
  if (local === '') return null;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
