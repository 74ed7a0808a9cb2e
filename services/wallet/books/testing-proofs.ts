/** Code that tests of proofs share: two instances of wallet, damage to the books by hand, and lifting the stop. */
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import type { Integrity } from '@fairline/proto/wallet/books';
import { afterAll, beforeAll } from 'vitest';
import type { Wallet } from '../config.ts';
import { livedBooks, openWallet, operator, tamperBooks, type WalletWorld } from '../testing.ts';

export let world: WalletWorld;
export let db: Database;
export const log = createLog('test', 'silent');
export const wallet = () => ({ db, clock: world.clock, databaseUrl: world.env.DATABASE_URL, log }) as unknown as Wallet;
export const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
export const page = async () =>
  (await world.http<Integrity>('GET', '/api/admin/wallet/integrity', { as: operator() })).body;
export const broken = ({ invariants }: Integrity) =>
  invariants.filter(({ holds }) => !holds).map(({ name, offenders }) => [name, offenders]);
export const lift = (as = operator('super_admin'), reason: unknown = 'Counted by hand') =>
  world.http<Integrity>('POST', '/api/admin/wallet/integrity/lift', { as, body: { reason } });
export const lived = () => livedBooks(world);
export const tamper = (text: string, values: unknown[] = []) => tamperBooks(world, text, values);
export const transferOf = async (playerId: string) =>
  (
    await sql<{ id: string }>(
      "select transfer_id as id from entries where player_id = $1 and account = 'sports' limit 1",
      [playerId],
    )
  )[0]?.id as string;
export const unbalance = (transferId: string, playerId: string, amountMinor: number) =>
  tamper(
    `insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor)
     values (pg_current_xact_id()::text::bigint, $1, $2, true, 'sports', 'real', 'USD', $3)`,
    [transferId, playerId, amountMinor],
  );
export const readLast = async () =>
  (
    await sql<{ invariants: { checked: number }[] }>(
      'select invariants from proofs where not whole order by id desc limit 1',
    )
  )[0];

/** Starts two instances before the tests of a file, and stops them after. */
export function useProofServers(): void {
  beforeAll(async () => {
    world = await openWallet();
    db = new Database(world.env.DATABASE_URL ?? '', log);
  });
  afterAll(async () => {
    await db.close();
    await world.close();
  });
}
