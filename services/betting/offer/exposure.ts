/** What each selection could cost, for operators. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { integer, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { pageSize } from '@fairline/proto/contract';

const exposureRow = { selectionId: uuid, fixture: text, market: text, selection: text, bets: integer, stakeMinor: integer, liabilityMinor: integer };
export type ExposureRow = Row<typeof exposureRow>;

/** One row more than a page, the highest first. */
export function exposureOf(db: Queries, after: { liabilityMinor: number; selectionId: string } | undefined): Promise<ExposureRow[]> {
  return db.rows(
    exposureRow,
    `select e.selection_id as "selectionId", f.home_team || ' vs ' || f.away_team as fixture, m.name as market, s.name as selection,
       e.bets, e.stake_minor as "stakeMinor", e.liability_minor as "liabilityMinor"
     from exposure e join selections s on s.id = e.selection_id join markets m on m.id = e.market_id join fixtures f on f.id = e.fixture_id
     where e.bets > 0 and ($1::bigint is null or (e.liability_minor, e.selection_id) < ($1, $2::uuid))
     order by e.liability_minor desc, e.selection_id desc limit ${pageSize + 1}`,
    [after?.liabilityMinor ?? null, after?.selectionId ?? null],
  );
}
