/** What an operator has entered of a decision, and the decision it makes once it is whole. Pure. */
import type { DecisionInput, TradingMarket } from '@fairline/proto/betting/trading';
import type { LegResult } from '@fairline/proto/feed';

export interface Draft {
  /** By selection; one that is missing was not entered yet. */
  results: Readonly<Record<string, LegResult>>;
  /** As the fields hold them, in the operator's own time; empty where the window is open on that side. */
  from: string;
  until: string;
}

/** What is known already is there to be corrected. */
export function draftOf(market: Pick<TradingMarket, 'selections'>): Draft {
  return { results: Object.fromEntries(market.selections.flatMap(({ id, result }) => (result ? [[id, result]] : []))), from: '', until: '' };
}

/** One selection won, the others lost; or all are void. */
export function filled(market: Pick<TradingMarket, 'selections'>, winner: string | null): Draft['results'] {
  return Object.fromEntries(market.selections.map(({ id }) => [id, winner === null ? 'void' : id === winner ? 'won' : 'lost']));
}

/** The decision as it is sent; null while something is missing or the window ends before it begins. */
export function decisionOf(kind: DecisionInput['kind'], market: Pick<TradingMarket, 'selections'>, draft: Draft): DecisionInput | null {
  if (kind === 'release') return { kind };
  if (kind === 'void') {
    const [from, until] = [instantOf(draft.from), instantOf(draft.until)];
    if (from === undefined || until === undefined || (from !== null && until !== null && from >= until)) return null;
    return { kind, from, until };
  }
  const outcomes = market.selections.flatMap(({ id }) => {
    const result = draft.results[id];
    return result ? [{ selectionId: id, result }] : [];
  });
  return outcomes.length === market.selections.length ? { kind, outcomes } : null;
}

/** The instant of a field of date and time; null where it is empty, undefined where it is no time. */
function instantOf(local: string): string | null | undefined {
  if (local === '') return null;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
