/** Queries of grants: one row per claim. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { type Grant, grantKinds } from '@fairline/proto/wallet/grants';
import { book, isPresent, oneRow, optional, playCurrency, refusalParams } from '../columns.ts';

const grantRow = {
  claimId: uuid,
  playerId: uuid,
  kind: oneOf(grantKinds),
  currency: playCurrency,
  amountMinor: integer,
  expiresAt: instant,
  forfeitedMinor: nullable(integer),
  book,
};
export type GrantRow = Row<typeof grantRow>;
const outcomeRow = { code: text, params: refusalParams, ...optional(grantRow) };

export interface GrantOutcome {
  code: string;
  params: Row<typeof outcomeRow>['params'];
  grant: GrantRow | null;
}

async function grantOutcome(db: Queries, from: string, values: readonly unknown[]): Promise<GrantOutcome> {
  const { code, params, ...grant } = await oneRow(
    db,
    outcomeRow,
    `select o.code, o.params, (o.given).claim_id as "claimId", (o.given).player_id as "playerId", (o.given).kind, (o.given).currency,
       (o.given).amount_minor as "amountMinor", (o.given).expires_at as "expiresAt", (o.given).forfeited_minor as "forfeitedMinor", p.book
     from ${from} o left join players p on p.player_id = (o.given).player_id`,
    values,
  );
  return { code, params, grant: isPresent(grantRow, 'claimId', grant) ? grant : null };
}

export type StakeLimits = { leastMinor: number } & Record<'unverified' | 'verified', { maxBetMinor: number }>;

export function giveGrant(
  db: Queries,
  at: Date,
  { claimId, playerId, kind, currency, amountMinor, expiresAt, products }: Extract<Grant, { kind: 'free_bet' }>,
  { fingerprint, limits }: { fingerprint: string; limits: StakeLimits },
): Promise<GrantOutcome> {
  const asked = { claim_id: claimId, player_id: playerId, kind, currency, amount_minor: amountMinor, expires_at: expiresAt, products, fingerprint, limits };
  return grantOutcome(db, 'give_grant($1, $2)', [at, JSON.stringify(asked)]);
}

export function forfeitGrant(db: Queries, at: Date, claimId: string): Promise<GrantOutcome> {
  return grantOutcome(db, '(select code, null::jsonb as params, taken as given from forfeit_grant($1, $2))', [at, claimId]);
}

const freeBetRow = { claimId: uuid, amountMinor: integer, currency: playCurrency, expiresAt: instant };

/** Free bets of the play currency that can be used now, the first to expire first. */
export function freeBetsOf(db: Queries, at: Date, playerId: string): Promise<Row<typeof freeBetRow>[]> {
  return db.rows(
    freeBetRow,
    `select g.claim_id as "claimId", g.amount_minor as "amountMinor", g.currency, g.expires_at as "expiresAt"
     from grants g join players p on p.player_id = g.player_id and p.currency = g.currency
     where g.player_id = $1 and g.kind = 'free_bet' and g.remaining_minor > 0 and g.expires_at > $2 order by g.expires_at, g.claim_id`,
    [playerId, at],
  );
}
