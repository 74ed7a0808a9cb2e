/** Queries of grants: one row per claim. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { type Grant, grantKinds } from '@fairline/proto/wallet/grants';
import { type grantBounds, products, productsOf } from '@fairline/proto/wallet/rules';
import { z } from 'zod';
import { book, isPresent, oneRow, optional, playCurrency, refusalParams } from '../columns.ts';

const grantRow = {
  claimId: uuid,
  playerId: uuid,
  kind: oneOf(grantKinds),
  currency: playCurrency,
  amountMinor: integer,
  expiresAt: nullable(instant),
  forfeitedMinor: nullable(integer),
  convertedMinor: nullable(integer),
  wasSpent: bool,
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
       (o.given).amount_minor as "amountMinor", (o.given).expires_at as "expiresAt", (o.given).forfeited_minor as "forfeitedMinor",
       (o.given).converted_minor as "convertedMinor", case when (o.given).claim_id is not null then (o.given).spent_at is not null end as "wasSpent", p.book
     from ${from} o left join players p on p.player_id = (o.given).player_id`,
    values,
  );
  return { code, params, grant: isPresent(grantRow, 'claimId', grant) ? grant : null };
}

export type StakeLimits = { leastMinor: number } & Record<'unverified' | 'verified', { maxBetMinor: number }>;

export function giveGrant(
  db: Queries,
  at: Date,
  grant: Grant,
  { fingerprint, limits, bounds }: { fingerprint: string; limits: StakeLimits; bounds?: typeof grantBounds },
): Promise<GrantOutcome> {
  const { claimId, playerId, kind, currency, amountMinor } = grant;
  const asked = {
    claim_id: claimId,
    player_id: playerId,
    kind,
    currency,
    amount_minor: amountMinor,
    fingerprint,
    limits,
    bounds,
    ...(grant.kind === 'cash'
      ? { source: grant.source }
      : { expires_at: grant.expiresAt, products: productsOf(grant.products) }),
    ...(grant.kind === 'free_bet' && { min_odds_milli: grant.minOddsMilli }),
    ...(grant.kind === 'bonus' && { max_stake_minor: grant.maxStakeMinor }),
  };
  return grantOutcome(db, 'give_grant($1, $2)', [at, JSON.stringify(asked)]);
}

/** `remembers`: if the claim is unknown, a grant that arrives later under it is refused. */
export function forfeitGrant(
  db: Queries,
  at: Date,
  claimId: string,
  { kinds, remembers }: { kinds: readonly Grant['kind'][]; remembers: boolean },
): Promise<GrantOutcome> {
  return grantOutcome(db, '(select code, null::jsonb as params, taken as given from forfeit_grant($1, $2, $3, $4))', [
    at,
    claimId,
    kinds,
    remembers,
  ]);
}

export function convertGrant(db: Queries, at: Date, claimId: string): Promise<GrantOutcome> {
  return grantOutcome(db, '(select code, null::jsonb as params, converted as given from convert_grant($1, $2))', [
    at,
    claimId,
  ]);
}

const freeBetRow = {
  claimId: uuid,
  amountMinor: integer,
  currency: playCurrency,
  expiresAt: instant,
  minOddsMilli: nullable(integer),
};

/** Free bets in the play currency that can be used now, by expiry. */
export function freeBetsOf(db: Queries, at: Date, playerId: string): Promise<Row<typeof freeBetRow>[]> {
  return db.rows(
    freeBetRow,
    `select g.claim_id as "claimId", g.amount_minor as "amountMinor", g.currency, g.expires_at as "expiresAt", g.min_odds_milli as "minOddsMilli"
     from grants g join players p on p.player_id = g.player_id and p.currency = g.currency
     where g.player_id = $1 and g.kind = 'free_bet' and g.remaining_minor > 0 and g.expires_at > $2 order by g.expires_at, g.claim_id`,
    [playerId, at],
  );
}

const bonusRow = {
  claimId: uuid,
  remainingMinor: integer,
  /** The part in open bets and rounds. */
  stakedMinor: integer,
  expiresAt: instant,
  maxStakeMinor: nullable(integer),
  products: json(z.array(z.enum(products))),
};

/** Bonus money that has not ended or expired, even if all of it is staked. */
export function activeBonusOf(db: Queries, at: Date, playerId: string): Promise<Row<typeof bonusRow> | undefined> {
  return db.row(
    bonusRow,
    `select claim_id as "claimId", remaining_minor as "remainingMinor", expires_at as "expiresAt", max_stake_minor as "maxStakeMinor", to_jsonb(products) as products,
       ((select coalesce(sum(s.bonus_minor - bonus_share(s.closed_minor, s.amount_minor, s.bonus_minor)), 0)
        from stakes s where s.bonus_claim_id = g.claim_id and s.status = 'taken' and s.outcome = 'open')
       + (select coalesce(sum(k.bonus_minor), 0) from rounds k where k.bonus_claim_id = g.claim_id and k.status = 'open'))::bigint as "stakedMinor"
     from grants g where player_id = $1 and kind = 'bonus' and coalesce(forfeited_at, converted_at, spent_at) is null and expires_at > $2`,
    [playerId, at],
  );
}

const claimRow = { claimId: uuid };

/** Up to `most` grants of bonus money that expired by an instant and have not ended. */
export async function expiredBonuses(db: Queries, by: Date, most: number): Promise<string[]> {
  const rows = await db.rows(
    claimRow,
    `select claim_id as "claimId" from grants
     where kind = 'bonus' and forfeited_at is null and converted_at is null and spent_at is null and expires_at <= $1 order by expires_at limit $2`,
    [by, most],
  );
  return rows.map(({ claimId }) => claimId);
}
