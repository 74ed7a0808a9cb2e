/** Queries of welcome bonuses, and of the keys by which accounts of one person are recognised. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { type PersonKey, personKinds } from '@fairline/proto/auth/users';
import { Id, pageSize } from '@fairline/proto/contract';
import { bonusStatuses } from '@fairline/proto/wallet/grants';
import { z } from 'zod';
import { isPresent, oneRow, optional, playCurrency } from '../columns.ts';

const bonusRow = {
  id: uuid,
  playerId: uuid,
  amountMinor: integer,
  /** Null until it is paid, in the play currency at that time. */
  currency: nullable(playCurrency),
  status: oneOf(['unopened', ...bonusStatuses]),
  rejectionReason: nullable(text),
  decidedBy: nullable(uuid),
  version: integer,
  createdAt: instant,
  decidedAt: nullable(instant),
};
export type BonusRow = Row<typeof bonusRow>;

const columns = `id, player_id as "playerId", amount_minor as "amountMinor", currency, status, reason as "rejectionReason", decided_by as "decidedBy", version,
  created_at as "createdAt", decided_at as "decidedAt"`;

/** Makes decisions on bonuses run one after the other. Taken before any player is locked. */
export function lockWelcome(tx: Tx): Promise<number> {
  return tx.run('select lock_welcome()');
}

/** Adds a player's keys. They may arrive before the player's accounts are open. */
export async function recordKeys(tx: Tx, playerId: string, keys: readonly PersonKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run('select from lock_or_make_player($1)', [playerId]);
  await tx.run(
    'insert into person_keys (player_id, kind, key) select $1, k.kind, k.key from unnest($2::text[], $3::text[]) k (kind, key) on conflict do nothing',
    [playerId, keys.map(({ kind }) => kind), keys.map(({ key }) => key)],
  );
}

export interface BonusOutcome {
  code: string;
  bonus: BonusRow | undefined;
}

const outcomeRow = { code: text, ...optional(bonusRow) };

async function readOutcome(tx: Tx, from: string, values: readonly unknown[]): Promise<BonusOutcome> {
  const { code, ...bonus } = await oneRow(
    tx,
    outcomeRow,
    `select o.code, w.* from ${from} o cross join lateral (select ${columns} from (select (o.bonus).*) x) w`,
    values,
  );
  return { code, bonus: isPresent(bonusRow, 'id', bonus) ? bonus : undefined };
}

export function settleWelcome(tx: Tx, at: Date, playerId: string, amountMinor: number): Promise<BonusOutcome> {
  return readOutcome(tx, 'settle_welcome($1, $2, $3)', [at, playerId, amountMinor]);
}

export function declineWelcome(tx: Tx, at: Date, playerId: string, amountMinor: number): Promise<number> {
  return tx.run('select decline_welcome($1, $2, $3)', [at, playerId, amountMinor]);
}

export function decideWelcome(
  tx: Tx,
  at: Date,
  id: string,
  { wanted, reason, by }: { wanted: 'paid' | 'rejected'; reason?: string; by: string },
  control: string,
): Promise<BonusOutcome> {
  return readOutcome(tx, 'decide_welcome($1, $2, $3, $4, $5, $6)', [at, id, wanted, reason ?? null, by, control]);
}

/** Whether the address was confirmed before the player's accounts were open. */
export function hasUnopenedBonus(tx: Tx, playerId: string): Promise<boolean> {
  return tx.exists(`select from welcome_bonuses where player_id = $1 and status = 'unopened'`, [playerId]);
}

const Shared = z.array(z.object({ kind: z.enum(personKinds), userIds: z.array(Id) }));
const listedRow = { ...bonusRow, playCurrency, shared: json(Shared) };
export type ListedBonus = Row<typeof listedRow>;

/** Players who share a key with the player of `w`, by kind of key, at most 20 each. */
const shared = `coalesce((
  select jsonb_agg(jsonb_build_object('kind', s.kind, 'userIds', s.ids) order by s.kind) from (
    select o.kind, to_jsonb((array_agg(distinct o.player_id))[1:20]) as ids
    from person_keys own join person_keys o on o.kind = own.kind and o.key = own.key and o.player_id <> own.player_id
    where own.player_id = w.player_id group by o.kind
  ) s), '[]')`;

/** Newest first, one more than a page. With `id` only that bonus. */
export function bonuses(
  db: Queries,
  { status, before, id }: { status?: string | undefined; before?: string | undefined; id?: string },
): Promise<ListedBonus[]> {
  return db.rows(
    listedRow,
    `select w.id, w.player_id as "playerId", w.amount_minor as "amountMinor", w.currency, w.status, w.reason as "rejectionReason", w.decided_by as "decidedBy", w.version,
       w.created_at as "createdAt", w.decided_at as "decidedAt", p.currency as "playCurrency", ${shared} as shared
     from welcome_bonuses w join players p on p.player_id = w.player_id
     where w.status <> 'unopened' and ($1::text is null or w.status = $1) and ($2::uuid is null or w.id < $2) and ($3::uuid is null or w.id = $3)
     order by w.id desc limit $4`,
    [status ?? null, before ?? null, id ?? null, pageSize + 1],
  );
}
