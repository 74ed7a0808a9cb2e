/** Queries of receipts and of the keys that sign them. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { instant, nullable, text } from '@fairline/chassis/storage/rows';
import type { Receipt, ReceiptKey } from '@fairline/proto/betting/receipts';
import { keyOverlapMs, type Signer } from './receipt.ts';

const receiptRow = { payload: text, signature: text, keyId: text };
const keyRow = { keyId: text, publicKey: text, since: instant, until: nullable(instant) };

export async function receiptOf(db: Queries, playerId: string, betId: string): Promise<Receipt | undefined> {
  const row = await db.row(
    receiptRow,
    'select payload, signature, key_id as "keyId" from receipts where player_id = $1 and bet_id = $2',
    [playerId, betId],
  );
  return row && { ...row, algorithm: 'Ed25519' };
}

/** Every key that receipts were ever signed with, the newest first. */
export async function receiptKeys(db: Queries): Promise<ReceiptKey[]> {
  const rows = await db.rows(
    keyRow,
    'select key_id as "keyId", public_key as "publicKey", since, until from receipt_keys order by since desc',
  );
  return rows.map(({ since, until, ...key }) => ({
    ...key,
    algorithm: 'Ed25519',
    since: since.toISOString(),
    ...(until && { until: until.toISOString() }),
  }));
}

/** Records that this key signs from now on, or again. Earlier keys end after `keyOverlapMs`, when every instance has had time to change over. */
export async function keepReceiptKey(db: Queries, at: Date, { keyId, publicKey }: Signer): Promise<void> {
  await db.run(
    `with own as (
       insert into receipt_keys (key_id, public_key, since) values ($1, $2, $3) on conflict (key_id) do update set until = null returning since
     )
     update receipt_keys k set until = $4 from own where k.since < own.since and k.until is null and k.key_id <> $1`,
    [keyId, publicKey, at, new Date(at.getTime() + keyOverlapMs)],
  );
}
