/** A bet's timeline as operators read it: each moment with the decision that caused it, its requester, its approver and its reason. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { instant, json, nullable, oneOf, text, uuid } from '@fairline/chassis/storage/rows';
import { betMomentKinds } from '@fairline/proto/betting/bets';
import { MomentDecision, OperatorMoment } from '@fairline/proto/betting/settlement';
import type { BetRow } from '../bets/bet.ts';

const momentRow = {
  at: instant,
  kind: oneOf(betMomentKinds),
  data: json(OperatorMoment.omit({ at: true, kind: true })),
};
const resultSourceRow = { marketId: uuid, at: instant, source: text, decision: nullable(json(MomentDecision)) };

/** A moment that a result caused is attributed to the last earlier result or decision on the market of its leg, or on any market of the bet if it names no leg. */
export async function operatorTimeline(
  db: Queries,
  { playerId, id, legs }: Pick<BetRow, 'playerId' | 'id' | 'legs'>,
): Promise<OperatorMoment[]> {
  const moments = await db.rows(
    momentRow,
    'select at, kind, data from bet_moments where player_id = $1 and bet_id = $2 order by place',
    [playerId, id],
  );
  const sources = await db.rows(
    resultSourceRow,
    `select w.market_id as "marketId", w.heard_at as at, w.source, case when d.id is not null then json_build_object('kind', d.decision ->> 'kind',
       'requestedBy', d.requested_by, 'approvedBy', nullif(d.decided_by, d.requested_by), 'reason', d.reason) end as decision
     from market_words w left join decisions d on w.source = 'operator' and d.market_id = w.market_id and d.decided_at = w.heard_at and d.status = 'applied'
     where w.market_id = any ($1) order by w.heard_at, w.place`,
    [legs.map(({ marketId }) => marketId)],
  );
  return moments.map(({ at, kind, data }) => {
    const moment = { at: at.toISOString(), kind, ...data };
    if (!byResults.has(kind)) return moment;
    const marketId = legs.find(({ selectionId }) => selectionId === data.selectionId)?.marketId;
    const last = sources.findLast(
      (source) => source.at <= at && (marketId === undefined || source.marketId === marketId),
    );
    return { ...moment, ...(last?.decision && { decision: last.decision }) };
  });
}

const byResults: ReadonlySet<string> = new Set(['leg', 'settled', 'resettled', 'voided']);
